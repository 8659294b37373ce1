import { vi } from "vitest";
import { type ErrorCode, type FailedRequest, failedAnswer } from "../api/errors";
import type { AnswerWith, OperationKey, Status, Success } from "../api/operations";
import type { components } from "../api/schema.gen";

/** A server for tests, typed by its document: what it answers to an operation, and what was sent to it. */

type Problem = components["schemas"]["Problem"];

/** What an operation is answered, once. */
export interface Handler {
  key: OperationKey;
  response: (sent: Sent) => Response;
}

/** A success; `body` is null where the document has none, and may depend on what was sent. */
export function answers<Key extends OperationKey, S extends Status<Key> & Success>(
  key: Key,
  status: S,
  body: AnswerWith<Key, S> | ((sent: Sent) => AnswerWith<Key, S>),
): Handler {
  return {
    key,
    response: (sent) => {
      const said = body instanceof Function ? body(sent) : body;
      return said === null ? new Response(null, { status }) : Response.json(said, { status });
    },
  };
}

/** Statuses that any operation may answer when the server is in trouble. */
type Trouble = 429 | 500 | 502 | 503 | 504;
/** The other fields of a problem; some have their own. */
type OtherFields = Partial<Omit<Problem, "status" | "code">> & Readonly<Record<string, unknown>>;

function problemBody(status: number, code: ErrorCode, others: OtherFields): Problem {
  const message = others.message ?? "No.";
  return {
    type: `https://host.test/problems/${code.toLowerCase()}`,
    title: "No",
    status,
    detail: message,
    code,
    authErrorType: null,
    message,
    errors: [],
    ...others,
  };
}

/** A problem. */
export function problem<Key extends OperationKey>(
  key: Key,
  status: Exclude<Status<Key>, Success> | Trouble,
  code: ErrorCode,
  others: OtherFields = {},
): Handler {
  return { key, response: () => Response.json(problemBody(status, code, others), { status }) };
}

/** What a call rejects with that was answered so. */
export function refusal(status: number, code: ErrorCode, others: OtherFields = {}): FailedRequest {
  return failedAnswer(status, problemBody(status, code, others));
}

/** One request that the server got. */
export interface Sent {
  /** The method and the address below `/api/v1`, filled in. */
  call: string;
  query: URLSearchParams;
  /** What was sent as JSON, or as a form; null for nothing. */
  body: unknown;
  headers: Headers;
}

/** Whether a call is one of an operation's. */
function isOf(call: string, key: OperationKey): boolean {
  const [path = ""] = call.split("?");
  const parts = path.split("/");
  const wanted = key.split("/");
  return (
    parts.length === wanted.length &&
    wanted.every((part, at) => part === parts[at] || (part.startsWith("{") && parts[at] !== ""))
  );
}

/**
 * Stands in for the network from here on, and returns the requests as they come. Several answers to one operation are
 * used up in turn, the last one stays; a request without an answer fails like a lost connection.
 */
export function serve(...handlers: Handler[]): Sent[] {
  const sent: Sent[] = [];
  const left = [...handlers];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    const call = `${init.method} ${url.replace("/api/v1", "")}`;
    const body = typeof init.body === "string" ? (JSON.parse(init.body) as unknown) : (init.body ?? null);
    const { searchParams: query } = new URL(url, "https://host.test");
    const asked = { call, query, body, headers: new Headers(init.headers) };
    sent.push(asked);
    const [first, ...more] = left.filter(({ key }) => isOf(call, key));
    if (first === undefined) throw new TypeError(`nobody answers ${call}`);
    if (more.some(({ key }) => key === first.key)) left.splice(left.indexOf(first), 1);
    return first.response(asked);
  });
  return sent;
}
