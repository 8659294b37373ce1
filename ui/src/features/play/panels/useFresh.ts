import { type DataTag, keepPreviousData, useQuery } from "@tanstack/react-query";
import { failedConnection } from "../../../api/errors";
import type { Answer, ReadKey, Uri } from "../../../api/operations";
import { type ApiState, readOptions } from "../../../api/query";

/** The cache key of an answer that is read again with every stamp. */
export const freshKey = <Key extends ReadKey>(
  uri: Uri<Key>,
  stamp: string,
): DataTag<[Uri<Key>, string], Answer<Key>> => [uri, stamp] as DataTag<[Uri<Key>, string], Answer<Key>>;

/**
 * Reads a uri of the story again whenever the panel opens and whenever `stamp` (the story's version, say) changes; what
 * was read before stands until the newer answer is there.
 */
export function useFresh<Key extends ReadKey>(
  uri: Uri<Key>,
  stamp = "",
  { enabled = true }: { enabled?: boolean } = {},
): ApiState<Answer<Key>> {
  const { queryFn } = readOptions(uri);
  const query = useQuery({
    queryKey: freshKey(uri, stamp),
    queryFn,
    staleTime: 0,
    enabled,
    placeholderData: keepPreviousData,
  });
  if (query.data !== undefined) return { state: "ready", data: query.data };
  if (query.isError)
    return { state: "failed", error: failedConnection(query.error), retry: () => void query.refetch() };
  return { state: "loading" };
}
