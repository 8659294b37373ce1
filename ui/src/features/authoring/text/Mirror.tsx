import { memo, type Ref } from "react";
import s from "./MacroArea.module.css";
import { type MacroSpan, macroSpans } from "./macros";

/**
 * The macros of a line, as a text that is the same if they are: `3-11`, and `?` before those nobody knows.
 */
function marksOfLine(spans: readonly MacroSpan[], from: number, to: number): string {
  return spans
    .filter((span) => span.from < to && from < span.to)
    .map((span) => {
      const start = Math.max(span.from, from) - from;
      const end = Math.min(span.to, to) - from;
      return `${span.known ? "" : "?"}${start}-${end}`;
    })
    .join(" ");
}

/** The lines of a text with the macros in each. */
function linesOf(text: string): { text: string; marks: string }[] {
  const spans = macroSpans(text);
  let from = 0;
  let next = 0;
  return text.split("\n").map((line) => {
    const to = from + line.length;
    while ((spans[next]?.to ?? Number.POSITIVE_INFINITY) <= from) next++;
    let last = next;
    while ((spans[last]?.from ?? Number.POSITIVE_INFINITY) < to) last++;
    const marks = last === next ? "" : marksOfLine(spans.slice(next, last), from, to);
    from = to + 1;
    return { text: line, marks };
  });
}

interface LineProps {
  text: string;
  marks: string;
}

const Line = memo(function Line({ text, marks }: LineProps) {
  if (text === "")
    return (
      <div>
        <br />
      </div>
    );
  if (marks === "") return <div>{text}</div>;
  const parts = [];
  let at = 0;
  for (const mark of marks.split(" ")) {
    const known = !mark.startsWith("?");
    const [from = 0, to = 0] = mark.replace("?", "").split("-").map(Number);
    parts.push(
      text.slice(at, from),
      <mark key={from} className={known ? s.macro : s.unknown}>
        {text.slice(from, to)}
      </mark>,
    );
    at = to;
  }
  return (
    <div>
      {parts}
      {text.slice(at)}
    </div>
  );
});

/**
 * The same text once more behind a text area, unseen but for the tint behind its macros. A line that did not
 * change is not drawn again, however long the text is.
 */
export const Mirror = memo(function Mirror({ text, ref }: { text: string; ref: Ref<HTMLDivElement> }) {
  return (
    <div className={s.mirror} ref={ref} aria-hidden="true">
      {linesOf(text).map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name, and hold no state.
        <Line key={at} {...line} />
      ))}
    </div>
  );
});

/** Where a place of the text stands on the screen; null before it is drawn. */
export function placeInMirror(mirror: HTMLElement, text: string, at: number): DOMRect | null {
  const before = text.slice(0, at).split("\n");
  const line = mirror.children[before.length - 1];
  if (line === undefined) return null;
  let left = before.at(-1)?.length ?? 0;
  const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const length = node.textContent?.length ?? 0;
    if (left > length) {
      left -= length;
      continue;
    }
    const range = document.createRange();
    range.setStart(node, left);
    range.collapse(true);
    return range.getClientRects()[0] ?? range.getBoundingClientRect();
  }
  return line.getBoundingClientRect();
}
