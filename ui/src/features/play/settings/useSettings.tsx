import { createContext, type ReactNode, use } from "react";
import { useAction } from "../../../design/forms/useAction";
import type { Chat } from "../model/state";
import { useChat, usePlay } from "../PlayContext";
import type { SessionChange } from "../types";

interface Settings {
  session: Chat;
  /** Shows at once and is reverted when the server refuses. */
  set: (change: SessionChange) => void;
  /** Why the last change did not stay. */
  failure: string | null;
}

const Context = createContext<Pick<Settings, "set" | "failure"> | null>(null);

/** The settings of the story on screen, for everything inside. */
export function SettingsProvider({ children }: { children: ReactNode }) {
  const { story } = usePlay();
  const change = useAction((wanted: SessionChange) => story.changeSettings(wanted), {
    overlapping: true,
    onFailure: (failure, { themeID }) => {
      // Spec section 8: a theme that could not be set is logged, and not worn.
      if (themeID !== undefined) console.error("The theme of the story could not be set", failure);
      return false;
    },
  });
  const value = { set: (wanted: SessionChange) => void change.run(wanted), failure: change.failure };
  return <Context value={value}>{children}</Context>;
}

/** The settings of the story, and a way to change them. */
export function useSettings(): Settings {
  const session = useChat();
  const settings = use(Context);
  if (settings === null) throw new Error("useSettings is called outside of its provider");
  return { session, ...settings };
}
