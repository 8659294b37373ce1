import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { readUri } from "../../api/address";
import { failedConnection } from "../../api/errors";
import { keyOf } from "../../api/query";
import { reads } from "../../api/reads";
import { usePlay } from "./PlayContext";

/** A name that the player is giving themselves. */
export interface Naming {
  name: string;
  setName: (name: string) => void;
  busy: boolean;
  /** Why the name could not be kept. */
  error: string | null;
  /** Keeps the name; false where it could not be kept, or is being kept already. */
  save: () => Promise<boolean>;
}

/** What the player wants to be called, in this story and those to come: asked for once, and changed at any time. */
export function useNaming(known: string, onDone: () => void): Naming {
  const { story } = usePlay();
  const client = useQueryClient();
  const [name, setName] = useState(known);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);

  const save = async () => {
    if (busy) return false;
    setBusy(true);
    setError(null);
    try {
      await story.namePlayer(name.trim());
      // It is a persona of theirs: the profile, which sends all of them at once, must not send the old one.
      void client.invalidateQueries({ queryKey: keyOf(readUri(reads.me)) });
      onDone();
      return true;
    } catch (cause) {
      const failure = failedConnection(cause);
      setError(failure.fieldMessage("/name") ?? failure.message);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { name, setName, busy, error, save };
}
