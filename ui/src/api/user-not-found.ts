import { isObject, textField } from "./body-fields";
import type { ErrorCode } from "./errors";

const MISSING_WORDS = ["profile not found", "user not found", "inactive", "not found or inactive"];
const NO_USER = "USER_NOT_FOUND" satisfies ErrorCode;
const MISSING_CODES: readonly string[] = [NO_USER, "UNAUTHORIZED"];

/**
 * Spec section 8, "User not found": the answers on which the client makes a user record at sign-in. A suspended account
 * (423) is never made again, whatever else its answer contains.
 */
export function isUserNotFound(error: unknown): boolean {
  if (!isObject(error)) return false;
  const response: unknown = Reflect.get(error, "response");
  const statuses = [
    Reflect.get(error, "status"),
    isObject(response) ? Reflect.get(response, "status") : null,
  ];
  if (statuses.includes(423)) return false;
  if (statuses.some((status) => status === 404 || status === 403)) return true;
  const message = textField(error, "message")?.toLowerCase() ?? "";
  if (MISSING_WORDS.some((words) => message.includes(words))) return true;
  const bodies = [
    Reflect.get(error, "responseData"),
    isObject(response) ? Reflect.get(response, "data") : null,
  ];
  if (bodies.some((body) => MISSING_CODES.includes(textField(body, "code") ?? ""))) return true;
  return textField(error, "code") === NO_USER;
}
