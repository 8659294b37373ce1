import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { readUri } from "../../api/address";
import type { Me } from "../../api/person";
import { type ApiState, keyOf, useApi } from "../../api/query";
import { reads } from "../../api/reads";
import { setMe, updateMe } from "../../api/session";
import type { ProfileUpdate } from "../../api/types";
import { Optimistic } from "../../lib/optimistic";
import { meApi } from "./api";

const KEY = keyOf(readUri(reads.me));

/** One's own record, as the page's data or the API has it. */
export function useMe(): ApiState<Me> {
  return useApi(readUri(reads.me));
}

/** A newer version of the record: on every screen that reads it, and in the frame. */
function show(client: QueryClient, me: Me): void {
  // An answer that was asked for before this change would bring the older version back.
  void client.cancelQueries({ queryKey: KEY, exact: true });
  client.setQueryData(KEY, me);
  setMe(me);
}

const records = new WeakMap<QueryClient, Optimistic<Me>>();

/** The record as something to be changed. Changes made on several parts of a screen wait for each other. */
function recordOf(client: QueryClient): Optimistic<Me> {
  const me = client.getQueryData(KEY);
  if (me === undefined) throw new Error("The record is changed before it is there");
  const known = records.get(client);
  // While changes are under way the cache shows guesses; what is true is known to the one that sends them.
  if (known !== undefined && !known.idle) return known;
  const record = new Optimistic(me, (next) => show(client, next));
  records.set(client, record);
  return record;
}

export interface Change {
  /** What to send, made from the record as it is when its turn comes. */
  update: (me: Me) => ProfileUpdate;
  /** How the record looks at once; left out where the answer is waited for. */
  guess?: (me: Me) => Me;
}

/** Changes one's own record. Rejects with a `FailedRequest` after a guess has been reverted. */
export function useChangeMe(): (change: Change) => Promise<void> {
  const client = useQueryClient();
  return useCallback(
    ({ update, guess }) =>
      recordOf(client).do({ guess: guess ?? ((me) => me), send: (me) => meApi.update(update(me)) }),
    [client],
  );
}

/** Takes over what another call has changed of the record: a new portrait, a day of deletion. */
export function useShowMe(): (change: (me: Me) => Me) => void {
  const client = useQueryClient();
  return useCallback(
    (change) => {
      const me = client.getQueryData(KEY);
      // Only the profile's pages read the record into the cache.
      if (me === undefined) updateMe(change);
      else recordOf(client).confirm(change(me));
    },
    [client],
  );
}
