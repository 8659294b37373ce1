import { useMemo } from "react";
import { usePlay } from "../PlayContext";
import type { Message } from "../types";

/** What can be asked for about a message, apart from what opens something. */
export interface LineActions {
  regenerate: (message: Message, more?: { note?: string; speakerId?: string }) => void;
  goOn: (message: Message) => void;
  retry: (message: Message) => void;
  copy: (message: Message) => void;
}

/** The same object for as long as the story is on screen. */
export function useLineActions(): LineActions {
  const { story, announce } = usePlay();
  return useMemo(
    () => ({
      regenerate: ({ id }, more = {}) => void story.act({ kind: "regenerate", messageId: id, ...more }),
      goOn: ({ id }) => void story.act({ kind: "continue", messageId: id }),
      retry: ({ id }) => void story.act({ kind: "retry", messageId: id }),
      copy: ({ content }) =>
        void navigator.clipboard.writeText(content).then(
          () => announce("Copied"),
          () => announce("Couldn’t copy"),
        ),
    }),
    [story, announce],
  );
}
