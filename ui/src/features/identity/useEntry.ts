import { useEffect, useState } from "react";
import { nextOf, rememberNext } from "../../api/next";
import type { AuthSession } from "../../api/person";
import { arrive } from "./arrive";

/** Coming in: `leaving` from the moment a session is there until the next page takes the place of this one. */
export function useEntry(): { leaving: boolean; enter: (session: AuthSession) => Promise<void> } {
  const [leaving, setLeaving] = useState(false);
  const enter = async (session: AuthSession) => {
    setLeaving(true);
    try {
      await arrive(session);
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
    const next = nextOf(location.search);
    if (next !== null) rememberNext(next);
  }, []);
}
