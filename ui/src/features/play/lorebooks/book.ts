import type { components } from "../../../api/schema.gen";

/** A lorebook as the server has it. Fields the editor does not show are carried along. */

type Schemas = components["schemas"];

/** One entry, as far as the editor shows it or a new one must give it; the server fills in the rest. */
export type Entry = Pick<
  Schemas["LorebookEntry"],
  | "id"
  | "name"
  | "comment"
  | "keys"
  | "secondaryKeys"
  | "logic"
  | "selective"
  | "content"
  | "enabled"
  | "constant"
  | "order"
  | "caseSensitive"
  | "position"
  | "depth"
  | "probability"
  | "sticky"
  | "cooldown"
  | "delay"
>;
/** What of a book can be written. */
export type Book = Omit<Schemas["Book"], "entries"> & { entries: readonly Entry[] };
/** A book of one's own, stored. */
export type OwnBook = Schemas["Lorebook"];
/** The same with a list of what was left out or changed of its file. */
export type ImportedBook = Schemas["ImportedLorebook"];
/** A book of one's own as lists have it. */
export type ListedBook = Schemas["LorebookSummary"];
/** All of them, as a list. */
export type OwnBooks = Schemas["Lorebooks"];
/** A book as a story has it, with why it applies there. */
export type AppliedBook = Schemas["StoryLorebook"];
/** A place where a book applies: a story, a persona, a scenario or one of its actors. */
export type Attachment = Schemas["Attachment"];

/** Characters of a name and a description, entries of a book, keys of an entry; the server holds the same. */
export const LIMITS = {
  name: 120,
  description: 2_000,
  entries: 500,
  keys: 100,
} as const;

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
    caseSensitive: false,
    position: "auto",
    depth: 4,
    probability: 100,
    sticky: 0,
    cooldown: 0,
    delay: 0,
  };
}

/** What people recognise an entry by. */
export function entryTitle({ name, comment, keys }: Pick<Entry, "name" | "comment" | "keys">): string {
  return [name, comment, keys[0] ?? ""].find((text) => text.trim() !== "") ?? "Untitled";
}

const PATTERN = /^\s*\/(?:\\.|[^/\\])+\/[a-z]*\s*(?:,|$)/;

/** Keys as they are typed: commas between them, except inside of a `/pattern/`. */
export function keysOf(typed: string): string[] {
  const keys: string[] = [];
  let rest = typed;
  while (rest.trim() !== "") {
    const pattern = PATTERN.exec(rest)?.[0];
    const comma = rest.indexOf(",");
    const end = pattern?.length ?? (comma < 0 ? rest.length : comma + 1);
    const key = rest.slice(0, end).replace(/,$/, "").trim();
    if (key !== "" && !keys.includes(key)) keys.push(key);
    rest = rest.slice(end);
  }
  return keys;
}

/** Keys as they are shown in a field: what `keysOf` reads. */
export function keysText(keys: readonly string[]): string {
  return keys.join(", ");
}

/** What is wrong with an entry. */
export interface EntryFault {
  id: string;
  message: string;
}

/** What keeps a book from being saved: by entry, and of its name. */
export function faultsOf(book: Book): { name: string | null; entries: EntryFault[] } {
  const length = Array.from(book.name.trim()).length;
  const name =
    length === 0 ? "Enter a name." : length > LIMITS.name ? `Use at most ${LIMITS.name} characters.` : null;
  const entries = book.entries.flatMap(({ id, keys, constant, content, enabled }) => {
    if (keys.length > LIMITS.keys) return [{ id, message: `Use at most ${LIMITS.keys} keywords.` }];
    if (!enabled) return [];
    if (content.trim() === "") return [{ id, message: "Enter some content." }];
    if (keys.length === 0 && !constant)
      return [{ id, message: "Nothing brings this in: add keywords, or turn on “Always on”." }];
    return [];
  });
  return { name, entries };
}

/** Where an entry stands, in words, for the list. */
export function entryNote({ enabled, constant, keys }: Entry): string {
  if (!enabled) return "off";
  if (constant) return "always on";
  return keys.length === 0 ? "no keywords" : keysText(keys);
}
