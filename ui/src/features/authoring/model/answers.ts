import type { FailedRequest } from "../../../api/errors";
import type { Draft, DraftStatus, DraftView } from "../types";
import { isWithin, type Json, pathOfPointer, pointerOf } from "./path";
import type { FieldProblem, SaveState } from "./sessionTypes";

/** What the server's answers about a draft say. */

/** The draft that the refusal of an outdated save carries; null if it is too large to be sent with it. */
export function currentOf({ responseData }: FailedRequest): DraftView | null {
  const current = (responseData as { current?: DraftView } | null)?.current;
  return current?.draft === undefined ? null : current;
}

/** Every field that the refusal of a draft names. */
export function refusedFields({ responseData }: FailedRequest, sent: Draft): FieldProblem[] {
  const errors = (responseData as { errors?: { pointer: string; message: string }[] } | null)?.errors;
  if (!Array.isArray(errors)) return [];
  return errors.map(({ pointer, message }) => ({ path: pathOfPointer(sent as Json, pointer), message }));
}

/** The messages of problems by the pointer of their field. */
export const problemsBy = (problems: readonly FieldProblem[]): ReadonlyMap<string, string> =>
  new Map(problems.map(({ path, message }) => [pointerOf(path), message]));

/** Without those at, or within, these places. */
export const problemsOutside = (problems: ReadonlyMap<string, string>, places: readonly string[]) =>
  new Map([...problems].filter(([field]) => !places.some((place) => isWithin(field, place))));

/** How long to wait after one, two, … failures, in milliseconds. */
const RETRY_MS = [2_000, 5_000, 10_000, 30_000] as const;

/** No answer; or a token that ran out, which cannot be renewed while the line is down. */
const isOffline = ({ status }: FailedRequest) => status === 0 || status === 401;

/** How the draft stands after a save has failed. */
export function stateAfter(failure: FailedRequest): SaveState {
  if (failure.status === 404) return { at: "gone" };
  if (failure.code === "DRAFT_IN_TRASH") return { at: "trashed" };
  if (isOffline(failure)) return { at: "offline" };
  return { at: "failed", message: failure.message };
}

/** When a failed save is tried again, in milliseconds; null: that would not help. `failures` came before. */
export function retryWait(failure: FailedRequest, failures: number): number | null {
  const helps = isOffline(failure) || failure.status === 429 || failure.status >= 500;
  if (!helps) return null;
  const wait = RETRY_MS[Math.min(failures, RETRY_MS.length - 1)] ?? 0;
  return Math.max(wait, (failure.retryAfterSecs ?? 0) * 1_000);
}

/** What a draft still needs before it can be published; null if its status is not known. */
export function missingOf(status: DraftStatus | null, draft: Draft): FieldProblem[] | null {
  if (status === null) return null;
  return status.missing.map(({ field, message }) => ({
    path: pathOfPointer(draft as Json, field),
    message,
  }));
}

/** How many drafts are remembered whose saves were not answered. */
const MAX_UNANSWERED = 5;

/** The drafts whose saves were not answered, with one more. */
export function withUnanswered(drafts: readonly Draft[], sent: Draft): readonly Draft[] {
  if (drafts.includes(sent)) return drafts;
  const next = [...drafts, sent];
  // The server most likely has the first, which was sent before the line failed, or one of the last.
  return next.length > MAX_UNANSWERED ? next.toSpliced(1, 1) : next;
}
