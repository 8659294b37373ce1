import { useEffect, useState } from "react";
import { failedConnection } from "../../../api/errors";
import type { Answer } from "../../../api/operations";
import { TextField } from "../../../design/forms/Field";
import { playApi } from "../api";
import { usePlay } from "../PlayContext";
import { useJump } from "../panels/useJump";
import s from "./StorySearch.module.css";

type Found = Answer<"GET /stories/{id}/search">;
type State =
  | { kind: "empty" }
  | { kind: "asking" }
  | { kind: "found"; found: Found }
  | { kind: "failed"; message: string };

/** The story is searched this soon after the last keystroke, in milliseconds. */
const PAUSE_MS = 200;

/** Finds messages of this story, on every branch: the browser's own search sees only what is on screen. */
export default function StorySearch() {
  const { story, chatID } = usePlay();
  const jump = useJump();
  const [text, setText] = useState("");
  const [state, setState] = useState<State>({ kind: "empty" });
  const words = text.trim();

  useEffect(() => {
    if (words === "") {
      setState({ kind: "empty" });
      return;
    }
    const asked = new AbortController();
    const timer = setTimeout(async () => {
      setState((now) => (now.kind === "found" ? now : { kind: "asking" }));
      try {
        const found = await playApi.search(chatID, words, asked.signal);
        if (!asked.signal.aborted) setState({ kind: "found", found });
      } catch (cause) {
        if (!asked.signal.aborted) setState({ kind: "failed", message: failedConnection(cause).message });
      }
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      asked.abort();
    };
  }, [words, chatID]);

  return (
    <div className={s.search} data-story-search>
      <TextField
        label="Search in this story"
        type="search"
        name="q"
        value={text}
        autoComplete="off"
        enterKeyHint="search"
        autoFocus
        dir="auto"
        onChange={(event) => setText(event.target.value)}
      />
      <p className={s.count} role="status">
        {announcementOf(state)}
      </p>
      {state.kind === "found" && (
        <ol className={s.list}>
          {state.found.results.map(({ messageId, name, snippet }) => (
            <li key={messageId}>
              <button type="button" className={s.hit} onClick={() => jump(() => story.goTo(messageId))}>
                <span className={s.name} dir="auto">
                  {name}
                </span>
                <span className={s.text} dir="auto">
                  {marked(snippet, words)}
                </span>
              </button>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

function announcementOf(state: State): string {
  switch (state.kind) {
    case "empty":
      return "Finds words and parts of words, on every branch.";
    case "asking":
      return "Searching";
    case "failed":
      return state.message;
    case "found": {
      const { results, hasMore } = state.found;
      if (results.length === 0) return "No message has all of these words.";
      if (hasMore) return `The latest ${results.length} messages. Add a word to narrow it down.`;
      return results.length === 1 ? "1 message" : `${results.length} messages, newest first`;
    }
  }
}

/** The text with the words in it marked, as far as they stand there as they were typed. */
function marked(text: string, words: string) {
  const parts = words
    .split(/\s+/)
    .filter((word) => word !== "")
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const pieces = text.split(new RegExp(`(${parts.join("|")})`, "iu"));
  // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text have no other name, and never change places.
  return pieces.map((piece, at) => (at % 2 === 1 ? <mark key={at}>{piece}</mark> : piece));
}
