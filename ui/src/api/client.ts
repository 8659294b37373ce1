import { FailedRequest, failedConnection, NO_VALID_TOKEN } from "./errors";
import { guestHeaders, storedGuest } from "./guest-store";
import { bodyOf, type RequestOptions, request } from "./http";
import type { Answer, Given, Input, OperationKey, ReadKey, Uri } from "./operations";
import type { Tokens } from "./tokens";

export interface SendOptions extends RequestOptions {
  /**
   * `none`: no token is sent. A refresh under way is waited for all the same: signing in and opening mailed links end the
   * session that it refreshes, and its refusal would sign out the person who has just signed in. `quiet`: with a token, but a failure
   * never sends the visitor to /signup; for what happens by itself, such as counting.
   */
  auth?: "none" | "quiet";
  /** Makes a repeated write count once (the server keeps the first answer for this key). */
  idempotencyKey?: string;
}

/** How a call goes, whatever the operation. */
export type Manner = Omit<SendOptions, "path" | "query" | "body">;
/** What an operation is called with, and how. */
export type CallOptions<Key extends OperationKey> = Input<Key> & Manner;

/** Leads a visitor who must sign in to /signup; the app provides it. `action`: they wanted to do something, not only look. */
type OnAuthRequired = (why: { action: boolean }) => void;

let tokens: Tokens | Promise<Tokens> | null = null;
let onAuthRequired: OnAuthRequired = () => undefined;

/** Hands in this tab's token manager; calls wait for one that is on its way. A visitor's tab has none. */
export function setTokens(next: Tokens | Promise<Tokens>): void {
  tokens = next;
}

export function setOnAuthRequired(next: OnAuthRequired): void {
  onAuthRequired = next;
}

function withHeaders(options: SendOptions, token: string | null): RequestOptions {
  const headers: Record<string, string> = { ...options.headers };
  if (options.idempotencyKey !== undefined) headers["idempotency-key"] = options.idempotencyKey;
  if (options.auth !== "none") {
    const guest = token === null ? storedGuest() : null;
    if (token !== null) headers.authorization = `Bearer ${token}`;
    else if (guest !== null) Object.assign(headers, guestHeaders(guest));
  }
  return { ...options, headers };
}

const isAction = (key: string) => !key.startsWith("GET ");

function noToken(): FailedRequest {
  return new FailedRequest({
    status: 401,
    type: "auth",
    message: NO_VALID_TOKEN,
    authErrorType: "missing_token",
    responseData: null,
  });
}

/** Without an account there is nothing to refresh: what needs one leads to /signup at once. */
async function asVisitor(key: string, options: SendOptions): Promise<Response> {
  try {
    return await request(key, withHeaders(options, null));
  } catch (cause) {
    if (failedConnection(cause).authErrorType !== null) leave(key, options);
    throw cause;
  }
}

/**
 * With this tab's token. On one of the four authentication errors the token is refreshed and the request made once more; when
 * that does not help, the visitor is sent to /signup (spec section 4) if they act or stand on a guarded screen: `onAuthRequired`
 * decides. A read that a stale session has spoilt is made again as a visitor's, so that no public page is lost to it.
 */
async function authorised(key: string, options: SendOptions, manager: Tokens): Promise<Response> {
  const token = await manager.get();
  // A save must not become a stranger's because the token could not be renewed.
  if (token === null && manager.watching && isAction(key)) throw noToken();
  try {
    return await request(key, withHeaders(options, token));
  } catch (cause) {
    if (failedConnection(cause).authErrorType === null) throw cause;
    return again(key, options, manager, token, failedConnection(cause));
  }
}

async function again(
  key: string,
  options: SendOptions,
  manager: Tokens,
  sent: string | null,
  first: FailedRequest,
): Promise<Response> {
  // Another call may have brought a new token since this one was sent.
  const newer = manager.cached === sent ? null : manager.cached;
  const token = newer ?? (await manager.refresh({ force: true }));
  if (token === null) {
    if (sent !== null && !isAction(key)) return request(key, withHeaders(options, null));
    if (!manager.watching) leave(key, options);
    throw first;
  }
  try {
    return await request(key, withHeaders(options, token));
  } catch (cause) {
    const { authErrorType } = failedConnection(cause);
    if (authErrorType === "invalid_token" || authErrorType === "missing_token") manager.clear();
    if (authErrorType !== null) leave(key, options);
    throw cause;
  }
}

function leave(key: string, options: SendOptions): void {
  if (options.auth !== "quiet") onAuthRequired({ action: isAction(key) });
}

async function deliver(key: string, options: SendOptions = {}): Promise<Response> {
  const isBare = options.auth === "none";
  const bare = () => request(key, withHeaders(options, null));
  if (tokens === null) return isBare ? bare() : asVisitor(key, options);
  const manager = await tokens;
  return manager.whenFree(isBare ? bare : () => authorised(key, options, manager));
}

/** Calls an operation and resolves to the answer itself, e.g. for a file; rejects with a `FailedRequest`. */
export const fetchResponse = deliver as <Key extends OperationKey>(
  key: Key,
  ...options: Given<CallOptions<Key>>
) => Promise<Response>;

/**
 * Calls an operation. Resolves to the parsed body (null for 204); rejects with a `FailedRequest`. The document is
 * the contract: a body is not checked twice.
 */
export function call<Key extends OperationKey>(
  key: Key,
  ...options: Given<CallOptions<Key>>
): Promise<Answer<Key>>;
export function call(key: string, options?: SendOptions): Promise<unknown> {
  return deliver(key, options).then(bodyOf);
}

/** Calls a reading operation by its address. */
export function read<Key extends ReadKey>(uri: Uri<Key>, manner?: Manner): Promise<Answer<Key>>;
export function read(uri: string, manner?: Manner): Promise<unknown> {
  return deliver(`GET ${uri}`, manner).then(bodyOf);
}
