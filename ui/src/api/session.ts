import { createContext, use, useSyncExternalStore } from "react";
import { cookies, storageKeys } from "../config/cookies";
import { readCookie } from "../lib/cookies";
import { send, setTokens } from "./client";
import { failedConnection, isUserNotFound } from "./errors";
import { bodyOf, request } from "./http";
import type { AuthSession, Identity, Me, Viewer } from "./person";
import { aloneAmongTabs, joinTabs, sessionOfOtherTab, shareOver, shareSession } from "./tabs";
import { backoffMs, REFRESH_TRIES } from "./token-rules";
import { Tokens } from "./tokens";

export type { Identity, Me, Viewer } from "./person";

/**
 * Who is signed in, in exactly one state. `signedIn` has a `viewer` always (name, picture, roles: what a first paint needs);
 * `me` and `identity` arrive a moment later. `unknown` looks like `signedOut` and lasts until start-up has asked.
 */
export type Session =
  | { state: "unknown"; viewer: null; me: null; identity: null }
  | { state: "signedOut"; viewer: null; me: null; identity: null }
  | { state: "signedIn"; viewer: Viewer; me: Me | null; identity: Identity | null };

const UNKNOWN: Session = { state: "unknown", viewer: null, me: null, identity: null };
const SIGNED_OUT: Session = { state: "signedOut", viewer: null, me: null, identity: null };

/** The session a page is first rendered with, on the server and while hydrating. */
export function renderedSession(viewer: Viewer | null): Session {
  return viewer === null ? UNKNOWN : { state: "signedIn", viewer, me: null, identity: null };
}

/** Why a session ended. */
export type SessionEnd = "signedOut" | "expired" | "suspended";

/** Spec section 4: a person signing in is either new here, or was here before. */
export type SignInResult = "new" | "login";

let current: Session = UNKNOWN;
const listeners = new Set<() => void>();
const enders = new Set<(why: SessionEnd) => void>();
const changers = new Set<(change: UserChange) => void>();

/** `arrived`: a visitor has become somebody. `replaced`: somebody is gone, or somebody else. */
export type UserChange = "arrived" | "replaced";

function set(next: Session): void {
  current = next;
  for (const listener of listeners) listener();
}

const Rendered = createContext<Session>(UNKNOWN);

/** Provides the session of the first render; the app does it once. */
export const SessionProvider = Rendered;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Browser only; components use `useSession`. */
export function currentSession(): Session {
  return current;
}

/** Who is signed in. While hydrating it is whom the server rendered for. */
export function useSession(): Session {
  const rendered = use(Rendered);
  return useSyncExternalStore(subscribe, currentSession, () => rendered);
}

/** Called when the signed-in person changes, is gone, or is new: what was fetched for the one before must go. */
export function onUserChange(listener: (change: UserChange) => void): () => void {
  changers.add(listener);
  return () => changers.delete(listener);
}

export function onSessionEnd(listener: (why: SessionEnd) => void): () => void {
  enders.add(listener);
  return () => enders.delete(listener);
}

/** What a first paint shows of a person's own record. */
export function viewerOf(me: Me): Viewer {
  const { userID, authorname, username, avatar_url, roles, showNSFW, shekels } = me;
  return { userID, authorname, username, avatarUrl: avatar_url, roles, showNSFW, shekels };
}

/** Admins by spec section 6, as far as the server's own list says so; the server decides again on every call. */
export function isAdmin(viewer: Viewer | null): boolean {
  return viewer?.roles.some((role) => role.toUpperCase() === "ADMIN") ?? false;
}

/** Shows one's own record as the server has just answered it, everywhere: after PATCH /users/me and the like. */
export function setMe(me: Me): void {
  if (current.state !== "signedIn") return;
  set({ state: "signedIn", viewer: viewerOf(me), me, identity: current.identity });
}

/** Changes a part of it at once: a new balance, a new picture, or what is about to be saved. */
export function updateMe(change: (me: Me) => Me): void {
  if (current.me !== null) setMe(change(current.me));
}

/** Shows a newer version of the credentials (second step switched on, e-mail changed). */
export function updateIdentity(identity: Identity): void {
  if (current.state === "signedIn") set({ ...current, identity });
}

const REFRESH_TIMEOUT_MS = 8_000;

/** A page that is left in the middle must not lose the new refresh cookie: the old one is good for moments only. */
async function askForToken(): Promise<AuthSession> {
  const options = { method: "POST", timeoutMs: REFRESH_TIMEOUT_MS, keepalive: true } as const;
  return (await bodyOf(await request("/auth/refresh", options))) as AuthSession;
}

let obtainedAt = 0;

const tokens = new Tokens({
  now: () => Date.now(),
  fetch: askForToken,
  alone: aloneAmongTabs,
  ofOtherTab: () => sessionOfOtherTab(obtainedAt),
  share: shareSession,
  onSession: (session) => confirmed(session).catch(unread),
  onRefused: () => {
    shareOver();
    end("expired");
  },
});

/** The identity whose record is being, or has been, asked for. */
let known: string | null = null;
let entering: Promise<SignInResult> | null = null;

