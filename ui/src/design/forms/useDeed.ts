import { useState } from "react";

/** Something that a press asks for and that takes a while. */
export interface Deed {
  /** Whether it is under way. */
  busy: boolean;
  /** Why the last try came to nothing, for people to read. */
  failure: string | null;
  /** Tries it; a rejection becomes the failure. A press while one is under way changes nothing. */
  run: (deed: () => Promise<unknown>) => Promise<void>;
  /** Takes the failure away, once it is no longer true. */
  forget: () => void;
}

/** Keeps one deed of a form or a dialog: busy until it is done, and the words for it when it was not. */
export function useDeed(): Deed {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const run = async (deed: () => Promise<unknown>) => {
    if (busy) return;
    setBusy(true);
    setFailure(null);
    try {
      await deed();
    } catch (cause) {
      setFailure(cause instanceof Error ? cause.message : "That didn’t work.");
    } finally {
      setBusy(false);
    }
  };
  return { busy, failure, run, forget: () => setFailure(null) };
}
