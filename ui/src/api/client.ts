import { failedAnswer, failedConnection } from "./errors";

const BASE = "/api/v1";

/** How long a read or a write may take before it counts as failed. */
const TIMEOUT_MS = 20_000;

/** The address of an API uri: those that begin with `/api/` are absolute, the others live under `/api/v1`. */
export function apiUrl(uri: string): string {
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

function timeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone ?? "UTC";
}

interface SendOptions {
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  body?: unknown;
  signal?: AbortSignal | undefined;
}

/** Sends one request. Resolves to the parsed body (null for 204); rejects with a `FailedRequest`. */
export async function send<T>(uri: string, options: SendOptions = {}): Promise<T> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const init: RequestInit = {
    method: options.method ?? "GET",
    headers: { accept: "application/json", "x-timezone": timeZone() },
    signal: options.signal === undefined ? timeout : AbortSignal.any([options.signal, timeout]),
    credentials: "same-origin",
  };
  if (options.body !== undefined) {
    init.body = JSON.stringify(options.body);
    init.headers = { ...init.headers, "content-type": "application/json" };
  }
  let response: Response;
  let body: unknown;
  try {
    response = await fetch(apiUrl(uri), init);
    body = response.status === 204 ? null : parse(await response.text());
  } catch (cause) {
    throw failedConnection(cause);
  }
  if (!response.ok) throw failedAnswer(response.status, body);
  // The server's types are the contract; a body is not checked twice.
  return body as T;
}
