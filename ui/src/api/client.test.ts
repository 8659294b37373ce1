// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { call, setOnAuthRequired, setTokens } from "./client";
import { keepGuest } from "./guest-store";
import type { AuthSession, Identity } from "./person";
import { Tokens } from "./tokens";

const identity: Identity = {
  id: "i1",
  email: "ann@example.org",
  emailVerified: true,
  totpEnabled: false,
  totpRequired: false,
  hasPassword: true,
  providers: [],
};
const session = (accessToken: string): AuthSession => ({
  accessToken,
  expiresIn: 3_600,
  identity,
  hasRecord: true,
});

interface Sent {
  uri: string;
  method: string;
  headers: Record<string, string>;
  body: unknown;
}

/** What was sent, and the answers that come back, in turn. */
let sent: Sent[] = [];
let answers: Response[] = [];
/** Happens once, while the first answer is on its way. */
let onSent: (() => void) | null = null;
const onAuthRequired = vi.fn();

function problem(status: number, authErrorType: string | null): Response {
  return Response.json({ status, title: "No", authErrorType }, { status });
}

const ok = (body: unknown = { ok: true }) => Response.json(body);

function tokensWith(refresh: () => Promise<AuthSession>): Tokens {
  return new Tokens({
    now: () => Date.now(),
    fetch: refresh,
    alone: (run) => run(),
    ofOtherTab: async () => null,
    share: () => undefined,
    onSession: () => undefined,
    onRefused: () => tokens.stop(),
  });
}

let tokens: Tokens;
const refresh = vi.fn<() => Promise<AuthSession>>();

function signedIn(): void {
  tokens.adopt(session("t1"));
  tokens.watch();
}

beforeEach(() => {
  sent = [];
  answers = [];
  onAuthRequired.mockReset();
  refresh.mockReset().mockResolvedValue(session("t2"));
  tokens = tokensWith(refresh);
  setTokens(tokens);
  setOnAuthRequired(onAuthRequired);
  localStorage.clear();
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  vi.stubGlobal("fetch", async (uri: string, init: RequestInit) => {
    const headers = Object.fromEntries(new Headers(init.headers).entries());
    sent.push({ uri, method: init.method ?? "GET", headers, body: init.body });
    onSent?.();
    onSent = null;
    const answer = answers.shift();
    if (answer === undefined) throw new TypeError("nobody answers");
    return answer;
  });
});

