import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { failedConnection } from "../../../api/errors";
import { type ApiState, readOptions } from "../../../api/query";

/**
 * Reads a uri of the story anew whenever the panel opens and whenever `stamp` (the story's version, say) changes; what was
 * read before stands until the newer answer is there.
 */
export function useFresh<T>(
  uri: string,
  stamp: string | number = "",
  { enabled = true }: { enabled?: boolean } = {},
): ApiState<T> {
  const { queryFn } = readOptions<T>(uri);
  const query = useQuery<T>({
    queryKey: [uri, stamp],
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
