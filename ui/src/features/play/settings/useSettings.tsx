import { createContext, type ReactNode, use, useMemo, useState } from "react";
import { failedConnection } from "../../../api/errors";
import type { Chat } from "../model/state";
import { type Play, useChat, usePlay } from "../PlayContext";
import type { SessionChange } from "../wire";

interface Settings {
  session: Chat;
  /** Shows at once and is taken back when the server says no. */
  set: (change: SessionChange) => void;
  /** Why the last change did not stay. */
  failure: string | null;
}

const Context = createContext<Pick<Settings, "set" | "failure"> | null>(null);

function changer(story: Play["story"], fail: (failure: string | null) => void) {
  return (change: SessionChange): void => {
    fail(null);
    story.changeSettings(change).catch((cause: unknown) => {
      // Spec section 8: a theme that could not be set is logged, and not worn.
      if (change.themeID !== undefined) console.error("The theme of the story could not be set", cause);
      fail(failedConnection(cause).message);
    });
  };
}

/** The settings of the story on stage, for everything inside. */
export function SettingsProvider({ children }: { children: ReactNode }) {
  const { story } = usePlay();
  const [failure, setFailure] = useState<string | null>(null);
  const set = useMemo(() => changer(story, setFailure), [story]);
  const value = useMemo(() => ({ set, failure }), [set, failure]);
  return <Context value={value}>{children}</Context>;
}

/** The settings of the story, and a way to change them. */
export function useSettings(): Settings {
  const session = useChat();
  const settings = use(Context);
  if (settings === null) throw new Error("useSettings is called outside of its provider");
  return { session, ...settings };
}
