import { createContext, use, useSyncExternalStore } from "react";
import type { Identity, Me, Viewer } from "./person";

/**
 * Who is signed in, in exactly one state. `signedIn` has a `viewer` always (name, picture, roles: what a first paint needs);
 * `me` and `identity` arrive a moment later. `unknown` looks like `signedOut` and lasts until start-up has asked.
 */
export type Session =
  | { state: "unknown"; viewer: null; me: null; identity: null }
  | { state: "signedOut"; viewer: null; me: null; identity: null }
  | { state: "signedIn"; viewer: Viewer; me: Me | null; identity: Identity | null };

export const UNKNOWN: Session = { state: "unknown", viewer: null, me: null, identity: null };
export const SIGNED_OUT: Session = { state: "signedOut", viewer: null, me: null, identity: null };

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

/** For `session.ts` and `session-core.ts`, as the next two. */
export function setSession(next: Session): void {
  current = next;
  for (const listener of listeners) listener();
}

export function userChanged(change: UserChange): void {
  for (const listener of changers) listener(change);
}

export function ended(why: SessionEnd): void {
  const was = current.state;
  setSession(SIGNED_OUT);
  if (was === "signedIn") userChanged("replaced");
  if (was === "signedIn" || why === "suspended") for (const listener of enders) listener(why);
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
  const { userID, authorname, username, avatar_url, role, roles, showNSFW, shekels } = me;
  return { userID, authorname, username, avatarUrl: avatar_url, role, roles, showNSFW, shekels };
}

/**
 * Spec section 6: the list of roles contains ADMIN in any case, or the one role is the word ADMIN or the number of that role. The
 * server decides again on every call.
 */
export function isAdmin(viewer: Pick<Viewer, "role" | "roles"> | null): boolean {
  if (viewer === null) return false;
  const { role, roles } = viewer;
  return role === 0 || role === "ADMIN" || roles.some((name) => name.toUpperCase() === "ADMIN");
}

/** Shows one's own record as the server has just answered it, everywhere: after PATCH /users/me and the like. */
export function setMe(me: Me): void {
  if (current.state !== "signedIn") return;
  setSession({ state: "signedIn", viewer: viewerOf(me), me, identity: current.identity });
}

/** Changes a part of it at once: a new balance, a new picture, or what is about to be saved. */
export function updateMe(change: (me: Me) => Me): void {
  if (current.me !== null) setMe(change(current.me));
}

/** Shows a newer version of the credentials (second step switched on, e-mail changed). */
export function updateIdentity(identity: Identity): void {
  if (current.state === "signedIn") setSession({ ...current, identity });
}
