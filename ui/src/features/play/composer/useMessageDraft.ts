import {
  type Dispatch,
  type RefObject,
  type SetStateAction,
  useCallback,
  useEffect,
  useRef,
  useState,
} from "react";
import { draftOf, keepDraft } from "../drafts";
import { useChat, usePlay } from "../PlayContext";

/** A draft is kept this soon after the last keystroke. */
const KEEP_MS = 250;

/** What is being written in the composer. */
export interface MessageDraft {
  text: string;
  /** Shows a text that is not the player's own, or not to be kept yet. */
  show: Dispatch<SetStateAction<string>>;
  /** The player changed the words: they are kept, as another message than the one that was sent. */
  change: (next: string) => void;
  /** Keeps these words in this browser; "" removes them. */
  keep: (text: string, sentAs: string | null) => void;
  /** The id the words were sent under while nobody knows whether they arrived. */
  sentAs: RefObject<string | null>;
}

/** The text of the composer. It is kept in this browser, so that neither a reload nor a failure loses a word. */
export function useMessageDraft(): MessageDraft {
  const { story, chatID } = usePlay();
  const owner = useChat().userID ?? "guest";
  const [text, show] = useState("");
  const sentAs = useRef<string | null>(null);
  const keep = useCallback(
    (words: string, as: string | null) => keepDraft(owner, chatID, words, as),
    [owner, chatID],
  );

  // What was left unsent, here or before a reload.
  useEffect(() => {
    const draft = draftOf(owner, chatID);
    if (draft === null) return;
    // It did arrive after all: then it stands in the transcript and not here too.
    const arrived =
      draft.sentAs !== null &&
      story.messages.slice(-6).some(({ origin, content }) => origin === "said" && content === draft.text);
    if (arrived) keep("", null);
    else {
      show(draft.text);
      sentAs.current = draft.sentAs;
    }
  }, [owner, chatID, story, keep]);

  useEffect(() => {
    if (text === "") return;
    const timer = setTimeout(() => keep(text, sentAs.current), KEEP_MS);
    return () => clearTimeout(timer);
  }, [text, keep]);

  const change = useCallback(
    (next: string) => {
      // Changed words are another message.
      sentAs.current = null;
      show(next);
      if (next === "") keep("", null);
    },
    [keep],
  );
  return { text, show, change, keep, sentAs };
}
