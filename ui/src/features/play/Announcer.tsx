import { type Ref, useEffect, useImperativeHandle, useRef, useState } from "react";
import { usePlay } from "./PlayContext";
import { finishedSentences, portion } from "./sentences";
import { plainWords } from "./transcript/markdown";
import type { Message } from "./wire";

export interface AnnouncerHandle {
  say: (text: string) => void;
}

/** Time to read a portion out, in milliseconds a letter, and the least of it. */
const PER_LETTER_MS = 55;
const LEAST_MS = 1_200;
const MOST_LETTERS = 280;

/**
 * What a screen reader hears without asking: finished sentences of the reply that is being written, at a pace that can be
 * followed, and short notes of what has happened. A polite live region that holds one portion at a time.
 */
export function Announcer({ ref }: { ref: Ref<AnnouncerHandle> }) {
  const { story } = usePlay();
  const [text, setText] = useState("");
  const queue = useRef<string[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);

  const speak = useRef(() => {
    timer.current = undefined;
    if (queue.current.length === 0) return;
    const { text: next, rest } = portion(queue.current, MOST_LETTERS);
    queue.current = rest;
    setText(next);
    timer.current = setTimeout(() => speak.current(), Math.max(LEAST_MS, next.length * PER_LETTER_MS));
  });
  const add = useRef((sentences: readonly string[]) => {
    queue.current.push(...sentences);
    if (timer.current === undefined && queue.current.length > 0) speak.current();
  });

  useImperativeHandle(ref, () => ({ say: (words) => add.current([words]) }), []);
  useEffect(() => () => clearTimeout(timer.current), []);

  useEffect(() => {
    let id: string | null = null;
    let heard = 0;
    const hear = (message: Message, whole: boolean) => {
      const { sentences, next } = finishedSentences(message.content, heard, whole);
      heard = next;
      const spoken = sentences.map(plainWords).filter((sentence) => sentence.trim() !== "");
      add.current(spoken);
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
        if (heard === 0) add.current([`${message.name}:`]);
      }
      hear(message, false);
    });
  }, [story]);

  return (
    <div className="play-announcer" aria-live="polite" aria-atomic="true">
      {text}
    </div>
  );
}
