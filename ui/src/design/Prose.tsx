import type { ReactNode } from "react";
import { inline, paragraphs } from "../lib/prose";

interface InlineTextProps {
  text: string;
  /** Reads `[label](/path)` too; only for our own texts. */
  links?: boolean;
}

/** One run of text with its marks. Never raw HTML: whatever is not a mark stays text. */
export function InlineText({ text, links = false }: InlineTextProps): ReactNode {
  const parts = inline(text, links);
  if (parts.length === 1 && typeof parts[0] === "string") return parts[0];
  return parts.map((part, index) => {
    // The parts of a constant text never change places, so their position is their identity.
    const key = index;
    if (typeof part === "string") return part;
    if (part.mark === "link") {
      return (
        <a key={key} href={part.href}>
          {part.text}
        </a>
      );
    }
    return part.mark === "strong" ? <strong key={key}>{part.text}</strong> : <em key={key}>{part.text}</em>;
  });
}

/** Paragraphs of a text that somebody wrote; each finds its own writing direction. */
export function Prose({ text, className }: { text: string; className?: string }): ReactNode {
  return paragraphs(text).map((paragraph, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the paragraphs of a text never change places.
    <p key={index} dir="auto" className={className}>
      <InlineText text={paragraph} />
    </p>
  ));
}
