import { paths } from "../../lib/paths";
import { excerpt } from "../../lib/prose";
import type { Folder, ImportLine, Story } from "./types";

/** Decisions about stories and folders, free of the browser. */

/** Where a story is played: with one character it is a chat, with several a story (spec 2.1). */
export function storyPath({ id, characters }: Pick<Story, "id" | "characters">): string {
  return playPath(id, characters.length);
}

/** The same for a story of which only that is known. */
export function playPath(id: string, characters: number): string {
  return characters > 1 ? paths.story(id) : paths.chat(id);
}

/** Spec section 4: the six orders of the list. */
export const SORTS = [
  { sort: "lastMessageAtDesc", label: "Recently active" },
  { sort: "lastMessageAtAsc", label: "Least recently active" },
  { sort: "lastAccessedDesc", label: "Recently opened" },
  { sort: "updatedAtDesc", label: "Recently changed" },
  { sort: "createdAtDesc", label: "Newest story" },
  { sort: "createdAtAsc", label: "Oldest story" },
] as const;

/** An order of the list, by the server's name for it. */
export type Sort = (typeof SORTS)[number]["sort"];
/** The order that stands in no address. */
export const USUAL_SORT: Sort = "lastMessageAtDesc";

/** What an address asks for; anything unknown is the usual order. */
export function sortOf(given: string | undefined): Sort {
  return SORTS.find(({ sort }) => sort === given)?.sort ?? USUAL_SORT;
}

/** The time that a row shows: the one its list is ordered by. */
export function shownTime(story: Story, sort: Sort): { when: string; verb: string } {
  switch (sort) {
    case "lastAccessedDesc":
      return { when: story.lastAccessedOn, verb: "Opened" };
    case "updatedAtDesc":
      return { when: story.updatedOn, verb: "Changed" };
    case "createdAtAsc":
    case "createdAtDesc":
      return { when: story.createdOn, verb: "Started" };
    case "lastMessageAtAsc":
    case "lastMessageAtDesc":
      return { when: story.lastMessageOn, verb: "" };
  }
}

const NAMES_SHOWN = 3;

/** `Imre`, `Imre and Odalys`, `Imre, Odalys, Ilse and 2 more`. */
export function castLine(characters: readonly { name: string }[]): string {
  const names = characters.slice(0, NAMES_SHOWN).map(({ name }) => name);
  const more = characters.length - names.length;
  if (more > 0) return `${names.join(", ")} and ${more} more`;
  const last = names.pop();
  return names.length === 0 ? (last ?? "") : `${names.join(", ")} and ${last}`;
}

/** A folder at its place in the tree. */
export interface PlacedFolder {
  folder: Folder;
  /** 0 at the top. */
  depth: number;
  /** Names from the top down to its own. */
  trail: readonly string[];
}

/** Folders as a tree reads from top to bottom. What hangs on a parent that is not there stands at the top. */
export function folderTree(folders: readonly Folder[]): PlacedFolder[] {
  const known = new Set(folders.map(({ id }) => id));
  const under = new Map<string | null, Folder[]>();
  for (const folder of folders) {
    const parent = folder.parentId !== null && known.has(folder.parentId) ? folder.parentId : null;
    under.set(parent, [...(under.get(parent) ?? []), folder]);
  }
  const placed: PlacedFolder[] = [];
  const place = (parent: string | null, depth: number, trail: readonly string[]) => {
    const children = (under.get(parent) ?? []).toSorted(
      (a, b) => a.sortIndex - b.sortIndex || a.name.localeCompare(b.name, "en"),
    );
    for (const folder of children) {
      const names = [...trail, folder.name];
      placed.push({ folder, depth, trail: names });
      place(folder.id, depth + 1, names);
    }
  };
  place(null, 0, []);
  return placed;
}

/** Levels of folders; the server's rule. */
export const MAX_DEPTH = 8;
/** Characters of a folder's name; the server's rule. */
export const MAX_FOLDER_NAME = 80;
/** Characters of a story's title; the server's rule. */
export const MAX_TITLE = 120;

/** Where a folder may be moved to: not into itself or below itself, and not deeper than the tree may be. */
export function placesForFolder(tree: readonly PlacedFolder[], id: string): PlacedFolder[] {
  const at = tree.findIndex(({ folder }) => folder.id === id);
  const moved = tree[at];
  if (moved === undefined) return [...tree];
  let end = at + 1;
  while ((tree[end]?.depth ?? -1) > moved.depth) end += 1;
  const height = Math.max(...tree.slice(at, end).map(({ depth }) => depth)) - moved.depth;
  return tree.filter((place, index) => (index < at || index >= end) && place.depth + 1 + height < MAX_DEPTH);
}

/** What is wrong with a name, or null. */
export function folderNameError(
  name: string,
  siblings: readonly Folder[],
  own: string | null,
): string | null {
  const trimmed = name.trim();
  if (trimmed === "") return "Enter a name.";
  if (Array.from(trimmed).length > MAX_FOLDER_NAME) return `Use at most ${MAX_FOLDER_NAME} characters.`;
  const taken = siblings.some((folder) => folder.id !== own && folder.name === trimmed);
  return taken ? "There’s already a folder with that name here." : null;
}

/** Pieces of a text, marked where one of the words stands. */
export function marked(text: string, words: string): { text: string; hit: boolean }[] {
  const wanted = words
    .trim()
    .split(/\s+/)
    .filter((word) => word !== "")
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  if (wanted.length === 0) return [{ text, hit: false }];
  const pattern = new RegExp(`(${wanted.join("|")})`, "giu");
  return text
    .split(pattern)
    .map((piece, index) => ({ text: piece, hit: index % 2 === 1 }))
    .filter((piece) => piece.text !== "");
}

/** The report of an import in the order a reader wants it: what is lost first, what was kept last. */
export function reportOrder(report: readonly ImportLine[]): ImportLine[] {
  const rank: Readonly<Record<ImportLine["outcome"], number>> = { dropped: 0, asked: 1, changed: 2, kept: 3 };
  return report.toSorted((a, b) => rank[a.outcome] - rank[b.outcome]);
}

/** The beginning of a line on one line, without marks: the server cuts it, perhaps between two of them. */
export function previewText(text: string, limit: number): string {
  return excerpt(text.replace(/\*+/g, ""), limit);
}

/** Ways to take a story along, by the server's name for them. */
export const EXPORTS = [
  { format: "json", label: "Complete story (JSON)", extension: "json" },
  { format: "jsonl", label: "For SillyTavern (JSONL)", extension: "jsonl" },
  { format: "text", label: "Plain text", extension: "txt" },
] as const;

/** A way to take a story along. */
export type ExportFormat = (typeof EXPORTS)[number]["format"];

/** A name a file can have anywhere. */
export function fileName(title: string, extension: string): string {
  const safe = title
    .normalize("NFKC")
    .replace(/[^\p{L}\p{N} _-]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
  return `${Array.from(safe).slice(0, 80).join("").trim() || "story"}.${extension}`;
}

/** Lines a guest has said before they are asked to stay, and from how few left they are asked again. */
const SAID_FIRST = 3;
const FEW_LEFT = 5;

/** How urgently a guest is told what is left of their allowance. */
export function keepStage({ left, of }: { left: number; of: number }): "quiet" | "asking" | "low" | "over" {
  if (left <= 0) return "over";
  if (left <= FEW_LEFT) return "low";
  return of - left < SAID_FIRST ? "quiet" : "asking";
}
