import { storedGuest } from "../../api/guest-store";
import { hasIntent } from "../../api/pendingIntent";
import type { AuthSession } from "../../api/person";
import { takeReturnTo } from "../../api/returnTo";
import { signIn } from "../../api/session";
import { navigate } from "../../lib/navigation";
import { paths } from "../../lib/paths";
import { dropTicket } from "./signUpTicket";

/** Takes a new session, brings along what was played as a guest, and moves on: newcomers to their welcome, others to where they were going. */
export async function completeSignIn(session: AuthSession): Promise<void> {
  const result = await signIn(session);
  dropTicket();
  const stories = storedGuest() === null ? 0 : await bringStories();
  const next = takeReturnTo() ?? (stories > 0 ? paths.stories : paths.home);
  // A newcomer's welcome shows the way back into what they began as a guest; who wanted to do something goes back and does it.
  navigate(result === "new" && !hasIntent() ? paths.welcome : next, { replace: true });
}

async function bringStories(): Promise<number> {
  const { claimGuest } = await import("../../api/guest");
  return (await claimGuest()).stories;
}
