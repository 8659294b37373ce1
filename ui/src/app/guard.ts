import type { QueryClient } from "@tanstack/react-query";
import { setOnAuthRequired } from "../api/client";
import { storedGuest } from "../api/guest-store";
import {
  currentSession,
  isOvertaken,
  onSessionEnd,
  onUserChange,
  type SessionEnd,
  sessionKnown,
} from "../api/session";
import { holdPage, navigate } from "../lib/navigation";
import { paths } from "../lib/paths";
import { matchRow } from "./match";
import type { Guard } from "./routes";

/** Spec 2.2: guests with a stored session may see the screens that allow them. */
function guestMayEnter(guard: Guard): boolean {
  return guard === "none" || (guard === "authOrGuest" && storedGuest() !== null);
}

/** Whether the present visitor may see a screen. An error while finding out counts as nobody signed in. */
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
  setOnAuthRequired(({ action }) => {
    if (action || !mayStay()) navigate(paths.signUpFirst(here()));
  });
  onSessionEnd((why) => {
    const path = afterEnd(why);
    if (path === null) return;
    // A full load: nothing of the person stays in this tab's memory, nor what they have not saved.
    holdPage(null);
    location.replace(path);
  });
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted && isOvertaken()) location.reload();
  });
  onUserChange((change) => {
    if (change === "arrived") dropVisitorData(client);
    // Once the screen has taken notice, so that what only the person asked for is not asked for again.
    else setTimeout(() => dropPersonalData(client));
  });
}

/** A visitor has signed in and is about to move on: what is on screen is fetched again when it is next shown. */
function dropVisitorData(client: QueryClient): void {
  client.removeQueries({ type: "inactive" });
  void client.invalidateQueries({ refetchType: "none" });
}

function dropPersonalData(client: QueryClient): void {
  client.removeQueries({ type: "inactive" });
  if (mayStay()) void client.invalidateQueries({ refetchType: "active" });
  // Somebody else took over in another tab: a guarded screen starts again, as theirs.
  else if (currentSession().state !== "signedOut") {
    holdPage(null);
    location.reload();
  }
}
