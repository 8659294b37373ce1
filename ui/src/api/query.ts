import { type DataTag, QueryClient, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { read } from "./client";
import { type FailedRequest, failedAnswer, failedConnection } from "./errors";
import type { Answer, ReadKey, Uri } from "./operations";
import type { Page } from "./types";

/** What the server fetched for a page: uri to answer. */
export type PageData = Readonly<Record<string, { status: number; body: unknown }>>;

const STALE_MS = 60_000;
const MAX_RETRIES = 2;

/** A client error will not go away by asking again. */
function worthRetrying(failures: number, error: unknown): boolean {
  const { status } = failedConnection(error);
  return failures < MAX_RETRIES && (status === 0 || status >= 500) && status !== 503;
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: STALE_MS,
        retry: worthRetrying,
        retryOnMount: false,
        refetchOnWindowFocus: false,
      },
    },
  });
}

/** What the cache knows an answer by; it says what the answer is. */
export const keyOf = <Key extends ReadKey>(uri: Uri<Key>): DataTag<[Uri<Key>], Answer<Key>> =>
  [uri] as DataTag<[Uri<Key>], Answer<Key>>;

/** Puts what the server fetched into the cache, failures included, so that the first render asks for nothing. */
export function fillCache(client: QueryClient, data: PageData, now: number): void {
  const cache = client.getQueryCache();
  for (const [uri, answer] of Object.entries(data)) {
    const ok = answer.status >= 200 && answer.status < 300;
    cache.build(
      client,
      { queryKey: [uri] },
      {
        data: ok ? answer.body : undefined,
        dataUpdateCount: ok ? 1 : 0,
        dataUpdatedAt: ok ? now : 0,
        error: ok ? null : failedAnswer(answer.status, answer.body),
        errorUpdateCount: ok ? 0 : 1,
        errorUpdatedAt: ok ? 0 : now,
        fetchFailureCount: 0,
        fetchFailureReason: null,
        fetchMeta: null,
        isInvalidated: false,
        status: ok ? "success" : "error",
        fetchStatus: "idle",
      },
    );
  }
}

/** Query options of one read; used by loaders, prefetching and `useApi`. */
export function readOptions<Key extends ReadKey>(uri: Uri<Key>) {
  return {
    queryKey: keyOf(uri),
    queryFn: ({ signal }: { signal: AbortSignal }) => read(uri, { signal }),
  };
}

/** One read, in exactly one state. */
export type ApiState<T> =
  | { state: "loading" }
  | { state: "failed"; error: FailedRequest; retry: () => void }
  | { state: "ready"; data: T };

/** Reads a uri through the cache. `enabled: false` keeps it waiting (for reads that depend on the browser). */
export function useApi<Key extends ReadKey>(
  uri: Uri<Key>,
  options: { enabled?: boolean } = {},
): ApiState<Answer<Key>> {
  const query = useQuery({ ...readOptions(uri), enabled: options.enabled ?? true });
  if (query.data !== undefined) return { state: "ready", data: query.data };
  if (query.isError) {
    return { state: "failed", error: failedConnection(query.error), retry: () => void query.refetch() };
  }
  return { state: "loading" };
}

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
 * A paged list that begins at `uri` (which may carry a cursor of its own) and continues with `nextUri(cursor)`.
 * The first page comes from the page's data; further ones are fetched on demand. The same cursor in the address
 * (`?cursor=…`) shows that page alone, which is what the real "next" link does without script.
 */
export function useApiList<Key extends ListKey>(
  uri: Uri<Key>,
  nextUri: (cursor: string) => Uri<Key>,
): ApiList<Answer<Key>> {
  const first = useApi(uri);
  const firstCursor = first.state === "ready" ? first.data.nextCursor : null;
  const rest = useInfiniteQuery({
    queryKey: ["more", uri],
    queryFn: ({ pageParam, signal }) => read(nextUri(pageParam), { signal }),
    initialPageParam: firstCursor ?? "",
    getNextPageParam: (page) => page.nextCursor,
    enabled: false,
  });
  const pages = first.state === "ready" ? [first.data, ...(rest.data?.pages ?? [])] : [];
  const nextCursor = pages.at(-1)?.nextCursor ?? null;

  const loadMore = () => {
    if (nextCursor === null || rest.isFetching) return;
    if (rest.data === undefined) void rest.refetch();
    else void rest.fetchNextPage();
  };

  return {
    pages,
    items: pages.flatMap<Answer<Key>["results"][number]>((page) => page.results),
    nextCursor,
    state: first.state,
    more: moreState(nextCursor, rest.isFetching, rest.isError),
    loadMore,
    retry: first.state === "failed" ? first.retry : loadMore,
    error: first.state === "failed" ? first.error : rest.isError ? failedConnection(rest.error) : null,
  };
}

function moreState(
  nextCursor: string | null,
  fetching: boolean,
  failed: boolean,
): ApiList<Page<unknown>>["more"] {
  if (fetching) return "busy";
  if (nextCursor === null) return "end";
  return failed ? "failed" : "idle";
}
