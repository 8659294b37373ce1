import type { Identity, Me, Viewer } from "./person";
import { currentSession, setSession } from "./session-store";

/** What a first paint shows of a person's own record. */
export function viewerOf(me: Me): Viewer {
  const { userID, authorname, username, avatar_url, role, roles, showNSFW, shekels } = me;
  return { userID, authorname, username, avatarUrl: avatar_url, role, roles, showNSFW, shekels };
}

/** Shows one's own record as the server has just answered it, everywhere: after PATCH /users/me and the like. */
export function setMe(me: Me): void {
  const { state, identity } = currentSession();
  if (state === "signedIn") setSession({ state, viewer: viewerOf(me), me, identity });
}

/** Changes a part of it at once: a new balance, a new picture, or what is about to be saved. */
export function updateMe(change: (me: Me) => Me): void {
  const { me } = currentSession();
  if (me !== null) setMe(change(me));
}

/** Shows a newer version of the credentials (second step switched on, e-mail changed). */
export function updateIdentity(identity: Identity): void {
  const session = currentSession();
  if (session.state === "signedIn") setSession({ ...session, identity });
}