/** A token has arrived for somebody: the person of before, or another. */
function confirmed(session: AuthSession): Promise<SignInResult> {
  obtainedAt = Date.now();
  const { identity } = session;
  if (known !== null && known !== identity.id) {
    set(UNKNOWN);
    changed("replaced");
  }
  const same = known === identity.id;
  known = identity.id;
  localStorage.setItem(storageKeys.account, identity.id);
  if (current.state === "signedIn") set({ ...current, identity });
  if (same && entering !== null) return entering;
  if (same && current.me !== null) return Promise.resolve("login");
  const entry = enter(identity).finally(() => {
    if (entering === entry) entering = null;
  });
  entering = entry;
  return entry;
}

function unread(cause: unknown): void {
  console.warn("The signed-in person's record could not be read", cause);
}

function changed(change: UserChange): void {
  for (const listener of changers) listener(change);
}

function end(why: SessionEnd): void {
  const was = current;
  known = null;
  obtainedAt = 0;
  tokens.stop();
  localStorage.removeItem(storageKeys.account);
  set(SIGNED_OUT);
  if (was.state === "signedIn") changed("replaced");
  if (was.state === "signedIn" || why === "suspended") for (const listener of enders) listener(why);
}

/** Whether another person than this tab's is signed in in this browser, or nobody: a tab taken from the history may have slept. */
export function isOvertaken(): boolean {
  return localStorage.getItem(storageKeys.account) !== known;
}

/** What a new record begins with: the adult preference and what brought the person here (spec section 4, "Sign-in"). */
function firstRecord(jar: string) {
  return {
    showNSFW: readCookie(jar, cookies.showNSFW.name) === "true",
    campaign: readCookie(jar, cookies.campaign.name),
    exID: readCookie(jar, cookies.experiment.name),
    grID: readCookie(jar, cookies.experimentGroup.name),
  };
}

async function findOrMakeMe(): Promise<{ me: Me; result: SignInResult }> {
  for (let tries = 1; ; tries += 1) {
    try {
      return { me: await send<Me>("/users/me", { auth: "quiet" }), result: "login" };
    } catch (cause) {
      const failure = failedConnection(cause);
      if (isUserNotFound(failure)) break;
      if (tries >= REFRESH_TRIES || (failure.status > 0 && failure.status < 500)) throw failure;
      await new Promise((resolve) => setTimeout(resolve, backoffMs(tries)));
    }
  }
  const me = await send<Me>("/users/", { method: "POST", body: firstRecord(document.cookie), auth: "quiet" });
  return { me, result: "new" };
}

async function enter(identity: Identity): Promise<SignInResult> {
  try {
    const { me, result } = await findOrMakeMe();
    if (known !== identity.id) return result;
    const before = current.viewer?.userID;
    set({ state: "signedIn", viewer: viewerOf(me), me, identity });
    if (before !== me.userID) changed(before === undefined ? "arrived" : "replaced");
    return result;
  } catch (cause) {
    const failure = failedConnection(cause);
    if (failure.status === 423 && known === identity.id) end("suspended");
    throw failure;
  }
}

/** Takes the session that signing in brought, here and in the other tabs, and finds or makes the person's record. */
export async function signIn(session: AuthSession): Promise<SignInResult> {
  tokens.clear();
  tokens.adopt(session);
  tokens.watch();
  shareSession(session);
  return confirmed(session);
}

/** Ends the session on the server, then here and in every other tab. Rejects, with nothing changed, if the server cannot be told. */
export async function signOut(): Promise<void> {
  await request("/auth/sign-out", { method: "POST" });
  shareOver();
  end("signedOut");
}

/** What the server ended by itself (everywhere, deletion): only this browser has to follow. */
export function leaveSession(why: SessionEnd = "signedOut"): void {
  shareOver();
  end(why);
}

/** Takes the new session that changing the password answers with. */
export function replaceSession(session: AuthSession): void {
  tokens.adopt(session);
  shareSession(session);
  updateIdentity(session.identity);
}

let started: Promise<void> = Promise.resolve();

/** Resolves once it is known whether somebody is signed in; at once for pages the server rendered for somebody. */
export async function sessionKnown(): Promise<Session> {
  if (current.state === "unknown") await started;
  return current;
}

/**
 * Start-up (spec section 4): initialise, and sign in if this browser has an account. Resolves when that is settled and never
 * rejects for want of a server; nothing waits for it but guarded screens.
 */
export function startSession(viewer: Viewer | null): Promise<void> {
  current = renderedSession(viewer);
  setTokens(tokens);
  joinTabs({
    onSession: (session) => {
      tokens.adopt(session);
      tokens.watch();
      confirmed(session).catch(unread);
    },
    onOver: () => end("signedOut"),
  });
  started = resume(viewer);
  return started;
}

async function resume(viewer: Viewer | null): Promise<void> {
  if (viewer === null && localStorage.getItem(storageKeys.account) === null) {
    tokens.stop();
    set(SIGNED_OUT);
    return;
  }
  tokens.watch();
  await tokens.refresh({ force: true });
  await entering?.catch(() => undefined);
  if (current.state === "unknown") set(SIGNED_OUT);
}
