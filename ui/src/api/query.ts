import { type DataTag, QueryClient, useQuery } from "@tanstack/react-query";
import { read } from "./client";
import { type FailedRequest, failedAnswer, failedConnection } from "./errors";
import type { Answer, ReadKey, Uri } from "./operations";

/** What the server fetched for a page: uri to answer. */
export type PageData = Readonly<Record<string, { status: number; body: unknown }>>;

const STALE_MS = 60_000;
const MAX_RETRIES = 2;

/** A client error will not go away by asking again. */
function worthRetrying(failures: number, error: unknown): boolean {
  const { status } = failedConnection(error);
  return failures < MAX_RETRIES && (status === 0 || status >= 500) && status !== 503;
}

/** What is refused stays so, however often it is read. */
function isRefused(error: Error | null): boolean {
  if (error === null) return false;
  const { status } = failedConnection(error);
  return status >= 400 && status < 500 && status !== 429;
}

/** What was there, and is not any more. */
function isGone(error: Error): boolean {
  const { status } = failedConnection(error);
  return status === 404 || status === 410;
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

/** The key of an answer in the cache; it carries the type of the answer. */
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

interface ReadSettings<T> {
  /** False keeps it waiting (for reads that depend on the browser). */
  enabled?: boolean;
  /** After how many milliseconds it is read again, while the window is visible; null: it is not. */
  again?: (last: T | undefined) => number | null;
}

/** Reads a uri through the cache. What is read again and again is shown only as long as it is there. */
export function useApi<Key extends ReadKey>(
  uri: Uri<Key>,
  { enabled = true, again }: ReadSettings<Answer<Key>> = {},
): ApiState<Answer<Key>> {
  const query = useQuery({
    ...readOptions(uri),
    enabled,
    refetchInterval: ({ state }) => (isRefused(state.error) ? false : (again?.(state.data) ?? false)),
  });
  const isWatched = again !== undefined && again(query.data) !== null;
  const isLost = query.isError && isWatched && isGone(query.error);
  if (query.data !== undefined && !isLost) return { state: "ready", data: query.data };
  if (query.isError) {
    return { state: "failed", error: failedConnection(query.error), retry: () => void query.refetch() };
  }
  return { state: "loading" };
}
