// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { storageKeys } from "../config/cookies";
import { answers, problem, type Sent, serve } from "../testing/api";
import { aMe } from "../testing/people";
import type { OperationKey } from "./operations";
import type { AuthSession, Viewer } from "./person";

const identity = (id: string) => ({
  id,
  email: `${id}@example.org`,
  emailVerified: true,
  totpEnabled: false,
  totpRequired: false,
  hasPassword: true,
  providers: [],
});
const session = (id: string, hasRecord = true): AuthSession => ({
  hasRecord,
  accessToken: `token of ${id}`,
  expiresIn: 3_600,
  identity: identity(id),
});
const meOf = (id: string) =>
  aMe({ userID: `user ${id}`, authorname: id, username: id.toUpperCase(), shekels: 5 });
const viewer: Viewer = {
  userID: "user ann",
  authorname: "ann",
  username: "ANN",
  avatarUrl: null,
  roles: ["USER"],
  showNSFW: false,
  shekels: 5,
};

const known = (id: string) => answers("GET /users/me", 200, meOf(id));
const made = answers("POST /users/", 201, meOf("ann"));

let sent: Sent[] = [];

/** The other tabs, as this one sends to them and receives from them. */
class Channel {
  static all: Channel[] = [];
  static posted: unknown[] = [];
  onmessage: ((event: { data: unknown }) => void) | null = null;
  constructor() {
    Channel.all.push(this);
  }
  postMessage(data: unknown): void {
    Channel.posted.push(data);
  }
  close(): void {
    this.onmessage = null;
  }
}

/** A message of another tab. */
const hear = (data: unknown) => {
  for (const channel of Channel.all) channel.onmessage?.({ data });
};

/** A tab that has just been opened: fresh modules. */
async function tab() {
  vi.resetModules();
  return import("./session");
}

const named = (name: OperationKey) => sent.filter(({ call }) => call === name);

