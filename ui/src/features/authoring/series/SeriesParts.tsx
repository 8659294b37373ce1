import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react";
import { IconButton } from "../../../design/Button";
import { Icon } from "../../../design/Icon";
import { type Drop, useDrag } from "../../../design/useDrag";
import { cx } from "../../../lib/classes";
import type { SeriesScenario } from "./api";
import { movedBeside, movedTo, placeByKey } from "./order";
import s from "./SeriesParts.module.css";

interface SeriesPartsProps {
  scenarios: readonly SeriesScenario[];
  /** Where the keys go on when the last one is removed. */
  addButton: RefObject<HTMLButtonElement | null>;
  onChange: (scenarios: SeriesScenario[]) => void;
}

/** The place beside the row at this height of the window. Above and below the list it is the first and last in view. */
function dropAt(list: HTMLElement | null, clientY: number): Drop | null {
  if (list === null) return null;
  const view = list.getBoundingClientRect();
  const y = Math.min(Math.max(clientY, view.top), view.bottom);
  const rows = [...list.querySelectorAll<HTMLElement>("[data-part]")];
  const row = rows.find((each) => each.getBoundingClientRect().bottom >= y) ?? rows.at(-1);
  if (row === undefined) return null;
  const { top, bottom } = row.getBoundingClientRect();
  return { id: row.dataset.part ?? "", side: y < (top + bottom) / 2 ? "before" : "after" };
}

/** The parts of a series: the handle moves one, dragged or by arrow keys. */
export function SeriesParts({ scenarios, addButton, onChange }: SeriesPartsProps) {
  const list = useRef<HTMLOListElement>(null);
  /** What was moved by keys, for those who do not see it. */
  const [moved, setMoved] = useState("");
  const { drag, start } = useDrag({
    scroller: list,
    dropAt: (clientY) => dropAt(list.current, clientY),
    onDrop: (id, drop) => onChange(movedBeside(scenarios, id, drop)),
  });

  const onKey = (event: KeyboardEvent, { id, displayName }: SeriesScenario, place: number) => {
    const next = placeByKey(event.key, place, scenarios.length);
    if (next === null) return;
    event.preventDefault();
    if (next === place) return;
    onChange(movedTo(scenarios, id, next));
    setMoved(`${displayName}: part ${next + 1} of ${scenarios.length}.`);
  };

  const remove = (id: string, row: Element | null | undefined) => {
    // The button that was pressed goes with its row.
    const others = [row?.nextElementSibling, row?.previousElementSibling].map((other) =>
      other?.querySelector<HTMLElement>("[data-remove]"),
    );
    (others[0] ?? addButton.current ?? others[1])?.focus();
    onChange(scenarios.filter((each) => each.id !== id));
  };

  // The row that keys have moved stays in view.
  useEffect(() => {
    const row = list.current?.querySelector("[data-part]:has(:focus)");
    if (moved !== "") row?.scrollIntoView({ block: "nearest" });
  }, [moved]);

  return (
    <>
      <ol className={cx(s.list, drag !== null && s.dragging)} ref={list} aria-label="Parts in order">
        {scenarios.map((scenario, place) => (
          <li
            key={scenario.id}
            className={cx(s.row, drag?.id === scenario.id && s.dragged)}
            data-part={scenario.id}
            data-drop={drag?.drop?.id === scenario.id && drag.id !== scenario.id ? drag.drop.side : undefined}
          >
            <button
              type="button"
              className={s.grip}
              aria-label={`Move ${scenario.displayName}, part ${place + 1} of ${scenarios.length}`}
              aria-keyshortcuts="ArrowUp ArrowDown Home End"
              title="Drag, or press the arrow keys"
              onPointerDown={(event) => {
                event.currentTarget.focus();
                start(event, scenario.id);
              }}
              onKeyDown={(event) => onKey(event, scenario, place)}
            >
              <Icon name="grip" />
            </button>
            <span className={s.place} aria-hidden="true">
              {place + 1}
            </span>
            <span className={s.title} dir="auto">
              {scenario.displayName}
            </span>
            <IconButton
              label={`Remove ${scenario.displayName}`}
              data-remove
              onClick={({ currentTarget }) => remove(scenario.id, currentTarget.closest("[data-part]"))}
            >
              <Icon name="close" />
            </IconButton>
          </li>
        ))}
      </ol>
      <p className="sr-only" role="status">
        {moved}
      </p>
    </>
  );
}
