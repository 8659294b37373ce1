import type { InfiniteData, Query, QueryClient, QueryKey } from "@tanstack/react-query";
import type { Page } from "./types";

/** What the cache holds of lists: every page that is, or was, on screen. */

interface Item {
  readonly id: string;
}

/** `[uri]` is the first page of a list, `["more", uri]` the pages after it. */
function isListAt(prefix: string) {
  return ({ queryKey }: { queryKey: QueryKey }): boolean => {
    const [first, second] = queryKey;
    const uri = first === "more" ? second : first;
    return typeof uri === "string" && uri.startsWith(prefix);
  };
}

function isPages<T>(data: unknown): data is InfiniteData<Page<T>, string> {
  return typeof data === "object" && data !== null && "pages" in data;
}

function isPage<T>(data: unknown): data is Page<T> {
  return typeof data === "object" && data !== null && "results" in data;
}

function changed<T extends Item>(
  page: Page<T>,
  ids: ReadonlySet<string>,
  change: (item: T) => T | null,
): Page<T> {
  return {
    ...page,
    results: page.results.flatMap((item) => {
      const next = ids.has(item.id) ? change(item) : item;
      return next === null ? [] : [next];
    }),
  };
}

/**
 * Shows items changed, or gone, in every list whose address begins with `prefix`; the function returned takes
 * it back.
 */
export function showInLists<T extends Item>(
  client: QueryClient,
  prefix: string,
  which: string | ReadonlySet<string>,
  change: (item: T) => T | null,
): () => void {
  const ids = typeof which === "string" ? new Set([which]) : which;
  const predicate = isListAt(prefix);
  const before = client.getQueriesData({ predicate });
  client.setQueriesData({ predicate }, (data: unknown) => {
    if (isPages<T>(data)) return { ...data, pages: data.pages.map((page) => changed(page, ids, change)) };
    return isPage<T>(data) ? changed(data, ids, change) : data;
  });
  return () => {
    for (const [key, data] of before) client.setQueryData(key, data);
  };
}

/** Has every list whose address begins with `prefix` fetched again; the ones on screen at once. */
export async function refetchLists(client: QueryClient, prefix: string): Promise<void> {
  removeFurtherPages(client, prefix);
  await client.invalidateQueries({ predicate: isListAt(prefix) });
}

/**
 * Has every list whose address begins with `prefix` fetched again when it is next opened. The ones on screen
 * stay as they are: what changed is shown in them already. Further pages of the others are forgotten: they
 * would not follow a first page that is fetched anew.
 */
export async function markListsStale(client: QueryClient, prefix: string): Promise<void> {
  // Not by `type: "inactive"`: further pages on screen are read on demand and count as inactive, too.
  removeFurtherPages(client, prefix, (query) => query.getObserversCount() === 0);
  await client.invalidateQueries({ predicate: isListAt(prefix), refetchType: "none" });
}

function removeFurtherPages(client: QueryClient, prefix: string, which = (_: Query) => true): void {
  const isAt = isListAt(prefix);
  client.removeQueries({
    predicate: (query) => query.queryKey[0] === "more" && isAt(query) && which(query),
  });
}
