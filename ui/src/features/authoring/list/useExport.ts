import { useEffect, useRef, useState } from "react";
import { useAction } from "../../../design/forms/useAction";
import type { Notices } from "../../../design/NoticeBar";
import { plural } from "../../../lib/format";
import { downloadMany, downloadScenario } from "../api";
import type { MyScenario } from "../types";
import { idsOf } from "./bulk";

/** An export under way. */
interface RunningExport {
  /** How many scenarios it has. */
  count: number;
  /** How much of it has arrived. */
  bytes: number;
}

/** Puts scenarios into the author's downloads: one as its CHARX, many as a ZIP of theirs. */
export interface Export {
  /** Resolves to whether they arrived. */
  start: (scenarios: readonly MyScenario[]) => Promise<boolean>;
  /** Null while nothing is exported. */
  running: RunningExport | null;
  cancel: () => void;
}

/** How finely the bytes are counted: what is shown changes no oftener. */
const STEP_BYTES = 100_000;

/** It belongs to the page that starts it: leaving that cancels it. */
export function useExport({ say, complain }: Pick<Notices, "say" | "complain">): Export {
  const [running, setRunning] = useState<RunningExport | null>(null);
  const stop = useRef<AbortController | null>(null);
  useEffect(() => () => stop.current?.abort(), []);
  const action = useAction(
    async (scenarios: readonly MyScenario[]) => {
      const controller = new AbortController();
      stop.current = controller;
      const count = scenarios.length;
      setRunning({ count, bytes: 0 });
      try {
        await downloadAll(scenarios, {
          signal: controller.signal,
          onBytes: (now) => setRunning({ count, bytes: now - (now % STEP_BYTES) }),
        });
        say(`${plural(count, "scenario")} exported.`);
      } finally {
        setRunning(null);
      }
    },
    {
      onFailure: ({ message }) => {
        if (stop.current?.signal.aborted === true) say("Export cancelled.");
        else complain(`The export failed. ${message}`);
        return true;
      },
    },
  );
  return { start: action.run, running, cancel: () => stop.current?.abort() };
}

function downloadAll(scenarios: readonly MyScenario[], travelling: Parameters<typeof downloadMany>[1]) {
  const [first, ...others] = scenarios;
  return first !== undefined && others.length === 0
    ? downloadScenario(first.id, first.displayName, travelling)
    : downloadMany(idsOf(scenarios), travelling);
}
