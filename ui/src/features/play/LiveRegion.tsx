import { type Ref, useEffect, useImperativeHandle, useState } from "react";
import { usePlay } from "./PlayContext";
import { finishedSentences } from "./sentences";
import { Speech } from "./speech";
import { plainText } from "./transcript/markdown";
import type { Message } from "./types";

/** What the rest of the play announces through. */
export interface LiveRegionHandle {
  /** Announces something after the present announcement. */
  say: (text: string) => void;
}

/**
 * What a screen reader hears without asking: finished sentences of the reply that is being written, at a pace that can be
 * followed, and short notes of what has happened. A polite live region that holds one portion at a time.
 */
export function LiveRegion({ ref }: { ref: Ref<LiveRegionHandle> }) {
  const { story } = usePlay();
  const [text, setText] = useState("");
  const [speech] = useState(() => new Speech(setText));

  useImperativeHandle(ref, () => ({ say: (words) => speech.add([words]) }), [speech]);
  useEffect(() => () => speech.stop(), [speech]);

  useEffect(() => {
    let id: string | null = null;
    let heard = 0;
    const hear = (message: Message, whole: boolean) => {
      const { sentences, next } = finishedSentences(message.content, heard, whole);
      heard = next;
      speech.add(sentences.map(plainText).filter((sentence) => sentence.trim() !== ""));
    };
    return story.subscribe(() => {
      const writing = story.state.turn?.writing ?? null;
      if (id !== null && id !== writing) {
        const ended = story.message(id);
        if (ended !== undefined) hear(ended, true);
        id = null;
      }
      if (writing === null) return;
      const message = story.message(writing);
      if (message === undefined) return;
      if (id === null) {
        id = writing;
        heard = message.content.length;
        if (heard === 0) speech.add([`${message.name}:`]);
      }
      hear(message, false);
    });
  }, [story, speech]);

  return (
    <div className="sr-only" aria-live="polite" aria-atomic="true">
      {text}
    </div>
  );
}
