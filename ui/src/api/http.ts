import { type Filling, filled } from "./address";
import { failedAnswer, lostConnection } from "./errors";

const BASE = "/api/v1";

/** How long a read or a write may take before it counts as failed. */
const TIMEOUT_MS = 20_000;

/** The address of an API uri: those that begin with `/api/` are absolute, the others live under `/api/v1`. */
function apiUrl(uri: string): string {
  return uri.startsWith("/api/") ? uri : BASE + uri;
}

function parse(text: string): unknown {
  if (text === "") return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The parsed body; null for 204, for an empty body, and for anything but JSON. */
export async function bodyOf(response: Response): Promise<unknown> {
  if (response.status === 204) return null;
  try {
    return parse(await response.text());
  } catch (cause) {
    throw lostConnection(cause);
  }
}

/** The browser's time zone. */
export function timeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone ?? "UTC";
}

export interface RequestOptions extends Filling {
  /** Sent as JSON; a `FormData` goes as multipart. */
  body?: unknown;
  signal?: AbortSignal | undefined;
  timeoutMs?: number;
  /** Is carried through, cookies included, even if the page is left meanwhile. */
  keepalive?: boolean;
  headers?: Readonly<Record<string, string>>;
}

function failureOf(response: Response, body: unknown, tokenSent: boolean) {
  const failure = failedAnswer(response.status, body, tokenSent);
  const after = Number(response.headers.get("retry-after"));
  if (failure.retryAfterSecs === null && after > 0) failure.retryAfterSecs = after;
  return failure;
}

/**
 * One request on the wire, without any authority of its own. `key`: that of an operation, or the method and an
 * address that is filled in already. Rejects with a `FailedRequest` unless the answer is a success.
 */
export async function request(key: string, options: RequestOptions = {}): Promise<Response> {
  const [method, template] = key.split(" ") as [string, string];
  const timeout = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS);
  const headers: Record<string, string> = {
    accept: "application/json",
    "x-timezone": timeZone(),
    ...options.headers,
  };
  const init: RequestInit = {
    method,
    headers,
    signal: options.signal === undefined ? timeout : AbortSignal.any([options.signal, timeout]),
    credentials: "same-origin",
    keepalive: options.keepalive ?? false,
  };
  if (options.body instanceof FormData) {
    init.body = options.body;
  } else if (options.body !== undefined) {
    init.body = JSON.stringify(options.body);
    headers["content-type"] = "application/json";
  }
  let response: Response;
  try {
    response = await fetch(apiUrl(filled(template, options)), init);
  } catch (cause) {
    throw lostConnection(cause);
  }
  if (!response.ok) throw failureOf(response, await bodyOf(response), "authorization" in headers);
  return response;
}
