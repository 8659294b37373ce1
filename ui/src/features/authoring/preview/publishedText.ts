import type { DraftActor } from "../types";

/**
 * Texts as they are published, so that an author sees them as readers will: the server's rules
 * (`publishing/shown.rs`, `card_fields/references.rs`), step by step.
 */

/** What shows a picture; the names of the groups follow the server's. */
const FORMS = new RegExp(
  [
    String.raw`\{\{\s*(?:img|image|emotion|asset|bg)\s*::?\s*[^{}]*?\s*\}\}`,
    String.raw`<img\s*=\s*["']?[^"'<>]*["']?\s*/?>`,
    String.raw`<img\b[^<>]*?\bsrc\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>]+)[^<>]*>`,
    String.raw`!\[[^\[\]]*\]\(\s*<?[^\s()<>]+(?:\([^\s()<>]*\)[^\s()<>]*)*>?[^()]*\)`,
    String.raw`embedd?ed://[^\s"'<>(){}\[\]]+`,
    String.raw`__asset:[\w./-]+`,
    String.raw`data:image/[\w.+-]+(?:;[\w=.+-]+)*,[\w+/=%-]*`,
    String.raw`(?<link>https?://[^\s"'<>(){}\[\]]+)`,
  ].join("|"),
  "gi",
);

const PICTURE = /\.(?:png|jpe?g|gif|webp|avif|apng|bmp|svg)$/i;

/** Other addresses stay in texts. */
const isPicture = (address: string) =>
  PICTURE.test((address.split(/[?#]/)[0] ?? "").replace(/[.,;:!]+$/, ""));

/** Stand where a picture, and a line break within it, was cut out: characters that no text has. */
const CUT = "\uFFFF";
const CUT_BREAK = "\uFFFE";

/** A text without pictures. A line that holds nothing else is left out. */
export function withoutPictures(text: string): string {
  let isCut = false;
  const cut = text.replace(FORMS, (found, ...rest) => {
    const { link } = rest.at(-1) as { link?: string };
    if (link !== undefined && !isPicture(link)) return found;
    isCut = true;
    // A picture may be written over several lines: each of them has lost something.
    return found.split("\n").fill(CUT).join(CUT_BREAK);
  });
  if (!isCut) return text;
  const kept = (line: string) => line.replace(/[\uFFFE\uFFFF]/g, "");
  const lines = cut.match(/[^\n\uFFFE]*[\n\uFFFE]|[^\n\uFFFE]+$/g) ?? [];
  return lines
    .filter((line) => !line.includes(CUT) || kept(line).trim() !== "")
    .map(kept)
    .join("");
}

/** A text of an actor's, or that they speak, as it is published: their nickname stands for `{{char}}`. */
export function asPublished(actor: DraftActor | undefined, text: string): string {
  const shown = withoutPictures(text);
  const nickname = actor?.nickname.trim() ?? "";
  return nickname === "" ? shown : shown.replace(/\{\{[cC]har\}\}|<BOT>|<bot>/g, () => nickname);
}
