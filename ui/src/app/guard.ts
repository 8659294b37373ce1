import type { QueryClient } from "@tanstack/react-query";
import { setDoor } from "../api/client";
import { storedGuest } from "../api/guest-store";
import { onSessionEnd, onUserChange, type SessionEnd, sessionKnown } from "../api/session";
import { navigate } from "../lib/navigation";
import { paths } from "../lib/paths";
import { matchRow } from "./match";
import type { Guard } from "./routes";

/** Spec 2.2: guests with a stored session may see the screens that allow them. */
function guestMayEnter(guard: Guard): boolean {
  return guard === "none" || (guard === "authOrGuest" && storedGuest() !== null);
}

/** Whether whoever is here may see a screen. An error while finding out counts as nobody signed in. */
export async function mayEnter(guard: Guard): Promise<boolean> {
  if (guard === "none") return true;
  const session = await sessionKnown().catch(() => null);
  return session?.state === "signedIn" || guestMayEnter(guard);
}

const here = () => location.pathname + location.search;
const mayStay = () => guestMayEnter(matchRow(location.pathname).row.guard);

/** Where the end of a session leads; null: the page on screen is everyone's and stays. */
function afterEnd(why: SessionEnd): string | null {
  if (why === "suspended") return paths.suspended;
  if (mayStay()) return null;
  return why === "signedOut" ? paths.home : paths.signUpFirst(here());
}

/**
 * Lets the session act on the screen: an action without an account, or a guarded screen whose session is over, leads to
 * /signup; what was fetched for one person is not shown to the next.
 */
export function followSession(client: QueryClient): void {
  setDoor(({ action }) => {
    if (action || !mayStay()) navigate(paths.signUpFirst(here()));
  });
  onSessionEnd((why) => {
    const path = afterEnd(why);
    if (path !== null) navigate(path, { replace: true });
  });
  onUserChange(() => {
    client.removeQueries({ type: "inactive" });
    void client.invalidateQueries({ type: "active" });
  });
}
