import type { LoreRecord, PartRecord, PromptRecord } from "../types";

/** Parts of one kind, together: what was read, and what was left out. */
export interface PartGroup {
  part: string;
  title: string;
  /** Tokens of what was kept. */
  tokens: number;
  kept: number;
  dropped: number;
  items: PartRecord[];
  /** Which of the tints it is drawn in. */
  tone: number;
}

/** Tints of the bar and its legend. */
const TONES = 8;

const TITLES: Readonly<Record<string, string>> = {
  system: "Instructions",
  scenario: "Scenario",
  cast: "Cast",
  speaker: "Speaker",
  persona: "Your persona",
  constantLore: "Always-on lore",
  examples: "Example dialogue",
  facts: "Pinned facts",
  summary: "Summary",
  history: "Story so far",
  triggeredLore: "Triggered lore",
  characterNote: "Character's note",
  authorsNote: "Author's note",
  postHistory: "Instructions after the history",
  nudge: "Whose turn it is",
  prefill: "Start of the reply",
} satisfies Record<PartRecord["part"], string>;

const SOURCES: Readonly<Record<string, string>> = {
  house: "built in",
  scenario: "from the scenario",
  character: "from the character",
  player: "from you",
  lorebook: "from a lorebook",
  memory: "from memory",
  story: "from the story",
} satisfies Record<PartRecord["source"], string>;

/** Where a part comes from, in words. */
export function sourceText(source: string): string {
  return SOURCES[source] ?? source;
}

/** A kind of part in words; unknown kinds keep their own name. */
function partTitle(part: string, fallback: string): string {
  return TITLES[part] ?? fallback;
}

/** Parts by kind, in the order the prompt has them. */
export function groupParts(parts: readonly PartRecord[]): PartGroup[] {
  const groups = new Map<string, PartGroup>();
  for (const item of parts) {
    let group = groups.get(item.part);
    if (group === undefined) {
      group = {
        part: item.part,
        title: partTitle(item.part, item.title),
        tokens: 0,
        kept: 0,
        dropped: 0,
        items: [],
        tone: groups.size % TONES,
      };
      groups.set(item.part, group);
    }
    group.items.push(item);
    if (item.kept) {
      group.kept += 1;
      group.tokens += item.tokens;
    } else group.dropped += 1;
  }
  return [...groups.values()];
}

/** A piece of the bar that shows how full the window was. */
export interface Segment {
  tone: number | "reply";
  /** From the left and wide, in parts of a thousand of the window. */
  from: number;
  width: number;
}

/** The smallest segment that can still be seen, in parts of a thousand. */
const LEAST = 3;

/** How the window is filled: the parts, and at the right what is kept free for the reply. */
export function segments(groups: readonly PartGroup[], budget: PromptRecord["budget"]): Segment[] {
  const window = Math.max(1, budget.window);
  const share = (tokens: number) => Math.max(LEAST, (tokens / window) * 1_000);
  const found: Segment[] = [];
  let at = 0;
  for (const { tokens, tone } of groups) {
    if (tokens === 0) continue;
    const width = Math.min(share(tokens), 1_000 - at);
    if (width <= 0) break;
    found.push({ tone, from: at, width });
    at += width;
  }
  const reply = Math.min(share(budget.reply), 1_000);
  found.push({ tone: "reply", from: 1_000 - reply, width: reply });
  return found;
}

/** Tokens of everything that was sent. */
export function sentTokens(parts: readonly PartRecord[]): number {
  return parts.reduce((sum, { kept, tokens }) => (kept ? sum + tokens : sum), 0);
}

/** `12,345`; the same on every machine. */
export function thousands(value: number): string {
  return String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** How a part differs from the same one of another prompt. */
export interface PartChange {
  kind: "new" | "gone" | "changed";
  title: string;
  /** Tokens more, or fewer. */
  tokens: number;
}

const keyOf = ({ part, title, source }: PartRecord) => `${part}\n${title}\n${source}`;

/** What a part is called among others: its kind, and its own title where that says more. */
function nameOf({ part, title }: PartRecord): string {
  const kind = partTitle(part, title);
  return title === "" || title === kind ? kind : `${kind}: ${title}`;
}

/** Most changes that are listed one by one. */
const LISTED = 12;

/** What a prompt has that the one before had not, and the other way round; unchanged parts are left out. */
export function changesSince(
  now: readonly PartRecord[],
  before: readonly PartRecord[],
): { changes: PartChange[]; more: number } {
  const sent = (parts: readonly PartRecord[]) =>
    new Map(parts.filter(({ kept }) => kept).map((part) => [keyOf(part), part]));
  const old = sent(before);
  const changes: PartChange[] = [];
  for (const [key, part] of sent(now)) {
    const was = old.get(key);
    old.delete(key);
    if (was === undefined) changes.push({ kind: "new", title: nameOf(part), tokens: part.tokens });
    else if (was.text !== part.text || was.tokens !== part.tokens)
      changes.push({ kind: "changed", title: nameOf(part), tokens: part.tokens - was.tokens });
  }
  for (const part of old.values()) changes.push({ kind: "gone", title: nameOf(part), tokens: -part.tokens });
  return { changes: changes.slice(0, LISTED), more: Math.max(0, changes.length - LISTED) };
}

const POSITIONS: Readonly<Record<string, string>> = {
  auto: "placed automatically",
  beforeCharacter: "before the speaker",
  afterCharacter: "after the speaker",
  personality: "after the personality",
  scenario: "after the scenario",
  noteTop: "above the author's note",
  noteBottom: "below the author's note",
  atDepth: "among the latest messages",
  atReverseDepth: "among the first messages",
  examplesTop: "above the examples",
  examplesBottom: "below the examples",
  outlet: "where the scenario puts it",
} satisfies Record<LoreRecord["position"], string>;

/** Where an entry of a lorebook goes, in words. */
export function positionText(position: string): string {
  return POSITIONS[position] ?? position;
}
