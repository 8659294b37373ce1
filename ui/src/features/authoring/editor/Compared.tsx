import { useEffect, useRef } from "react";
import options from "../../../design/forms/Options.module.css";
import { cx } from "../../../lib/classes";
import { hunksBetween } from "../model/texts";
import s from "./Compared.module.css";

/** What stands above the first difference when a long text is shown, in pixels: a line, about. */
const ABOVE = 28;

/** One version of a text: what the other version has differently is marked, and a long text begins there. */
export function Compared({ text, other }: { text: string; other: string }) {
  const box = useRef<HTMLSpanElement>(null);
  // Not a layout effect: those of what is in a dialog come before it is open, when nothing has a place.
  // biome-ignore lint/correctness/useExhaustiveDependencies: other texts differ elsewhere.
  useEffect(() => {
    const mark = box.current?.querySelector("mark");
    if (box.current && mark) box.current.scrollTop = mark.offsetTop - ABOVE;
  }, [text, other]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what is longer than its box is scrolled by keys.
    <span className={cx(options.text, s.text)} dir="auto" ref={box} tabIndex={0}>
      {passagesOf(text, other).map(({ at, words, isOwn }) =>
        isOwn ? (
          <mark key={at} className={s.own}>
            {words}
          </mark>
        ) : (
          words
        ),
      )}
    </span>
  );
}

interface Passage {
  at: number;
  words: string;
  /** The other version has it differently. */
  isOwn: boolean;
}

/** A text in passages. What only the other version has is an empty one, so that its place is known. */
function passagesOf(text: string, other: string): Passage[] {
  const hunks = hunksBetween(text, other) ?? [{ at: 0, removed: text }];
  let from = 0;
  const passages: Passage[] = [];
  for (const { at, removed } of hunks) {
    passages.push({ at: from, words: text.slice(from, at), isOwn: false });
    passages.push({ at, words: removed, isOwn: true });
    from = at + removed.length;
  }
  return [...passages, { at: from, words: text.slice(from), isOwn: false }];
}
