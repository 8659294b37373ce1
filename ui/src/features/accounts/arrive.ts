import { storedGuest } from "../../api/guest-store";
import { takeNext } from "../../api/next";
import type { AuthSession } from "../../api/person";
import { signIn } from "../../api/session";
import { navigate } from "../../lib/navigation";
import { paths } from "../../lib/paths";
import { dropTicket } from "./ticket";

/** Takes a new session, brings along what was played as a guest, and moves on: newcomers to their welcome, others to where they were going. */
export async function arrive(session: AuthSession): Promise<void> {
  const result = await signIn(session);
  dropTicket();
  if (storedGuest() !== null) {
    const { claimGuest } = await import("../../api/guest");
    await claimGuest();
  }
  navigate(result === "new" ? paths.welcome : (takeNext() ?? paths.home), { replace: true });
}
