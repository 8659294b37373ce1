import { type DraftText, draftTexts, type ScenarioDraft, withText } from "./draftTexts";
import { queryPattern, replaceSpans, type Span, spansOf } from "./findReplace";
import { macroSpans } from "./macros";

/** A text in which a name is replaced, and how often. */
export interface RenamedText {
  /** Its place, as a JSON pointer (RFC 6901). */
  field: string;
  label: string;
  count: number;
}

export interface Renaming {
  draft: ScenarioDraft;
  /** The texts that change, in the draft's order. */
  texts: RenamedText[];
  /** How often the name is replaced in them. */
  total: number;
  /** How often the name stays, because it stands in a macro or an address. */
  left: number;
}

/** Addresses of the web and of files, e-mail, targets of links and pictures, tags that name a picture. */
const ADDRESS = new RegExp(
  [
    /\b[a-z][a-z0-9+.-]*:\/\/[^\s<>"')\]]+/,
    /\bwww\.[^\s<>"')\]]+/,
    /\bdata:[a-z]+\/[^\s<>"')\]]+/,
    /[^\s<>@]+@[^\s<>@]+\.[^\s<>@]+/,
    /(?<=\]\()[^)\n]*(?=\))/,
    /<[a-z]+[^<>]*=[^<>]*>/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "gi",
);

/** Parts of a text that refer to something by its name. */
const references = (text: string): Span[] => [...macroSpans(text), ...spansOf(text, ADDRESS)];

const overlap = (a: Span, b: Span) => a.from < b.to && b.from < a.to;

const isLowerCase = (text: string) => text === text.toLowerCase() && text !== text.toUpperCase();

/** A keyword that is a pattern: between slashes. */
const isPattern = (key: string) => /^\s*\/.+\/[a-z]*\s*$/s.test(key);

const inPattern = (name: string) => name.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");

/** How a name is written in a text: keywords keep their small letters, and patterns stay patterns. */
function nameFor(text: DraftText, name: string, was: string): string {
  if (text.kind !== "key") return name;
  const cased = isLowerCase(was) ? name.toLowerCase() : name;
  return isPattern(text.text) ? inPattern(cased) : cased;
}

type Entry = ScenarioDraft["lorebooks"][number]["book"]["entries"][number];

/** The draft with the names changed that say for whom entries of lorebooks are. */
function renameInFilters(draft: ScenarioDraft, from: string, to: string): ScenarioDraft {
  const isName = (name: string) => name.trim().toLowerCase() === from.toLowerCase();
  const renamed = (names: string[]) => names.map((name) => (isName(name) ? to : name));
  const entry = (one: Entry): Entry =>
    [...one.onlyFor, ...one.notFor].some(isName)
      ? { ...one, onlyFor: renamed(one.onlyFor), notFor: renamed(one.notFor) }
      : one;
  const books = (all: ScenarioDraft["lorebooks"]) =>
    all.map((each) => ({ ...each, book: { ...each.book, entries: each.book.entries.map(entry) } }));
  return {
    ...draft,
    actors: draft.actors.map((actor) => ({ ...actor, lorebooks: books(actor.lorebooks) })),
    lorebooks: books(draft.lorebooks),
  };
}

/**
 * Renames an actor everywhere: in each text where the name stands as a whole word, in keywords whatever
 * their case, and where entries of lorebooks say for whom they are. Never inside macros or addresses, nor in
 * names by which texts refer to tags, expressions and pictures. Null if there is no such actor or a name is
 * empty.
 */
export function renameActor(draft: ScenarioDraft, actorId: string, newName: string): Renaming | null {
  const place = draft.actors.findIndex(({ id }) => id === actorId);
  const old = draft.actors[place]?.name.trim() ?? "";
  const name = newName.trim();
  if (old === "" || name === "") return null;
  const exact = queryPattern(old, { matchCase: true, wholeWord: true });
  const anyCase = queryPattern(old, { matchCase: false, wholeWord: true });
  if (exact === null || anyCase === null) return null;
  let now = draft;
  let left = 0;
  const texts: RenamedText[] = [];
  for (const text of draftTexts(draft)) {
    if (text.kind === "reference" || text.kind === "kept") continue;
    const all = spansOf(text.text, text.kind === "key" ? anyCase : exact);
    if (all.length === 0) continue;
    const kept = references(text.text);
    const spans = all.filter((span) => !kept.some((one) => overlap(one, span)));
    left += all.length - spans.length;
    if (spans.length === 0) continue;
    now = withText(
      now,
      text.field,
      replaceSpans(text.text, spans, (was) => nameFor(text, name, was)),
    );
    texts.push({ field: text.field, label: text.label, count: spans.length });
  }
  // An actor whose name is spelled with spaces around it, or only of marks, is renamed all the same.
  now = withText(now, `/actors/${place}/name`, name);
  return {
    draft: renameInFilters(now, old, name),
    texts,
    total: texts.reduce((sum, { count }) => sum + count, 0),
    left,
  };
}

/**
 * What still carries an actor's former name after their name field was changed: its renaming, and where. Null if nothing
 * does, or if the name is another actor's now.
 */
export function renameRest(draft: ScenarioDraft, actorId: string, formerName: string): Renaming | null {
  const place = draft.actors.findIndex(({ id }) => id === actorId);
  const name = draft.actors[place]?.name ?? "";
  const former = formerName.trim();
  if (name.trim() === former || draft.actors.some((actor) => actor.name.trim() === former)) return null;
  const renaming = renameActor(withText(draft, `/actors/${place}/name`, former), actorId, name);
  if (renaming === null) return null;
  const texts = renaming.texts.filter(({ field }) => field !== `/actors/${place}/name`);
  const total = texts.reduce((sum, { count }) => sum + count, 0);
  return total === 0 ? null : { ...renaming, texts, total };
}
