import { useQueryClient } from "@tanstack/react-query";
import { refetchLists, showInLists } from "../../../api/list-cache";
import { useAction } from "../../../design/forms/useAction";
import { type Notices, useNotice } from "../../../design/NoticeBar";
import { useWithdraw } from "../../publishing/public";
import { authoringApi } from "../api";
import type { MyScenario } from "../types";
import type { Trashed } from "./trashed";

/** Every address of one's own scenarios begins so. */
export const LISTS = "/scenarios/my";

/** What can be done with one's own scenarios: shown at once, sent behind, reverted when refused. */
export interface MyScenarios extends Notices {
  toTrash: (scenario: MyScenario) => void;
  restore: (scenario: Trashed) => void;
  /** Says that a scenario is in the trash, with the way back. */
  sayTrashed: (scenario: Trashed) => void;
  /** Rejects when it is refused, as the next. */
  withdraw: (scenario: MyScenario) => Promise<void>;
  deletePermanently: (scenario: MyScenario) => Promise<void>;
}

interface Attempt {
  scenario: Trashed;
  send: () => Promise<unknown>;
  done: () => void;
  /** The sentence before the reason, when the server refuses. */
  refused: string;
}

export function useMyScenarios(): MyScenarios {
  const client = useQueryClient();
  const notices = useNotice();
  const { say, complain } = notices;
  const withdraw = useWithdraw();

  const attempt = useAction(
    async ({ scenario, send, done }: Attempt) => {
      // It leaves the list on screen, whichever it is.
      const revert = showInLists<MyScenario>(client, LISTS, scenario.id, () => null);
      try {
        await send();
      } catch (cause) {
        revert();
        throw cause;
      }
      await refetchLists(client, LISTS);
      done();
    },
    {
      overlapping: true,
      onFailure: ({ message }, { refused }) => {
        complain(`${refused} ${message}`);
        return true;
      },
    },
  );

  const restore = (scenario: Trashed) =>
    void attempt.run({
      scenario,
      send: () => authoringApi.restore(scenario.id),
      done: () => say(`“${scenario.displayName}” restored.`),
      refused: `Couldn’t restore “${scenario.displayName}”.`,
    });

  const sayTrashed = (scenario: Trashed) =>
    say(`“${scenario.displayName}” moved to the trash.`, () => restore(scenario));

  return {
    ...notices,
    sayTrashed,
    toTrash: (scenario) =>
      void attempt.run({
        scenario,
        send: () => authoringApi.toTrash(scenario.id),
        done: () => sayTrashed(scenario),
        refused: `Couldn’t delete “${scenario.displayName}”.`,
      }),
    restore,
    withdraw: async ({ id, displayName }) => {
      await withdraw(id);
      await refetchLists(client, LISTS);
      say(`“${displayName}” withdrawn.`);
    },
    deletePermanently: async (scenario) => {
      await authoringApi.deletePermanently(scenario.id);
      showInLists<MyScenario>(client, LISTS, scenario.id, () => null);
      say(`“${scenario.displayName}” deleted permanently.`);
    },
  };
}
