import { useInfiniteQuery } from "@tanstack/react-query";
import { read } from "./client";
import { type FailedRequest, failedConnection } from "./errors";
import type { Answer, ReadKey, Uri } from "./operations";
import { useApi } from "./query";
import type { Page } from "./types";

/** A list that grows page by page; `more` says what the button under it should offer. */
export interface ApiList<P extends Page<unknown>> {
  pages: P[];
  items: P["results"][number][];
  nextCursor: string | null;
  state: "loading" | "failed" | "ready";
  more: "idle" | "busy" | "failed" | "end";
  loadMore: () => void;
  /** Asks for the first page again. */
  retry: () => void;
  error: FailedRequest | null;
}

/** The reads that answer with one page of a list. */
export type ListKey = { [Key in ReadKey]: Answer<Key> extends Page<unknown> ? Key : never }[ReadKey];

/**
 * A paged list that begins at `uri` (which may carry a cursor of its own) and continues with
 * `nextUri(cursor)`. The first page comes from the page's data; further ones are fetched on demand. The same
 * cursor in the address (`?cursor=…`) shows that page alone, which is what the real "next" link does without
 * script. `everyMs`: how often the first page is read again, in milliseconds, while the window is visible;
 * null: only when it is out of date, as the further pages always. These belong to the cursor that they
 * continue from: once the first page ends elsewhere, they are asked for anew. Otherwise rows would appear
 * twice or be left out.
 */
export function useApiList<Key extends ListKey>(
  uri: Uri<Key>,
  nextUri: (cursor: string) => Uri<Key>,
  { everyMs }: { everyMs?: number | null } = {},
): ApiList<Answer<Key>> {
  const first = useApi(uri, { again: () => everyMs ?? null });
  const firstCursor = first.state === "ready" ? first.data.nextCursor : null;
  const rest = useInfiniteQuery({
    queryKey: ["more", uri, firstCursor],
    queryFn: ({ pageParam, signal }) => read(nextUri(pageParam), { signal }),
    initialPageParam: firstCursor ?? "",
    getNextPageParam: (page) => page.nextCursor,
    // Further pages are read when somebody asks for them; in a list that is kept up to date also when they are
    // out of date.
    enabled: ({ state }) => everyMs !== undefined && state.data !== undefined,
  });
  const pages = first.state === "ready" ? [first.data, ...(rest.data?.pages ?? [])] : [];
  const nextCursor = pages.at(-1)?.nextCursor ?? null;
  // Reading again what is there is no reason to wait.
  const isBusy = rest.isFetchingNextPage || (rest.isFetching && rest.data === undefined);

  const loadMore = () => {
    if (nextCursor === null || isBusy) return;
    if (rest.data === undefined) void rest.refetch();
    else void rest.fetchNextPage();
  };

  return {
    pages,
    items: pages.flatMap<Answer<Key>["results"][number]>((page) => page.results),
    nextCursor,
    state: first.state,
    more: moreState(nextCursor, isBusy, rest.isError),
    loadMore,
    retry: first.state === "failed" ? first.retry : loadMore,
    error: first.state === "failed" ? first.error : rest.isError ? failedConnection(rest.error) : null,
  };
}

function moreState(
  nextCursor: string | null,
  busy: boolean,
  failed: boolean,
): ApiList<Page<unknown>>["more"] {
  if (nextCursor === null) return "end";
  if (busy) return "busy";
  return failed ? "failed" : "idle";
}
