import { useEffect, useState } from "react";
import type { AuthSession } from "../../api/person";
import { rememberReturnTo, returnToOf } from "../../api/returnTo";
import { completeSignIn } from "./afterSignIn";

/** Coming in: `leaving` from the moment a session is there until the next page takes the place of this one. */
export function useEntry(): { leaving: boolean; enter: (session: AuthSession) => Promise<void> } {
  const [leaving, setLeaving] = useState(false);
  const enter = async (session: AuthSession) => {
    setLeaving(true);
    try {
      await completeSignIn(session);
    } catch (cause) {
      setLeaving(false);
      throw cause;
    }
  };
  return { leaving, enter };
}

/** Keeps in mind where the visitor was going when they were asked to sign in. */
export function useReturnTo(): void {
  useEffect(() => {
    const next = returnToOf(location.search);
    if (next !== null) rememberReturnTo(next);
  }, []);
}
