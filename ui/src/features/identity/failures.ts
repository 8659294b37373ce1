import { type FailedRequest, failedConnection } from "../../api/errors";
import type { Failure } from "../../design/forms/failure";

/** The sentence that a failed sign-in, sign-up or reset shows. */
export function failureText(failure: FailedRequest): string {
  if (failure.type === "client") return failure.message;
  if (failure.status === 0)
    return "Couldn’t reach the server. What you typed is still here; try again in a moment.";
  if (failure.status === 429) return "Too many attempts. Wait for the countdown, then try again.";
  if (failure.status === 503) return "The site is very busy. Try again in a moment.";
  if (failure.status >= 500)
    return "Something went wrong on our side. Nothing was changed; try again in a moment.";
  if (failure.code === "SIGN_IN_FAILED")
    return "Email address and password don’t match. Check both, or reset your password.";
  return failure.message;
}

/** Seconds until another try makes sense; 0 when it does at once. */
export function waitSecs(failure: FailedRequest): number {
  if (failure.status !== 429 && failure.status !== 503) return 0;
  return Math.ceil(failure.retryAfterSecs ?? (failure.status === 429 ? 30 : 3));
}

/** How a form that guards an account takes a failure; for `useForm` and `useAction`. */
export const accountFailures = {
  say: (failure: Failure) => failureText(failedConnection(failure)),
  waitSecs: (failure: Failure) => waitSecs(failedConnection(failure)),
};
