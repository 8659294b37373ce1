import { SESSION_CHANNEL, storageKeys } from "../config/cookies";
import { setTokens } from "./client";
import type { AuthSession, Viewer } from "./person";
import {
  currentSession,
  renderedSession,
  type Session,
  type SessionEnd,
  SIGNED_OUT,
  type SignInResult,
  setSession,
} from "./session-store";

/** The session, for everybody: who is signed in, and the ways in and out. */

export type { Identity, Me, Viewer } from "./person";
export {
  currentSession,
  isAdmin,
  onSessionEnd,
  onUserChange,
  renderedSession,
  type Session,
  type SessionEnd,
  SessionProvider,
  type SignInResult,
  setMe,
  type UserChange,
  updateIdentity,
  updateMe,
  useSession,
  viewerOf,
} from "./session-store";

/** The part that only somebody's tab needs: tokens, other tabs, finding or making the record. */
const core = () => import("./session-core");

function loadCore(): ReturnType<typeof core> {
  visitorChannel?.close();
  visitorChannel = null;
  const loading = core();
  setTokens(loading.then(({ tokens }) => tokens));
  return loading;
}

/** A visitor's ear for the other tabs: when one of them signs in, so does this one. */
let visitorChannel: BroadcastChannel | null = null;

/** Takes the session that signing in brought, here and in the other tabs, and finds or makes the person's record. */
export async function signIn(session: AuthSession): Promise<SignInResult> {
  return (await loadCore()).signIn(session);
}

/**
 * Ends the session on the server, then here and in every other tab. Rejects, with nothing changed, if the server cannot
 * be reached.
 */
export async function signOut(): Promise<void> {
  return (await loadCore()).signOut();
}

/** What the server ended by itself (everywhere, deletion): only this browser has to follow. */
export async function leaveSession(why: SessionEnd = "signedOut"): Promise<void> {
  (await loadCore()).leaveSession(why);
}

/** Takes the new session that changing the password answers with. */
export async function replaceSession(session: AuthSession): Promise<void> {
  (await loadCore()).replaceSession(session);
}

/** Whether another person than this tab's is signed in in this browser, or nobody: a tab taken from the history may have slept. */
export function isOvertaken(): boolean {
  const account = localStorage.getItem(storageKeys.account);
  const { state, identity } = currentSession();
  return identity === null ? (account !== null) !== (state === "signedIn") : account !== identity.id;
}

let started: Promise<void> = Promise.resolve();

/** Resolves once it is known whether somebody is signed in; at once for pages the server rendered for somebody. */
export async function sessionKnown(): Promise<Session> {
  if (currentSession().state === "unknown") await started;
  return currentSession();
}

/** Resolves once start-up has read the person's record, or has failed to; at once for visitors. */
export async function recordRead(): Promise<Session> {
  const { state, me } = currentSession();
  if (state !== "signedOut" && me === null) await started;
  return currentSession();
}

/**
 * Start-up (spec section 4): initialise, and sign in if this browser has an account. Resolves when that is settled and never
 * rejects for want of a server; nothing waits for it but guarded screens.
 */
export function startSession(viewer: Viewer | null): Promise<void> {
  setSession(renderedSession(viewer));
  if (viewer === null && localStorage.getItem(storageKeys.account) === null) {
    setSession(SIGNED_OUT);
    listenAsVisitor();
    started = Promise.resolve();
  } else {
    started = resume();
  }
  return started;
}

function listenAsVisitor(): void {
  visitorChannel = new BroadcastChannel(SESSION_CHANNEL);
  visitorChannel.onmessage = ({ data }: MessageEvent<{ kind: string; session: AuthSession }>) => {
    if (data.kind === "session") void loadCore().then((loaded) => loaded.takeOver(data.session));
  };
}

async function resume(): Promise<void> {
  try {
    await (await loadCore()).resume();
  } finally {
    if (currentSession().state === "unknown") setSession(SIGNED_OUT);
  }
}
