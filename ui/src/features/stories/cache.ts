import type { InfiniteData, QueryClient, QueryKey } from "@tanstack/react-query";
import { readUri } from "../../api/address";
import { keyOf } from "../../api/query";
import { reads } from "../../api/reads";
import type { Page } from "../../api/types";
import type { Folders, Story } from "./types";

/** What the cache holds of stories: every list that is, or was, on screen. */

const LIST = "/stories/";
const FOLDERS = keyOf(readUri(reads.folders));

/** `[uri]` is the first page of a list, `["more", uri]` the pages after it. */
function isList({ queryKey }: { queryKey: QueryKey }): boolean {
  const [first, second] = queryKey;
  const uri = first === "more" ? second : first;
  return typeof uri === "string" && uri.startsWith(LIST);
}

function isPages(data: unknown): data is InfiniteData<Page<Story>, string> {
  return typeof data === "object" && data !== null && "pages" in data;
}

function isPage(data: unknown): data is Page<Story> {
  return typeof data === "object" && data !== null && "results" in data;
}

type Change = (story: Story) => Story | null;

function changed(page: Page<Story>, id: string, change: Change): Page<Story> {
  return {
    ...page,
    results: page.results.flatMap((story) => {
      const next = story.id === id ? change(story) : story;
      return next === null ? [] : [next];
    }),
  };
}

/** Shows a story changed, or gone, in every list; the function returned takes it back. */
export function showChange(client: QueryClient, id: string, change: Change): () => void {
  const before = client.getQueriesData({ predicate: isList });
  client.setQueriesData({ predicate: isList }, (data: unknown) => {
    if (isPages(data)) return { ...data, pages: data.pages.map((page) => changed(page, id, change)) };
    return isPage(data) ? changed(data, id, change) : data;
  });
  return () => {
    for (const [key, data] of before) client.setQueryData(key, data);
  };
}

/** Has every list fetched again; the ones on screen at once. */
export async function refreshLists(client: QueryClient): Promise<void> {
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] === "more" && isList({ queryKey }) });
  await Promise.all([client.invalidateQueries({ predicate: isList }), refreshFolders(client)]);
}

/** Has the folders, and how much lies in each, fetched again. */
export function refreshFolders(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: FOLDERS });
}

/** The folders as they were last heard of. */
export function foldersIn(client: QueryClient): Folders | undefined {
  return client.getQueryData(FOLDERS);
}
