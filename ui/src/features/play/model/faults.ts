import type { FaultCode, ModelInfo, TurnFault } from "../types";

/** Why a reply failed, in the server's words, and what helps. */
export interface Fault {
  /** The server's word for it. */
  code: FaultCode;
  message: string;
  /** When asking again makes sense, in milliseconds since 1970. */
  retryAt: number | null;
  /** The part of the prompt that the player can make shorter. */
  shorten: Shorten | null;
  /** The player has looked after it since: what could not help before may help now. */
  tended: boolean;
}

export type Shorten = NonNullable<TurnFault["shorten"]>;

/** `at`: when it went wrong, in milliseconds since 1970. */
export function faultOf({ code, message, retryAfter, shorten }: TurnFault, at: number): Fault {
  const retryAt = retryAfter === null || retryAfter === undefined ? null : at + retryAfter * 1_000;
  return { code: code as FaultCode, message, retryAt, shorten: shorten ?? null, tended: false };
}

/** What may be offered to the player after a failure. */
export interface Help {
  /** Asking for the same again may help. */
  again: boolean;
  /** Another model may do it. */
  model: boolean;
}

const BOTH: Help = { again: true, model: true };
const AGAIN: Help = { again: true, model: false };
const MODEL: Help = { again: false, model: true };
const NOTHING: Help = { again: false, model: false };

const HELP: Readonly<Partial<Record<FaultCode, Help>>> = {
  MODEL_KEY_REFUSED: MODEL,
  MODEL_FORBIDDEN: MODEL,
  MODEL_NOT_FOUND: MODEL,
  MODEL_REFUSED: MODEL,
  REPLY_FILTERED: MODEL,
  PROMPT_TOO_LARGE: MODEL,
  MODEL_RATE_LIMITED: BOTH,
  MODEL_UNREACHABLE: BOTH,
  OVERLOADED: BOTH,
  STORAGE_FULL: AGAIN,
  UPSTREAM: BOTH,
  TIMEOUT: BOTH,
  REPLY_MALFORMED: BOTH,
  REPLY_EMPTY: BOTH,
  REPLY_TOO_LARGE: BOTH,
  REPLY_CUT: AGAIN,
  GONE: NOTHING,
  NEVER_PLAYED: NOTHING,
  STORY_CLOSED: NOTHING,
  DEMO_ENDED: NOTHING,
  INSUFFICIENT_SHEKELS: NOTHING,
  GUEST_ALLOWANCE_USED: NOTHING,
};

/** Nobody sits out a wait longer than this: then the time is shown, and no button counts down. */
const LONGEST_WAIT_MS = 10 * 60_000;

/** What helps after a failure with this code, at this time. An unknown code, or none, may be tried again. */
export function helpOf(
  { code, retryAt, tended }: Pick<Fault, "retryAt" | "tended"> & { code: FaultCode | null },
  models: readonly Pick<ModelInfo, "name">[],
  now: number,
): Help {
  const { again, model } = (code !== null && HELP[code]) || AGAIN;
  const isFar = retryAt !== null && retryAt - now > LONGEST_WAIT_MS;
  return { again: (again || tended) && !isFar, model: model && models.length > 1 };
}

/** The label of the button that leads to the part which is too long. */
export const SHORTEN: Readonly<Record<Shorten, string>> = {
  persona: "Shorten your persona",
  authorsNote: "Shorten the author's note",
  memory: "Shorten the memory",
  lore: "Shorten the lore",
  instructions: "Shorten your instructions",
  message: "Shorten your message",
  replyLength: "Choose shorter replies",
};

/** How long until then, for people: "in 12 s", "in 3 min", "in about 9 hours". */
export function waitText(ms: number): string {
  const secs = Math.max(1, Math.ceil(ms / 1_000));
  if (secs <= 90) return `in ${secs} s`;
  const minutes = Math.ceil(secs / 60);
  if (minutes <= 90) return `in ${minutes} min`;
  return `in about ${Math.round(minutes / 60)} hours`;
}
