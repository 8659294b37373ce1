import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { markListsStale } from "../../../api/list-cache";
import type { Published } from "../../publishing/public";
import { LISTS } from "../list/useMyScenarios";

/** The shelf is read anew when it is opened next: after each save, and once others see something else of the scenario. */
export function useOutdatedShelf(version: number, { state, hasUnpublished }: Published): void {
  const client = useQueryClient();
  useEffect(() => {
    void [version, state, hasUnpublished];
    void markListsStale(client, LISTS);
  }, [client, version, state, hasUnpublished]);
}
