import {
  DEFAULT_SCAN_DEPTH,
  type DraftBook,
  type Entry,
  entryTitle,
  groupsOf,
  LIMITS,
  type LoreActor,
  splitDecorators,
} from "./entry";
import { keyFault, keyIdentity } from "./keys";

/** What an author should know about an entry. */
export interface Mark {
  /**
   * `dead`: it is never used, or a keyword of it never found; `double`: another entry has the same keyword.
   */
  kind: "dead" | "double";
  /** A sentence for people. */
  says: string;
  /** The keyword it is about. */
  key?: string;
}

const hasDecorator = (decorators: readonly string[], name: string) =>
  decorators.some((line) => new RegExp(`^@{2,}${name}(?:\\s|$)`).test(line));

/** Whether the messages decide: not for entries that are always there. */
const needsKeys = ({ constant, useRegex }: Entry) => !constant || useRegex;

/** What is wrong with an entry by itself, whatever the others are. */
function ownMarks(entry: Entry, actorNames: ReadonlySet<string>, scanDepth: number): Mark[] {
  const { decorators, text } = splitDecorators(entry.content);
  const marks: Mark[] = [];
  const dead = (says: string, key?: string) =>
    marks.push({ kind: "dead", says, ...(key !== undefined && { key }) });
  if (text === "") dead("It has no content, so it adds nothing to a prompt.");
  if (entry.position === "outlet" && entry.outlet.trim() === "")
    dead("It goes to an outlet without a name, so nothing shows it.");
  if (entry.probability === 0) dead("Its chance is 0 %, so it is never used.");
  const known = (name: string) => actorNames.has(name.trim().toLowerCase());
  if (entry.onlyFor.length > 0 && !entry.onlyFor.some(known))
    dead(`It is only for ${entry.onlyFor.join(", ")}, and no actor has that name.`);
  if (entry.delayUntilRecursion > LIMITS.passes)
    dead(`It waits for pass ${entry.delayUntilRecursion}, and there are only ${LIMITS.passes}.`);
  if (entry.delayUntilRecursion > 0 && entry.excludeRecursion)
    dead("It waits for the text of other entries, which cannot trigger it.");
  if (hasDecorator(decorators, "activate")) return marks;
  if (hasDecorator(decorators, "dont_activate"))
    dead("Its line “@@dont_activate” says that it is never used.");
  if (!needsKeys(entry)) return marks;
  const depth = hasDecorator(decorators, "scan_depth") ? null : (entry.scanDepth ?? scanDepth);
  if (depth === 0 && entry.excludeRecursion)
    dead("It searches no messages, and other entries cannot trigger it, so it is never used.");
  return [...marks, ...keyMarks(entry, hasDecorator(decorators, "additional_keys"))];
}

function keyMarks(entry: Entry, hasMoreKeys: boolean): Mark[] {
  const faulty = (keys: readonly string[]) =>
    keys.flatMap((key) => {
      const fault = keyFault(key, entry);
      return fault === null ? [] : [{ key, fault }];
    });
  const marks: Mark[] = [...faulty(entry.keys), ...(entry.selective ? faulty(entry.secondaryKeys) : [])].map(
    ({ key, fault }) => ({ kind: "dead", key, says: `The keyword “${key}” ${fault}, so it is never found.` }),
  );
  const alive = entry.keys.length - faulty(entry.keys).length;
  if (alive === 0 && !hasMoreKeys)
    marks.unshift({
      kind: "dead",
      says:
        entry.keys.length === 0
          ? "Nothing brings this in: add keywords, or turn on “Always on”."
          : "None of its keywords can be found, so it is never used.",
    });
  const further = entry.secondaryKeys.length;
  const lost = faulty(entry.secondaryKeys).length;
  const refused = (entry.logic === "andAll" && lost > 0) || (entry.logic === "andAny" && lost === further);
  if (entry.selective && further > 0 && refused)
    marks.push({ kind: "dead", says: "Its secondary keywords can never be found, so it is never used." });
  return marks;
}

interface Known {
  names: ReadonlySet<string>;
  scanDepth: number;
  marks: readonly Mark[];
}

/** What is known of entries that did not change is not found out again. */
const known = new WeakMap<Entry, Known>();

function ownMarksOf(entry: Entry, names: ReadonlySet<string>, scanDepth: number): readonly Mark[] {
  const before = known.get(entry);
  if (before?.names === names && before.scanDepth === scanDepth) return before.marks;
  const marks = ownMarks(entry, names, scanDepth);
  known.set(entry, { names, scanDepth, marks });
  return marks;
}

const identities = new WeakMap<Entry, readonly { key: string; identity: string }[]>();

function identitiesOf(entry: Entry): readonly { key: string; identity: string }[] {
  const before = identities.get(entry);
  if (before !== undefined) return before;
  const all = entry.keys
    .filter((key) => key.trim() !== "")
    .map((key) => ({ key, identity: keyIdentity(key, entry) }));
  identities.set(entry, all);
  return all;
}

/** Entries of one group take turns, so they may well have the same keywords. */
const takeTurns = (a: Entry, b: Entry) => {
  const groups = groupsOf(a);
  return groups.length > 0 && groupsOf(b).some((group) => groups.includes(group));
};

/** The entries that are on, by what their keywords find. */
function entriesByKey(books: readonly DraftBook[]): Map<string, Entry[]> {
  const by = new Map<string, Entry[]>();
  for (const { book } of books) {
    for (const entry of book.entries) {
      if (!entry.enabled || !needsKeys(entry)) continue;
      for (const { identity } of identitiesOf(entry)) {
        const list = by.get(identity);
        if (list === undefined) by.set(identity, [entry]);
        else if (!list.includes(entry)) list.push(entry);
      }
    }
  }
  return by;
}

function doubleMarks(entry: Entry, by: ReadonlyMap<string, readonly Entry[]>): Mark[] {
  if (!entry.enabled || !needsKeys(entry)) return [];
  return identitiesOf(entry).flatMap(({ key, identity }): Mark[] => {
    const other = by.get(identity)?.find((one) => one !== entry && !takeTurns(one, entry));
    if (other === undefined) return [];
    return [{ kind: "double", key, says: `“${key}” is also a keyword of “${entryTitle(other)}”.` }];
  });
}

/** The names of actors as the engine compares them. */
export const actorNames = (actors: readonly LoreActor[]): ReadonlySet<string> =>
  new Set(actors.map(({ name }) => name.trim().toLowerCase()));

/**
 * What authors should know about the entries of a book, by their id; `books` are those that apply with it.
 */
export function marksOf(
  book: DraftBook,
  books: readonly DraftBook[],
  names: ReadonlySet<string>,
): Map<string, readonly Mark[]> {
  const by = entriesByKey(books);
  const scanDepth = book.book.scanDepth ?? DEFAULT_SCAN_DEPTH;
  const marks = new Map<string, readonly Mark[]>();
  for (const entry of book.book.entries) {
    const own = entry.enabled ? ownMarksOf(entry, names, scanDepth) : [];
    const double = doubleMarks(entry, by);
    if (own.length + double.length > 0) marks.set(entry.id, double.length === 0 ? own : [...own, ...double]);
  }
  return marks;
}
