import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { keyOf } from "../../api/query";
import { publishingApi, publishingUri } from "./api";

/** Withdraws a scenario where its form is not on screen; the form finds it so. Rejects with a `FailedRequest`. */
export function useWithdraw(): (id: string) => Promise<void> {
  const client = useQueryClient();
  return useCallback(
    async (id) => {
      client.setQueryData(keyOf(publishingUri(id)), await publishingApi.withdraw(id));
    },
    [client],
  );
}
