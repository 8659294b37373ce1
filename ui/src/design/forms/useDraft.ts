import { useState } from "react";

/** Where drafts are kept: a `Map` for as long as the page is open, or something that lasts longer. */
export interface DraftStore {
  get(key: string): string | undefined;
  set(key: string, text: string): unknown;
  delete(key: string): unknown;
}

interface Draft {
  text: string;
  write: (text: string) => void;
  /** The draft is saved or given up: the next one begins with what is stored by then. */
  drop: () => void;
}

/** A text that is kept while it is written: closing its editor and opening it again loses nothing. */
export function useDraft(store: DraftStore, key: string, saved: string): Draft {
  const [text, setText] = useState(() => store.get(key) ?? saved);
  const write = (next: string) => {
    setText(next);
    store.set(key, next);
  };
  return { text, write, drop: () => void store.delete(key) };
}
