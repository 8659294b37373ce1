import type { QueryClient } from "@tanstack/react-query";
import { refetchLists } from "../../../api/list-cache";
import { LISTS } from "../list/useMyScenarios";

/** Every address of one's imports of many files begins so. */
export const BATCHES = "/scenarios/imports";

/** Whether further pages of the shelf are on screen. */
function isOpened(client: QueryClient): boolean {
  return client
    .getQueryCache()
    .findAll({ queryKey: ["more"] })
    .some(
      (query) =>
        query.state.data !== undefined &&
        query.getObserversCount() > 0 &&
        String(query.queryKey[1]).startsWith(LISTS),
    );
}

/**
 * Shows on the shelf what has arrived. While somebody looks at further pages, which would close under their
 * hands, only once the import has ended.
 */
export async function showArrived(client: QueryClient, ended: boolean): Promise<void> {
  if (ended || !isOpened(client)) await refetchLists(client, LISTS);
}
