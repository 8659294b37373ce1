import { first, type PageContext } from "../../api/page";
import { paths } from "../../lib/paths";
import type { PlacedFolder } from "./folderTree";
import { type Sort, sortOf, USUAL_SORT } from "./listOrder";

/** Which stories are on screen. */
export interface View {
  words: string;
  sort: Sort;
  folder: string | null;
  trash: boolean;
}

/**
 * As the server reads them: what separates words or cannot be seen is one space, and a text of nothing else does not
 * search.
 */
const wordsOf = (text: string) => text.replace(/[\s\p{Cc}]+/gu, " ").trim();

/** What the address asks for. */
export function viewOf(ctx: PageContext): View {
  return {
    words: wordsOf(first(ctx, "search") ?? ""),
    sort: sortOf(first(ctx, "sort")),
    folder: first(ctx, "folder") ?? null,
    trash: first(ctx, "view") === "trash",
  };
}

/** The address of a view, and of a further page of it. */
export const pathOf = ({ words, sort, folder, trash }: View, cursor?: string) =>
  paths.storyList({
    search: words,
    sort: sort === USUAL_SORT ? undefined : sort,
    folder: folder ?? undefined,
    view: trash ? "trash" : undefined,
    cursor,
  });

/** What is on screen, in words. `place` is its folder, where that is known. */
export function titleOf({ words, folder, trash }: View, place: PlacedFolder | undefined): string {
  if (trash) return "Trash";
  if (words !== "") return `“${words}”`;
  if (folder !== null) return place?.folder.name ?? "Folder";
  return "All stories";
}
