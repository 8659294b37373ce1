import { Lexer, type MarkedToken, type Token, Tokenizer, type Tokens } from "marked";

/**
 * Story text is markdown without the parts that could carry more than words: no raw HTML (a tag is text like any other), no
 * addresses that turn into links by themselves, no definitions that show nothing. What comes out is a list of values; the
 * renderer makes elements of the few kinds that it knows and text of all others, so no markup is ever handed to the browser.
 */
class StoryTokenizer extends Tokenizer {
  override html = never;
  override tag = never;
  override autolink = never;
  override url = never;
  override def = never;
  override reflink = never;
  override table = never;
  override lheading = never;
  /** Indented lines are prose; code stands in fences. */
  override code = never;
  override del(src: string, maskedSrc: string, prevChar?: string): Tokens.Del | undefined {
    return src.startsWith("~~") ? super.del(src, maskedSrc, prevChar) : undefined;
  }
}

function never(): undefined {
  return undefined;
}

/** A block that is longer is shown as it was written: nobody's prose has paragraphs of that size. */
const LONGEST_BLOCK = 12_000;
/** Deeper quotes and lists than this are cut flat before they are read. */
const DEEPEST = 12;
const TOO_DEEP = new RegExp(
  `^((?:[ \\t]*(?:>|[-+*][ \\t]|\\d{1,9}[.)][ \\t])){${DEEPEST}})(?:[ \\t]*(?:>|[-+*][ \\t]|\\d{1,9}[.)][ \\t]))+`,
  "gm",
);
/** A block with more marks than this is taken as plain text, not as emphasis. */
const MOST_MARKS = 400;

/** Whether a block is shown as it was written. */
function isPlain(source: string): boolean {
  return source.length > LONGEST_BLOCK || (source.match(/[*_~`[\]]/g)?.length ?? 0) > MOST_MARKS;
}

/** What one block of text consists of. */
export function parseBlock(source: string): MarkedToken[] {
  if (isPlain(source)) return plain(source);
  const tokens = new Lexer({ gfm: true, tokenizer: new StoryTokenizer() }).lex(
    source.replace(TOO_DEEP, "$1"),
  );
  return Array.from(tokens, known);
}

/** The lexer's list also names what extensions could add; there are none. */
export const known = (token: Token): MarkedToken => token as MarkedToken;

function plain(text: string): MarkedToken[] {
  return [
    { type: "paragraph", raw: text, text, tokens: [{ type: "text", raw: text, text, escaped: false }] },
  ];
}

/** Blocks that are read one by one; what comes after them is read as one. */
const MOST_BLOCKS = 120;

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const LIST_ITEM = /^ {0,3}(?:[-+*]|\d{1,9}[.)])[ \t]/;

/**
 * Splits a text where a blank line ends a block, so that a text that grows keeps all blocks but its last as they are. Fenced
 * code stays whole, and so do the indented lines of a list.
 */
export function splitBlocks(text: string): string[] {
  const blocks: string[] = [];
  let lines: string[] = [];
  let fence: string | null = null;
  let gap = 0;
  const close = () => {
    if (lines.length > 0) blocks.push(lines.join("\n"));
    lines = [];
  };
  for (const line of text.split(/\r\n|\r|\n/)) {
    const mark = FENCE.exec(line)?.[1];
    if (fence !== null) {
      lines.push(line);
      if (mark?.startsWith(fence)) fence = null;
      continue;
    }
    if (line.trim() === "") {
      gap += 1;
      continue;
    }
    if (gap > 0) {
      const goesOn = /^[ \t]{2,}/.test(line) && LIST_ITEM.test(lines[0] ?? "");
      if (goesOn) lines.push(...Array<string>(gap).fill(""));
      else close();
      gap = 0;
    }
    if (mark !== undefined) fence = mark;
    lines.push(line);
  }
  close();
  if (blocks.length <= MOST_BLOCKS) return blocks;
  return [...blocks.slice(0, MOST_BLOCKS), blocks.slice(MOST_BLOCKS).join("\n\n")];
}

/** Marks that come in pairs, the longer first. */
const PAIRS = ["**", "__", "~~", "*", "_"] as const;

/**
 * A text that is still being written, with the marks closed that are open: `*He turns` shows as emphasis from its first
 * character, not as an asterisk that vanishes later. A mark that nothing follows yet is left out.
 */
export function closeMarks(text: string): string {
  if (isPlain(text)) return text;
  const open: string[] = [];
  let at = 0;
  let code = false;
  while (at < text.length) {
    const here = text[at];
    if (here === "\\") {
      at += 2;
      continue;
    }
    if (here === "`") {
      code = !code;
      at += 1;
      continue;
    }
    const mark = code ? undefined : PAIRS.find((each) => text.startsWith(each, at));
    if (mark === undefined) {
      at += 1;
      continue;
    }
    const before = text[at - 1] ?? " ";
    const after = text[at + mark.length] ?? " ";
    if (open.at(-1) === mark && !/\s/.test(before)) open.pop();
    else if (!/\s/.test(after) && !(mark.startsWith("_") && /\w/.test(before))) open.push(mark);
    else if (at + mark.length >= text.length && /\s/.test(before))
      return closeMarks(text.slice(0, at).trimEnd());
    at += mark.length;
  }
  const body = text.trimEnd();
  const tail = text.slice(body.length);
  return body + (code ? "`" : "") + open.toReversed().join("") + tail;
}

/** Addresses a link may lead to. */
export function safeAddress(url: string): string | null {
  try {
    const { protocol, href, username, password } = new URL(url);
    if (username !== "" || password !== "") return null;
    return protocol === "https:" || protocol === "http:" ? href : null;
  } catch {
    return null;
  }
}

const STORED = /^\/media\/[\w-]+(?:[./][\w-]+)*$/;

/** Whether an address is that of a picture that is stored here. */
export const isStored = (url: string): boolean => STORED.test(url);

/** The words of a token, without any of its marks. */
export function wordsOf(token: MarkedToken): string {
  switch (token.type) {
    case "br":
      return "\n";
    case "space":
    case "hr":
      return "";
    case "list":
      return token.items.map(wordsOf).join("\n");
    default: {
      const inner = "tokens" in token ? token.tokens : undefined;
      if (inner !== undefined && inner.length > 0) return inner.map((each) => wordsOf(known(each))).join("");
      return "text" in token ? token.text : token.raw;
    }
  }
}

/** What a reader hears of a text: its words, in sentences. */
export function plainText(text: string): string {
  return splitBlocks(text)
    .map((block) => parseBlock(block).map(wordsOf).join("\n"))
    .join("\n");
}
