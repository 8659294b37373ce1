import { createContext } from "react";

/** What went wrong, as far as a form has to know. The API's failed request is one. */
export interface Failure {
  /** For people to read. */
  readonly message: string;
  /** The HTTP status of the answer; 0 when there was none. */
  readonly status: number;
  /** What the answer says about one field of what was sent, by the field's JSON pointer (`/email`). */
  fieldMessage(pointer: string): string | null;
}

/** A failure that the client finds by itself, with the sentence that is shown. */
export class ActionError extends Error implements Failure {
  override readonly name = "ActionError";
  readonly status = 0;
  fieldMessage(): null {
    return null;
  }
}

function isFailure(cause: unknown): cause is Failure {
  return cause instanceof Error && "status" in cause && "fieldMessage" in cause;
}

/** Without an app around it, a form shows what an error says. */
function plainly(cause: unknown): Failure {
  if (isFailure(cause)) return cause;
  return new ActionError(cause instanceof Error ? cause.message : "That didn’t work.");
}

/** Reads whatever an operation has thrown; the app provides its own reader. */
export const FailureReader = createContext<(cause: unknown) => Failure>(plainly);
