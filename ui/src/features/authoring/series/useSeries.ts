import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { readUri } from "../../../api/address";
import type { Answer } from "../../../api/operations";
import { keyOf } from "../../../api/query";
import { reads } from "../../../api/reads";
import { useAction } from "../../../design/forms/useAction";
import type { Notices } from "../../../design/NoticeBar";
import { randomId } from "../../../lib/random-id";
import { type Series, type SeriesScenario, seriesApi } from "./api";

export const seriesUri = readUri(reads.mySeries);
const KEY = keyOf(seriesUri);

type All = Answer<"GET /series/my">;

/** What a series holds, whether it is stored or still to be made. */
export interface SeriesContent {
  title: string;
  scenarios: readonly SeriesScenario[];
}

/** Shows the list changed; what is not loaded yet will be right when it is. */
function show(client: QueryClient, change: (series: readonly Series[]) => Series[]): void {
  client.setQueryData<All>(KEY, (all) => all && { ...all, results: change(all.results) });
}

/** Has the list fetched again. */
export const refetchSeries = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: KEY });

/** A series as it is stored now; null if it is gone, or cannot be read. */
export async function readSeriesAgain(client: QueryClient, id: string): Promise<Series | null> {
  await refetchSeries(client);
  return client.getQueryData(KEY)?.results.find((series) => series.id === id) ?? null;
}

/**
 * Stores a series, a new one where `stored` is null, and shows it in the list. Resolves to the series as it is
 * stored now; rejects when it is refused.
 */
export type SaveSeries = (stored: Series | null, content: SeriesContent) => Promise<Series>;

export function useSaveSeries(): SaveSeries {
  const client = useQueryClient();
  /** The key of what was created last: sent again it is the same series, something else is another one. */
  const last = useRef({ content: "", key: "" });
  return async (stored, { title, scenarios }) => {
    const body = { title, scenarios: scenarios.map(({ id }) => id) };
    let saved: Series;
    if (stored === null) {
      const content = JSON.stringify(body);
      if (last.current.content !== content) last.current = { content, key: randomId() };
      saved = await seriesApi.create(body, last.current.key);
      last.current = { content: "", key: "" };
      show(client, (series) => [...series, saved]);
    } else {
      saved = await seriesApi.change(stored.id, { ...body, version: stored.version });
      show(client, (series) => series.map((each) => (each.id === saved.id ? saved : each)));
    }
    await refetchSeries(client);
    return saved;
  };
}

/** Takes back that scenarios were added: a series that was made of them goes, another one is as it was. */
export function useUndoAdding({ say, complain }: Pick<Notices, "say" | "complain">) {
  const client = useQueryClient();
  const save = useSaveSeries();
  const undone = useAction(
    async (saved: Series, before: Series | null) => {
      if (before !== null) await save(saved, before);
      else {
        await seriesApi.delete(saved.id);
        await refetchSeries(client);
      }
      say(
        before === null ? `“${saved.title}” deleted. Its scenarios stay.` : `“${saved.title}” is as before.`,
      );
    },
    {
      overlapping: true,
      onFailure: ({ message }, { title }) => {
        complain(`Couldn’t change “${title}” back. ${message}`);
        return true;
      },
    },
  );
  return (saved: Series, before: Series | null) => void undone.run(saved, before);
}

/** Deletes a series at once; undoing it makes it anew. */
export function useDeleteSeries({ say, complain }: Pick<Notices, "say" | "complain">) {
  const client = useQueryClient();
  const save = useSaveSeries();
  const restored = useAction(
    async (series: Series) => {
      await save(null, series);
      say(`“${series.title}” is back.`);
    },
    {
      overlapping: true,
      onFailure: ({ message }, { title }) => {
        complain(`Couldn’t bring “${title}” back. ${message}`);
        return true;
      },
    },
  );
  const deleted = useAction(
    async (series: Series) => {
      const before = client.getQueryData(KEY);
      show(client, (all) => all.filter(({ id }) => id !== series.id));
      try {
        await seriesApi.delete(series.id);
      } catch (cause) {
        client.setQueryData(KEY, before);
        throw cause;
      }
      say(`“${series.title}” deleted. Its scenarios stay.`, () => void restored.run(series));
    },
    {
      overlapping: true,
      onFailure: ({ message }, { title }) => {
        complain(`Couldn’t delete “${title}”. ${message}`);
        return true;
      },
    },
  );
  return (series: Series) => void deleted.run(series);
}
