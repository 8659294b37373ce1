import type { Folder } from "./types";

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
