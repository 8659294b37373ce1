/**
 * A very small markup for texts: paragraphs, `*emphasis*`, `**strong**`, for our own texts `[label](/path)`, and where
 * authors may put pictures `![words](/media/key)`, a picture that is stored here.
 *
 * It exists so that authors' texts can be emphasised without raw HTML ever being possible: the result is a
 * list of plain values, and whatever is not a mark stays text. Linear in the length of its input.
 */
export type Inline =
  | string
  | { mark: "em" | "strong"; text: string }
  | { mark: "link"; text: string; href: string }
  | { mark: "picture"; text: string; src: string };

/** Splits a text at blank lines. Single line breaks inside a paragraph are kept as they are. */
export function paragraphs(text: string): string[] {
  return text
    .split(/\r?\n[ \t]*\r?\n/)
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

// Longest label that is still read as a link; the bound keeps a run of "[" from being scanned again and again.
const MARKS =
  /\*\*([^*]+)\*\*|\*([^*]+)\*|!\[([^\][\n]{0,500})\]\((\/media\/[^)\s]{1,300})\)|\[([^\][\n]{1,120})\]\((\/(?!\/)[^)\s]{0,300})\)/g;

/**
 * The marks of one paragraph. Links are read only when `links` is on: other people's texts have none. Pictures are read
 * only when `pictures` is on.
 */
export function inline(text: string, links = false, pictures = false): Inline[] {
  if (!text.includes("*") && !text.includes("[")) return text === "" ? [] : [text];
  const out: Inline[] = [];
  let plain = "";
  let last = 0;
  for (const match of text.matchAll(MARKS)) {
    const [whole, strong, em, shows, src, label, href] = match;
    plain += text.slice(last, match.index);
    last = match.index + whole.length;
    if ((href !== undefined && !links) || (src !== undefined && !pictures)) {
      plain += whole;
      continue;
    }
    if (plain !== "") out.push(plain);
    plain = "";
    if (strong !== undefined) out.push({ mark: "strong", text: strong });
    else if (em !== undefined) out.push({ mark: "em", text: em });
    else if (src !== undefined) out.push({ mark: "picture", text: shows ?? "", src });
    else out.push({ mark: "link", text: label ?? "", href: href ?? "/" });
  }
  plain += text.slice(last);
  if (plain !== "") out.push(plain);
  return out;
}

/** The text without its marks and pictures, on one line: for descriptions and alternative texts. */
export function plainText(text: string): string {
  return inline(text, true, true)
    .map((part) => {
      if (typeof part === "string") return part;
      return part.mark === "picture" ? "" : part.text;
    })
    .join("")
    .replace(/\s+/g, " ")
    .trim();
}

/**
 * Shortens a text to at most `max` characters at a word's end, with an ellipsis when something was left out.
 * Never splits a surrogate pair.
 */
export function excerpt(text: string, max: number): string {
  const flat = plainText(text);
  // A character takes one or two units: only as many are taken apart as can matter.
  if (flat.length <= max) return flat;
  const points = Array.from(flat.slice(0, 2 * max + 2));
  if (points.length <= max) return flat;
  const cut = points.slice(0, max - 1).join("");
  const space = cut.lastIndexOf(" ");
  const whole = space > max * 0.6 ? cut.slice(0, space) : cut;
  return `${whole.replace(/[\s,;:.–—-]+$/u, "")}…`;
}
