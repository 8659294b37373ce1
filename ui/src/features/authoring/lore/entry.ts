import type { components } from "../../../api/schema.gen";
import { LIMITS as DRAFT } from "../model/draft";
import type { Path } from "../model/path";

/** Lorebooks of a draft as the engine reads them (server/catalogue/src/lorebooks). */

type Schemas = components["schemas"];
export type DraftBook = Schemas["DraftBook"];
export type Book = Schemas["Book"];
export type Entry = Schemas["LorebookEntry"];
export type KeyLogic = Schemas["KeyLogic"];
export type Position = Schemas["Position"];

/** An actor that entries can be for. */
export interface LoreActor {
  id: string;
  name: string;
}

/** The server's limits (lorebooks/rules.rs, authoring/rules.rs). */
export const LIMITS = {
  books: 10,
  entries: 500,
  /** Characters. */
  name: DRAFT.name,
  /** Characters. */
  description: 2_000,
  /** Keywords of an entry, of each kind. */
  keys: 100,
  /** Bytes of a keyword. */
  keyBytes: 1_000,
  /** Messages. */
  scanDepth: 200,
  /** How often texts of entries are searched for further entries. */
  passes: 3,
  /** Characters of a long text. */
  text: DRAFT.text,
} as const;

/** How many of the latest messages are searched, by default. */
export const DEFAULT_SCAN_DEPTH = 4;

/** An entry with nothing in it, as the server would fill it in. */
export function newEntry(id: string): Entry {
  return {
    id,
    name: "",
    comment: "",
    keys: [],
    secondaryKeys: [],
    logic: "andAny",
    selective: true,
    content: "",
    enabled: true,
    constant: false,
    order: 100,
    priority: null,
    caseSensitive: false,
    wholeWords: null,
    useRegex: false,
    position: "auto",
    depth: 4,
    role: "system",
    outlet: "",
    scanDepth: null,
    probability: 100,
    group: "",
    groupOverride: false,
    groupWeight: 100,
    groupScoring: false,
    sticky: 0,
    cooldown: 0,
    delay: 0,
    excludeRecursion: false,
    preventRecursion: false,
    delayUntilRecursion: 0,
    onlyFor: [],
    notFor: [],
  };
}

/** A lorebook with one entry, to be filled in. */
export function newBook(id: string, name: string, entry: Entry): DraftBook {
  return {
    id,
    book: { name, description: "", scanDepth: null, tokenBudget: null, recursive: true, entries: [entry] },
  };
}

/** Where an entry is among the lorebooks of a scenario or an actor. */
export const entryPath = (book: string, entry: string): Path => [`@${book}`, "book", "entries", `@${entry}`];

/** An entry that is to be opened; each object opens it once. */
export interface ShownEntry {
  readonly book: string;
  /** Null: only its lorebook. */
  readonly entry: string | null;
}

/** The entry, or the lorebook, that a place among the lorebooks is in. */
export function entryAt([book, , entries, entry]: Path): ShownEntry | null {
  if (book === undefined) return null;
  return { book: book.slice(1), entry: entries === "entries" && entry ? entry.slice(1) : null };
}

/** Whether an entry has nothing yet of what it takes to be used. */
export const isBlank = ({ keys, content }: Pick<Entry, "keys" | "content">): boolean =>
  keys.length === 0 && content.trim() === "";

/** What people recognise a lorebook by. */
export const bookName = ({ name }: Pick<Book, "name">): string => name.trim() || "Unnamed lorebook";

/** What people recognise an entry by. */
export function entryTitle({ name, comment, keys }: Pick<Entry, "name" | "comment" | "keys">): string {
  return [name, comment, keys[0] ?? ""].find((text) => text.trim() !== "") ?? "Untitled";
}

/** The names of the groups of an entry. */
export function groupsOf({ group }: Pick<Entry, "group">): string[] {
  return group
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
}

/** Splits a content into the lines at its top that begin with `@@`, and the text that a model is given. */
export function splitDecorators(content: string): { decorators: string[]; text: string } {
  const lines = content.replace(/^[\r\n]+/, "").split("\n");
  const end = lines.findIndex((line) => !line.trimStart().startsWith("@@"));
  const count = end < 0 ? lines.length : end;
  return {
    decorators: lines.slice(0, count).map((line) => line.trim()),
    text: lines.slice(count).join("\n").trim(),
  };
}
