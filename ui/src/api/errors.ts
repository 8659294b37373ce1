import { isObject, positiveField, textField } from "./body-fields";
import type { components } from "./schema.gen";

/** The failed-request object of spec section 8, built in one place from whatever the server answered. */

export const AUTH_ERROR_TYPES = [
  "missing_token",
  "expired_token",
  "invalid_token",
  "general_auth_error",
] as const;
export type AuthErrorType = (typeof AUTH_ERROR_TYPES)[number];

/** Spec section 8: the message when no token can be obtained. */
export const NO_VALID_TOKEN = "Failed to get valid authentication token";

export type FailureType =
  | "auth"
  | "validation"
  | "conflict"
  | "rate_limit"
  | "server"
  | "network"
  | "aborted"
  | "client"
  | "http";

/** The server's words for what went wrong (`server/kernel/src/error_code.rs`). */
export type ErrorCode = components["schemas"]["ErrorCode"];

/** HTTP/2 sends no reason phrase, so the text comes from here. */
const STATUS_TEXT: Readonly<Record<number, string>> = {
  0: "No answer",
  400: "Bad Request",
  401: "Unauthorized",
  402: "Payment Required",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  406: "Not Acceptable",
  409: "Conflict",
  410: "Gone",
  412: "Precondition Failed",
  413: "Content Too Large",
  414: "URI Too Long",
  415: "Unsupported Media Type",
  421: "Misdirected Request",
  422: "Unprocessable Content",
  423: "Locked",
  429: "Too Many Requests",
  431: "Request Header Fields Too Large",
  500: "Internal Server Error",
  502: "Bad Gateway",
  503: "Service Unavailable",
  504: "Gateway Timeout",
};

const VALIDATION = new Set([400, 413, 415, 422]);
const CONFLICT = new Set([409, 412]);

function failureType(status: number): FailureType {
  if (status === 0) return "network";
  if (status === 401) return "auth";
  if (VALIDATION.has(status)) return "validation";
  if (CONFLICT.has(status)) return "conflict";
  if (status === 429) return "rate_limit";
  return status >= 500 ? "server" : "http";
}

function authErrorType(body: unknown, status: number, tokenSent: boolean): AuthErrorType | null {
  const sent = textField(body, "authErrorType");
  const known = AUTH_ERROR_TYPES.find((type) => type === sent);
  if (known !== undefined) return known;
  // A wrong password is a 401 whose field says null: the token has nothing to do with it.
  if (status !== 401 || (isObject(body) && Reflect.get(body, "authErrorType") === null)) return null;
  return tokenSent ? "general_auth_error" : "missing_token";
}

export class FailedRequest extends Error {
  override readonly name = "FailedRequest";
  readonly status: number;
  readonly statusCode: number;
  readonly statusText: string;
  readonly type: FailureType;
  readonly authErrorType: AuthErrorType | null;
  /** The whole parsed body; null when it was empty or unreadable. */
  readonly responseData: unknown;
  /** The server's word for the case, e.g. `ACCOUNT_SUSPENDED`; null when it sent none. */
  readonly code: ErrorCode | null;
  /** Seconds after which asking again may help; null when the server did not send it. */
  retryAfterSecs: number | null;

  constructor(fields: {
    status: number;
    type: FailureType;
    message: string;
    authErrorType: AuthErrorType | null;
    responseData: unknown;
  }) {
    super(fields.message);
    this.status = fields.status;
    this.statusCode = fields.status;
    this.statusText = STATUS_TEXT[fields.status] ?? "";
    this.type = fields.type;
    this.authErrorType = fields.authErrorType;
    this.responseData = fields.responseData;
    this.code = textField(fields.responseData, "code") as ErrorCode | null;
    this.retryAfterSecs = positiveField(fields.responseData, "retryAfter");
  }

  /** What the server says about one field of what was sent, by its JSON pointer (`/email`). */
  fieldMessage(pointer: string): string | null {
    const errors: unknown = isObject(this.responseData) ? Reflect.get(this.responseData, "errors") : null;
    if (!Array.isArray(errors)) return null;
    const found: unknown = errors.find((each) => isObject(each) && Reflect.get(each, "pointer") === pointer);
    return textField(found, "message");
  }
}

/** From an answer that is not a success. `body` is the parsed JSON, or null. */
export function failedAnswer(status: number, body: unknown, tokenSent = false): FailedRequest {
  return new FailedRequest({
    status,
    type: failureType(status),
    message:
      textField(body, "message") ?? textField(body, "detail") ?? textField(body, "title") ?? "Request failed",
    authErrorType: authErrorType(body, status, tokenSent),
    responseData: body ?? null,
  });
}

function unanswered(type: "network" | "aborted" | "client", message: string): FailedRequest {
  return new FailedRequest({ status: 0, type, message, authErrorType: null, responseData: null });
}

const isAbort = (cause: unknown) => cause instanceof Error && cause.name === "AbortError";

/** From a request that got no answer at all: what `fetch` and the reading of a body throw. */
export function lostConnection(cause: unknown): FailedRequest {
  if (cause instanceof FailedRequest) return cause;
  if (isAbort(cause)) return unanswered("aborted", "The request was cancelled");
  return unanswered("network", "Couldn’t reach the server");
}

/** What browsers say when a part of the app could not be fetched. */
const MISSING_PART = /dynamically imported module|importing a module script|module script failed/i;

/**
 * From anything that a call has thrown. What is not a failed request did not come from the network: the browser lacks
 * something or our own code has failed, and blaming the server would send people looking in the wrong place.
 */
export function failedConnection(cause: unknown): FailedRequest {
  if (cause instanceof FailedRequest || isAbort(cause)) return lostConnection(cause);
  if (cause instanceof Error && MISSING_PART.test(cause.message)) return lostConnection(cause);
  console.error(cause);
  return unanswered("client", "Something went wrong in this browser. Reload the page and try again.");
}
