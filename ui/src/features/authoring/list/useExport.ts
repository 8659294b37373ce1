import { useRef, useState } from "react";
import { useAction } from "../../../design/forms/useAction";
import type { Notices } from "../../../design/NoticeBar";
import { plural } from "../../../lib/format";
import { downloadMany } from "../api";
import type { MyScenario } from "../types";

/** Puts many scenarios into one ZIP in the author's downloads. */
export interface Export {
  /** Resolves to whether they arrived. */
  start: (scenarios: readonly MyScenario[]) => Promise<boolean>;
  /** How many bytes have arrived; null while nothing is exported. */
  bytes: number | null;
  cancel: () => void;
}

/** How finely the bytes are counted: what is shown changes no oftener. */
const STEP_BYTES = 100_000;

export function useExport({ say, complain }: Pick<Notices, "say" | "complain">): Export {
  const [bytes, setBytes] = useState<number | null>(null);
  const stop = useRef<AbortController | null>(null);
  const action = useAction(
    async (scenarios: readonly MyScenario[]) => {
      const controller = new AbortController();
      stop.current = controller;
      setBytes(0);
      try {
        await downloadMany(
          scenarios.map(({ id }) => id),
          {
            signal: controller.signal,
            onBytes: (now) => setBytes(now - (now % STEP_BYTES)),
          },
        );
        say(`${plural(scenarios.length, "scenario")} exported.`);
      } finally {
        setBytes(null);
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
  return { start: action.run, bytes, cancel: () => stop.current?.abort() };
}
