import { useState } from "react";
import { readUri } from "../../../api/address";
import { useApiList } from "../../../api/list";
import { reads } from "../../../api/reads";
import { Button } from "../../../design/Button";
import { Dialog } from "../../../design/Dialog";
import options from "../../../design/forms/Options.module.css";
import { cx } from "../../../lib/classes";
import { plural } from "../../../lib/format";
import { useDebounced } from "../../../lib/useDebounced";
import { STATES } from "../list/view";
import type { MyScenario } from "../types";
import type { SeriesScenario } from "./api";
import { roomText } from "./order";
import s from "./PickScenarios.module.css";

interface PickScenariosProps {
  /** Those that are in the series already. */
  chosen: readonly SeriesScenario[];
  /** Those that are in another series, with its title. */
  taken: ReadonlyMap<string, string>;
  /** How many more the series can hold. */
  room: number;
  onAdd: (scenarios: SeriesScenario[]) => void;
  onClose: () => void;
}

/** Finds scenarios of the author and chooses several; what is chosen stays so while something else is searched for. */
export function PickScenarios({ chosen, taken, room, onAdd, onClose }: PickScenariosProps) {
  const [words, setWords] = useState("");
  const [picked, setPicked] = useState<readonly SeriesScenario[]>([]);
  const q = useDebounced(words.trim());
  const here = new Set(chosen.map(({ id }) => id));
  const turn = ({ id, displayName }: MyScenario, on: boolean) =>
    setPicked(on ? [...picked, { id, displayName }] : picked.filter((each) => each.id !== id));
  const whyNot = (id: string) => {
    const series = taken.get(id);
    return here.has(id) ? "In this series" : series === undefined ? null : `In “${series}”`;
  };
  const isTooMany = picked.length > room;
  return (
    <Dialog
      id="pick-scenarios"
      title="Add scenarios"
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            tone="accent"
            disabled={picked.length === 0 || isTooMany}
            title={picked.length === 0 ? "Choose a scenario first." : undefined}
            onClick={() => {
              onAdd([...picked]);
              onClose();
            }}
          >
            {picked.length === 0 ? "Add" : `Add ${plural(picked.length, "scenario")}`}
          </Button>
        </>
      }
    >
      <input
        className="field"
        type="search"
        value={words}
        aria-label="Search your scenarios"
        placeholder="Title, actor or text…"
        maxLength={200}
        autoComplete="off"
        dir="auto"
        onChange={({ target }) => setWords(target.value)}
      />
      {isTooMany && (
        <p className={s.note} role="alert">
          {roomText(room)}
        </p>
      )}
      <Results
        q={q}
        picked={new Set([...chosen, ...picked].map(({ id }) => id))}
        whyNot={whyNot}
        onTurn={turn}
      />
    </Dialog>
  );
}

interface ResultsProps {
  /** The words that are searched for. */
  q: string;
  picked: ReadonlySet<string>;
  /** Why a scenario can’t be chosen; null when it can. */
  whyNot: (id: string) => string | null;
  onTurn: (scenario: MyScenario, on: boolean) => void;
}

/** The scenarios that were found, each to be chosen. */
function Results({ q, picked, whyNot, onTurn }: ResultsProps) {
  const list = useApiList(readUri(reads.myScenarios, { q }), (cursor) =>
    readUri(reads.myScenarios, { q, cursor }),
  );
  return (
    <div className={s.results}>
      {list.state === "loading" && (
        <p className={s.note} role="status">
          Searching…
        </p>
      )}
      {list.state === "failed" && (
        <p className={s.note} role="alert">
          {list.error?.message}{" "}
          <button type="button" className="text-link" onClick={list.retry}>
            Try again
          </button>
        </p>
      )}
      {list.state === "ready" && list.items.length === 0 && (
        <p className={s.note} role="status">
          {q === "" ? "You have no scenarios yet." : "None of your scenarios contains these words."}
        </p>
      )}
      <ul className={cx(options.options, s.list)} aria-label="Your scenarios">
        {list.items.map((scenario) => {
          const reason = whyNot(scenario.id);
          return (
            <li key={scenario.id}>
              <label className={options.option}>
                <input
                  type="checkbox"
                  checked={picked.has(scenario.id)}
                  disabled={reason !== null}
                  onChange={({ target }) => onTurn(scenario, target.checked)}
                />
                <span>
                  <span className={options.name} dir="auto">
                    {scenario.displayName}
                  </span>
                  <span className={options.text}>{reason ?? STATES[scenario.state]}</span>
                </span>
              </label>
            </li>
          );
        })}
      </ul>
      {list.nextCursor !== null && (
        <Button tone="quiet" busy={list.more === "busy"} onClick={list.loadMore}>
          {list.more === "busy" ? "Loading…" : list.more === "failed" ? "Try again" : "Show more"}
        </Button>
      )}
    </div>
  );
}
