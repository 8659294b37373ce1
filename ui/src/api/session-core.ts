import { cookies, storageKeys } from "../config/cookies";
import { readCookie } from "../lib/cookies";
import { call } from "./client";
import { failedConnection } from "./errors";
import { bodyOf, request } from "./http";
import type { Answer, OperationKey } from "./operations";
import type { AuthSession, Me } from "./person";
import { adultConfirmed, mustConfirmAdult } from "./prefs";
import {
  currentSession,
  ended,
  type SessionEnd,
  type SignInResult,
  setSession,
  UNKNOWN,
  updateIdentity,
  userChanged,
  viewerOf,
} from "./session-store";
import { aloneAmongTabs, joinTabs, sessionOfOtherTab, shareOver, shareSession } from "./tabChannel";
import { backoffMs, REFRESH_TRIES } from "./token-rules";
import { Tokens } from "./tokens";
import { isUserNotFound } from "./user-not-found";

/** What happens to the session of somebody; visitors never load it. `session.ts` is the way in. */

const REFRESH = "POST /auth/refresh" satisfies OperationKey;
const REFRESH_TIMEOUT_MS = 8_000;

/** A page that is left in the middle must not lose the new refresh cookie: the old one is good for moments only. */
async function askForToken(): Promise<AuthSession> {
  const options = { timeoutMs: REFRESH_TIMEOUT_MS, keepalive: true };
  return (await bodyOf(await request(REFRESH, options))) as Answer<typeof REFRESH>;
}

/** This tab's token manager. */
export const tokens = new Tokens({
  now: () => Date.now(),
  fetch: askForToken,
  alone: aloneAmongTabs,
  ofOtherTab: sessionOfOtherTab,
  share: shareSession,
  onSession: (session) => confirmed(session).catch(unread),
  onRefused: () => {
    shareOver();
    end("expired");
  },
});

joinTabs({
  onSession: takeOver,
  onOver: () => end("signedOut"),
});

/** The identity whose record is being, or has been, asked for. */
let known: string | null = null;
let entering: Promise<SignInResult> | null = null;

/** A token has arrived for somebody: the person of before, or another. */
function confirmed(session: AuthSession): Promise<SignInResult> {
  const { identity } = session;
  if (known !== null && known !== identity.id) {
    setSession(UNKNOWN);
    userChanged("replaced");
  }
  const same = known === identity.id;
  known = identity.id;
  localStorage.setItem(storageKeys.account, identity.id);
  updateIdentity(identity);
  if (same && entering !== null) return entering;
  if (same && currentSession().me !== null) return Promise.resolve("login");
  const entry = enter(session).finally(() => {
    if (entering === entry) entering = null;
  });
  entering = entry;
  return entry;
}

function unread(cause: unknown): void {
  console.warn("The signed-in person's record could not be read", cause);
}

function end(why: SessionEnd): void {
  known = null;
  tokens.stop();
  localStorage.removeItem(storageKeys.account);
  ended(why);
}

/** What a new record begins with: the adult preference and what brought the person here (spec section 4, "Sign-in"). */
function firstRecord(jar: string) {
  return {
    showNSFW: adultConfirmed(jar, mustConfirmAdult()),
    campaign: readCookie(jar, cookies.campaign.name),
    exID: readCookie(jar, cookies.experiment.name),
    grID: readCookie(jar, cookies.experimentGroup.name),
  };
}

/** A newcomer has no record yet: asking for one would only leave a failed request in the console. */
async function findOrMakeMe(hasRecord: boolean): Promise<{ me: Me; result: SignInResult }> {
  for (let tries = 1; hasRecord; tries += 1) {
    try {
      return { me: await call("GET /users/me", { auth: "quiet" }), result: "login" };
    } catch (cause) {
      const failure = failedConnection(cause);
      if (isUserNotFound(failure)) break;
      if (tries >= REFRESH_TRIES || (failure.status > 0 && failure.status < 500)) throw failure;
      await new Promise((resolve) => setTimeout(resolve, backoffMs(tries)));
    }
  }
  const me = await call("POST /users/", { body: firstRecord(document.cookie), auth: "quiet" });
  return { me, result: "new" };
}

async function enter({ identity, hasRecord }: AuthSession): Promise<SignInResult> {
  try {
    const { me, result } = await findOrMakeMe(hasRecord);
    if (known !== identity.id) return result;
    const { viewer, me: saved } = currentSession();
    const before = viewer?.userID;
    // What was saved while this was read is newer.
    const newest = saved?.userID === me.userID ? saved : me;
    setSession({ state: "signedIn", viewer: viewerOf(newest), me: newest, identity });
    if (before !== me.userID) userChanged(before === undefined ? "arrived" : "replaced");
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

/**
 * Ends the session on the server, then here and in every other tab. Rejects, with nothing changed, if the server cannot
 * be reached.
 */
export async function signOut(): Promise<void> {
  await request("POST /auth/sign-out" satisfies OperationKey);
  shareOver();
  end("signedOut");
}

/** What the server ended by itself (everywhere, deletion): only this browser has to follow. */
export function leaveSession(why: SessionEnd): void {
  shareOver();
  end(why);
}

/** Takes the new session that changing the password answers with. */
export function replaceSession(session: AuthSession): void {
  tokens.adopt(session);
  shareSession(session);
  updateIdentity(session.identity);
}

/** Takes a session that another tab has obtained. */
export function takeOver(session: AuthSession): void {
  tokens.adopt(session);
  tokens.watch();
  confirmed(session).catch(unread);
}

/** Asks for a token, and for the person it belongs to. Never rejects. */
export async function resume(): Promise<void> {
  tokens.watch();
  await tokens.refresh({ force: true });
  await entering?.catch(() => undefined);
}
