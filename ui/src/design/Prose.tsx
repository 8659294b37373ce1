import type { ReactNode } from "react";
import { inline, paragraphs } from "../lib/prose";
import { StoredPicture } from "./StoredPicture";

interface InlineTextProps {
  text: string;
  /** Reads `[label](/path)` too; only for our own texts. */
  links?: boolean;
  /** Shows `![words](/media/key)` too; only where authors may put pictures. */
  pictures?: boolean;
}

/** One run of text with its marks. Never raw HTML: whatever is not a mark stays text. */
export function InlineText({ text, links = false, pictures = false }: InlineTextProps): ReactNode {
  const parts = inline(text, links, pictures);
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
    if (part.mark === "picture") return <StoredPicture key={key} src={part.src} alt={part.text} />;
    return part.mark === "strong" ? <strong key={key}>{part.text}</strong> : <em key={key}>{part.text}</em>;
  });
}

interface ProseProps {
  text: string;
  className?: string;
  /** As of `InlineText`. */
  pictures?: boolean;
}

/** Paragraphs of a text that somebody wrote; each finds its own writing direction. */
export function Prose({ text, className, pictures = false }: ProseProps): ReactNode {
  return paragraphs(text).map((paragraph, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the paragraphs of a text never change places.
    <p key={index} dir="auto" className={className}>
      <InlineText text={paragraph} pictures={pictures} />
    </p>
  ));
}