afterEach(() => {
  tokens.stop();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** A call that only reads, and one that does something. */
const READ = "GET /dashboard";
const ACTION = "POST /auth/sign-out-everywhere";

const bearers = () => sent.map(({ headers }) => headers.authorization ?? null);

test("a visitor's read goes without a token", async () => {
  answers = [ok({ a: 1 })];
  expect(await call(READ)).toEqual({ a: 1 });
  expect(sent[0]).toMatchObject({ uri: "/api/v1/dashboard", method: "GET" });
  expect(bearers()).toEqual([null]);
  expect(sent[0]?.headers["x-timezone"]).toBeTruthy();
});

test("somebody's call carries the bearer and its JSON; a form goes as it is", async () => {
  signedIn();
  answers = [ok(), ok()];
  await call("POST /library/folders", { body: { name: "a" }, idempotencyKey: "k1" });
  await call("POST /stories/import", { body: new FormData() });
  expect(bearers()).toEqual(["Bearer t1", "Bearer t1"]);
  expect(sent[0]).toMatchObject({
    body: '{"name":"a"}',
    headers: { "content-type": "application/json", "idempotency-key": "k1" },
  });
  expect(sent[1]?.headers["content-type"]).toBeUndefined();
});

test("204 is null", async () => {
  answers = [new Response(null, { status: 204 })];
  expect(await call("DELETE /users/me/avatar")).toBeNull();
});

test.each(["missing_token", "expired_token", "invalid_token", "general_auth_error"])(
  "on %s the token is refreshed and the request made once more",
  async (type) => {
    signedIn();
    answers = [problem(401, type), ok()];
    expect(await call(ACTION)).toEqual({ ok: true });
    expect(bearers()).toEqual(["Bearer t1", "Bearer t2"]);
    expect(refresh).toHaveBeenCalledTimes(1);
    expect(onAuthRequired).not.toHaveBeenCalled();
  },
);

test("a 401 that has nothing to do with the token is not tried again", async () => {
  signedIn();
  answers = [problem(401, null)];
  await expect(call("POST /auth/totp/remove", { body: { password: "p", code: "1" } })).rejects.toMatchObject({
    status: 401,
    authErrorType: null,
  });
  expect(sent).toHaveLength(1);
});

test("403 is not tried again", async () => {
  signedIn();
  answers = [problem(403, null)];
  await expect(call(READ)).rejects.toMatchObject({ status: 403 });
  expect(sent).toHaveLength(1);
});

test("once only: a second refusal leads to /signup, and clears the cache for invalid and missing", async () => {
  signedIn();
  answers = [problem(401, "expired_token"), problem(401, "invalid_token")];
  await expect(call(ACTION)).rejects.toMatchObject({ authErrorType: "invalid_token" });
  expect(sent).toHaveLength(2);
  expect(tokens.cached).toBeNull();
  expect(onAuthRequired).toHaveBeenCalledExactlyOnceWith({ action: true });
});

test("when the session is over, an action leads to /signup", async () => {
  signedIn();
  refresh.mockImplementation(async () => {
    throw (await import("./errors")).failedAnswer(401, { authErrorType: "invalid_token" });
  });
  answers = [problem(401, "expired_token")];
  await expect(call(ACTION)).rejects.toMatchObject({ authErrorType: "expired_token" });
  expect(onAuthRequired).toHaveBeenCalledExactlyOnceWith({ action: true });
});

test("when the session is over, a read is made again as a visitor's: the page stays", async () => {
  signedIn();
  refresh.mockImplementation(async () => {
    throw (await import("./errors")).failedAnswer(401, { authErrorType: "invalid_token" });
  });
  answers = [problem(401, "expired_token"), ok({ public: true })];
  expect(await call(READ)).toEqual({ public: true });
  expect(bearers()).toEqual(["Bearer t1", null]);
  expect(onAuthRequired).not.toHaveBeenCalled();
});

test("a visitor's read that needs an account asks for a sign-in, and not as an action", async () => {
  refresh.mockImplementation(async () => {
    throw (await import("./errors")).failedAnswer(401, { authErrorType: "missing_token" });
  });
  answers = [problem(401, "missing_token")];
  await expect(call("GET /users/me")).rejects.toMatchObject({ authErrorType: "missing_token" });
  expect(onAuthRequired).toHaveBeenCalledExactlyOnceWith({ action: false });
});

test("what happens by itself never sends anybody away", async () => {
  refresh.mockImplementation(async () => {
    throw (await import("./errors")).failedAnswer(401, { authErrorType: "missing_token" });
  });
  answers = [problem(401, "missing_token")];
  await expect(call(ACTION, { auth: "quiet" })).rejects.toMatchObject({
    status: 401,
  });
  expect(onAuthRequired).not.toHaveBeenCalled();
});

test("a save is not sent as a stranger's when the token cannot be renewed", async () => {
  vi.useFakeTimers();
  tokens.watch();
  refresh.mockRejectedValue(new TypeError("offline"));
  const save = expect(call("PATCH /users/me", { body: {} })).rejects.toMatchObject({
    message: "Failed to get valid authentication token",
    authErrorType: "missing_token",
  });
  await vi.advanceTimersByTimeAsync(3_000);
  await save;
  expect(sent).toEqual([]);
  expect(onAuthRequired).not.toHaveBeenCalled();
  vi.useRealTimers();
});

test("a token that another call has brought meanwhile is used without a further refresh", async () => {
  signedIn();
  answers = [problem(401, "expired_token"), ok()];
  onSent = () => tokens.adopt(session("t9"));
  await call(ACTION);
  expect(bearers()).toEqual(["Bearer t1", "Bearer t9"]);
  expect(refresh).not.toHaveBeenCalled();
});

test("what opens or ends the session waits for a refresh under way", async () => {
  signedIn();
  let arrive: (session: AuthSession) => void = () => undefined;
  refresh.mockReturnValue(new Promise((resolve) => (arrive = resolve)));
  const refreshing = tokens.refresh({ force: true });
  answers = [ok()];
  const mailed = call("POST /auth/verify-email", { body: { token: "t" }, auth: "none" });
  await Promise.resolve();
  expect(sent).toEqual([]);
  arrive(session("t2"));
  await Promise.all([refreshing, mailed]);
  expect(bearers()).toEqual([null]);
});

test("a guest's call carries the guest token and the device, an account's does not", async () => {
  keepGuest({ guestSessionId: "g1", deviceHash: "d1", expiresAt: Date.now() + 60_000 });
  answers = [ok(), ok()];
  await call(READ);
  signedIn();
  await call(READ);
  expect(sent.map(({ headers }) => headers["guest-token"] ?? null)).toEqual(["g1", null]);
  expect(sent[0]?.headers["device-hash"]).toBe("d1");
  expect(document.cookie).toContain("guest=true");
});

test("an expired guest session is not sent", async () => {
  keepGuest({ guestSessionId: "g1", deviceHash: "d1", expiresAt: Date.now() - 1 });
  answers = [ok()];
  await call(READ);
  expect(sent[0]?.headers["guest-token"]).toBeUndefined();
});

test("the seconds of Retry-After are kept", async () => {
  answers = [Response.json({ title: "Slow" }, { status: 429, headers: { "retry-after": "12" } })];
  await expect(call(READ)).rejects.toMatchObject({ status: 429, retryAfterSecs: 12 });
});

test("without a token manager, as in a visitor's tab, an action that needs an account leads to /signup at once", async () => {
  vi.resetModules();
  const fresh = await import("./client");
  fresh.setOnAuthRequired(onAuthRequired);
  answers = [problem(401, "missing_token"), problem(401, "missing_token")];
  await expect(fresh.call(ACTION)).rejects.toMatchObject({
    authErrorType: "missing_token",
  });
  expect(onAuthRequired).toHaveBeenCalledExactlyOnceWith({ action: true });
  await expect(fresh.call(ACTION, { auth: "quiet" })).rejects.toMatchObject({ status: 401 });
  expect(onAuthRequired).toHaveBeenCalledTimes(1);
  expect(refresh).not.toHaveBeenCalled();
});