beforeEach(() => {
  sent = serve();
  Channel.all = [];
  Channel.posted = [];
  localStorage.clear();
  sessionStorage.clear();
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  vi.stubGlobal("BroadcastChannel", Channel);
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("a browser without an account is signed out, and asks the server nothing", async () => {
  const { startSession, currentSession } = await tab();
  await startSession(null);
  expect(currentSession().state).toBe("signedOut");
  expect(sent).toEqual([]);
});

test("whom the server rendered for is signed in at once, and confirmed a moment later", async () => {
  sent = serve(answers("POST /auth/refresh", 200, session("ann")), known("ann"));
  const { startSession, currentSession } = await tab();
  const started = startSession(viewer);
  expect(currentSession()).toMatchObject({ state: "signedIn", viewer, me: null });
  await started;
  expect(currentSession()).toMatchObject({ state: "signedIn", me: { shekels: 5 }, identity: { id: "ann" } });
  expect(localStorage.getItem(storageKeys.account)).toBe("ann");
});

test("a person without a record gets one, with the adult preference and what brought them", async () => {
  for (const cookie of ["showNSFW=true", "campaign=vibe", "exID=e1", "grID=g1"]) {
    // biome-ignore lint/suspicious/noDocumentCookie: what the page itself would have written.
    document.cookie = cookie;
  }
  sent = serve(problem("GET /users/me", 404, "USER_NOT_FOUND"), made);
  const { startSession, signIn, currentSession } = await tab();
  await startSession(null);
  expect(await signIn(session("ann"))).toBe("new");
  expect(named("POST /users/")[0]?.body).toEqual({
    showNSFW: true,
    campaign: "vibe",
    exID: "e1",
    grID: "g1",
  });
  expect(currentSession().viewer?.username).toBe("ANN");
});

test("a newcomer's record is made without asking for one that cannot be there", async () => {
  sent = serve(made);
  const { startSession, signIn, currentSession } = await tab();
  await startSession(null);
  expect(await signIn(session("ann", false))).toBe("new");
  expect(sent.map(({ call }) => call)).toEqual(["POST /users/"]);
  expect(currentSession().viewer?.username).toBe("ANN");
});

test("a person with a record signs in", async () => {
  sent = serve(known("ann"));
  const { startSession, signIn } = await tab();
  await startSession(null);
  expect(await signIn(session("ann"))).toBe("login");
  expect(named("POST /users/")).toEqual([]);
});

test("a suspended account is never made anew", async () => {
  sent = serve(problem("GET /users/me", 423, "ACCOUNT_SUSPENDED", { message: "user not found" }));
  const { startSession, signIn, currentSession, onSessionEnd } = await tab();
  const ends: string[] = [];
  await startSession(null);
  onSessionEnd((why) => ends.push(why));
  await expect(signIn(session("ann"))).rejects.toMatchObject({ status: 423 });
  expect(named("POST /users/")).toEqual([]);
  expect(currentSession().state).toBe("signedOut");
  expect(ends).toEqual(["suspended"]);
});

test("a session that the server no longer knows ends, and the browser drops the account", async () => {
  sent = serve(problem("POST /auth/refresh", 401, "UNAUTHENTICATED", { authErrorType: "invalid_token" }));
  const { startSession, currentSession, onSessionEnd } = await tab();
  const ends: string[] = [];
  onSessionEnd((why) => ends.push(why));
  await startSession(viewer);
  expect(currentSession().state).toBe("signedOut");
  expect(ends).toEqual(["expired"]);
  expect(localStorage.getItem(storageKeys.account)).toBeNull();
});

test("when the server cannot be asked, whom it rendered for stays signed in", async () => {
  vi.useFakeTimers();
  const { startSession, currentSession } = await tab();
  const started = startSession(viewer);
  await vi.advanceTimersByTimeAsync(3_000);
  await started;
  expect(currentSession().state).toBe("signedIn");
  vi.useRealTimers();
});

test("signing out clears everything, here and in the other tabs", async () => {
  sent = serve(known("ann"), answers("POST /auth/sign-out", 204, null));
  const { startSession, signIn, signOut, currentSession, onUserChange } = await tab();
  await startSession(null);
  await signIn(session("ann"));
  const changed = vi.fn();
  onUserChange(changed);
  await signOut();
  expect(currentSession()).toEqual({ state: "signedOut", viewer: null, me: null, identity: null });
  expect(changed).toHaveBeenCalled();
  expect(Channel.posted.at(-1)).toEqual({ kind: "over" });
  expect(localStorage.getItem(storageKeys.account)).toBeNull();
});

test("signing out that does not reach the server changes nothing", async () => {
  sent = serve(known("ann"));
  const { startSession, signIn, signOut, currentSession } = await tab();
  await startSession(null);
  await signIn(session("ann"));
  await expect(signOut()).rejects.toMatchObject({ status: 0 });
  expect(currentSession().state).toBe("signedIn");
});

test("another tab's sign-in, change of person and sign-out are followed", async () => {
  sent = serve(known("ann"), known("bob"));
  const { startSession, currentSession, onUserChange } = await tab();
  await startSession(null);
  const changed = vi.fn();
  onUserChange(changed);
  hear({ kind: "session", session: session("ann"), at: Date.now() });
  await vi.waitFor(() => expect(currentSession().viewer?.authorname).toBe("ann"));
  changed.mockClear();
  hear({ kind: "session", session: session("bob"), at: Date.now() });
  await vi.waitFor(() => expect(currentSession().viewer?.authorname).toBe("bob"));
  expect(changed).toHaveBeenCalled();
  hear({ kind: "over" });
  expect(currentSession().state).toBe("signedOut");
});

test("a token that another tab obtained is taken instead of asking the server", async () => {
  localStorage.setItem(storageKeys.refreshed, JSON.stringify({ at: Date.now() - 1_000, tab: "other" }));
  sent = serve(known("ann"));
  const { startSession, currentSession } = await tab();
  const started = startSession(viewer);
  await vi.waitFor(() => expect(Channel.posted).toContainEqual({ kind: "ask" }));
  hear({ kind: "session", session: session("ann"), at: Date.now() - 1_000 });
  await started;
  expect(currentSession().identity?.id).toBe("ann");
  expect(named("POST /auth/refresh")).toEqual([]);
});

test("the list, the word or the number makes an admin (spec section 6)", async () => {
  const { isAdmin } = await tab();
  const admins = [{ roles: ["user", "Admin"] }, { roles: [], role: "ADMIN" }, { roles: [], role: 0 }];
  const others = [
    null,
    { roles: [] },
    { roles: ["MODERATOR"], role: 1 },
    { roles: [], role: null },
    { roles: [], role: "0" },
  ];
  expect(admins.map(isAdmin)).toEqual([true, true, true]);
  expect(others.map(isAdmin)).toEqual(others.map(() => false));
});

test("a newer version of one's own record shows everywhere", async () => {
  sent = serve(known("ann"));
  const { startSession, signIn, updateMe, currentSession, isAdmin } = await tab();
  await startSession(null);
  await signIn(session("ann"));
  updateMe((me) => ({ ...me, shekels: 7, roles: ["ADMIN"] }));
  expect(currentSession().viewer).toMatchObject({ shekels: 7 });
  expect(isAdmin(currentSession().viewer)).toBe(true);
});
