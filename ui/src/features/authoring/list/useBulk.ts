import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { readUri } from "../../../api/address";
import { markListsStale, refetchLists, showInLists } from "../../../api/list-cache";
import { keyOf } from "../../../api/query";
import { reads } from "../../../api/reads";
import { useAction } from "../../../design/forms/useAction";
import type { Notices } from "../../../design/NoticeBar";
import { plural } from "../../../lib/format";
import { authoringApi } from "../api";
import type { MyScenario } from "../types";
import type { BulkCall } from "./bulk";
import type { BulkJob } from "./jobs";
import { LISTS } from "./useMyScenarios";

/** A scenario that was not changed, and why. */
export interface Refusal {
  id: string;
  title: string;
  problem: string;
}

/** Changes many scenarios: shown at once, sent behind, reverted when refused. */
export interface Bulk {
  /** Resolves to whether the change was made; what failed is said. */
  start: (job: BulkJob) => Promise<boolean>;
  /** The same for a dialog, which says itself what failed: rejects then. */
  change: (job: BulkJob) => Promise<void>;
  /** A change is under way. */
  busy: boolean;
  /** What the last change left out. */
  refused: readonly Refusal[];
  forgetRefused: () => void;
}

const TAGS = keyOf(readUri(reads.myScenarioTags));

/** Sends the calls one after another; answers what any of them refused, by the scenario's id. */
async function send(calls: readonly BulkCall[]): Promise<ReadonlyMap<string, string>> {
  const problems = new Map<string, string>();
  for (const call of calls) {
    const { refused } = await authoringApi.changeMany(call);
    for (const { id, problem } of refused) problems.set(id, problem);
  }
  return problems;
}

/** `narrowed`: whether the list on screen leaves something out, so that a changed scenario may no longer belong there. */
export function useBulk({ say, complain }: Pick<Notices, "say" | "complain">, narrowed: boolean): Bulk {
  const client = useQueryClient();
  const [refused, setRefused] = useState<readonly Refusal[]>([]);
  const [running, setRunning] = useState(0);

  const change = async (job: BulkJob): Promise<void> => {
    setRunning((now) => now + 1);
    try {
      await carryOut(job);
    } finally {
      setRunning((now) => now - 1);
    }
  };

  const carryOut = async ({ scenarios, calls, show, said, undo }: BulkJob): Promise<void> => {
    const ids = new Set(scenarios.map(({ id }) => id));
    const revert = showInLists<MyScenario>(client, LISTS, ids, show);
    let problems: ReadonlyMap<string, string>;
    try {
      problems = await send(calls);
    } catch (cause) {
      revert();
      // Of several calls the first may have arrived.
      if (calls.length > 1) void refetchLists(client, LISTS);
      throw cause;
    }
    const changed = scenarios.filter(({ id }) => !problems.has(id));
    setRefused(
      scenarios.flatMap(({ id, displayName }) => {
        const problem = problems.get(id);
        return problem === undefined ? [] : [{ id, title: displayName, problem }];
      }),
    );
    const isInPlace =
      !narrowed && problems.size === 0 && scenarios.every((scenario) => show(scenario) !== null);
    if (isInPlace) {
      await markListsStale(client, LISTS);
      void client.refetchQueries({ queryKey: TAGS });
    } else await refetchLists(client, LISTS);
    if (changed.length === 0) return;
    say(said(plural(changed.length, "scenario")), undo && (() => void action.run(undo(changed))));
  };

  const action = useAction(change, {
    overlapping: true,
    onFailure: ({ message }, { scenarios }) => {
      complain(`Couldn’t change ${plural(scenarios.length, "scenario")}. ${message}`);
      return true;
    },
  });

  return {
    start: action.run,
    change,
    busy: running > 0,
    refused,
    forgetRefused: () => setRefused([]),
  };
}
