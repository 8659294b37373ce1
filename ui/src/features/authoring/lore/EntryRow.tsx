import { type KeyboardEvent, memo, type PointerEvent } from "react";
import { Icon } from "../../../design/Icon";
import { cx } from "../../../lib/classes";
import { plural } from "../../../lib/format";
import s from "./EntryList.module.css";
import { type Entry, entryTitle } from "./entry";
import type { Mark } from "./marks";
import { entryNote, entryTokens } from "./view";

/** What a row can ask for; the same functions as long as the list stands. */
export interface RowActions {
  open: (id: string) => void;
  toggle: (id: string, checked: boolean) => void;
  key: (event: KeyboardEvent, id: string) => void;
  drag: (event: PointerEvent<HTMLElement>, id: string) => void;
}

interface EntryRowProps {
  entry: Entry;
  marks: readonly Mark[] | undefined;
  /** It is open beside the list. */
  current: boolean;
  /** The one row that Tab leads to. */
  reachable: boolean;
  /** Whether it is chosen; null while nothing can be. */
  selected: boolean | null;
  sortable: boolean;
  /** Where something dragged would go, if it is beside this row. */
  drop: "before" | "after" | null;
  actions: RowActions;
}

/** An entry in the list. */
export const EntryRow = memo(function EntryRow(props: EntryRowProps) {
  const { entry, marks, current, reachable, selected, sortable, drop, actions } = props;
  const title = entryTitle(entry);
  const tokens = entryTokens(entry);
  const tabIndex = reachable ? 0 : -1;
  return (
    <div
      className={cx(s.row, !entry.enabled && s.off, current && s.current, selected === true && s.selected)}
      data-drop={drop ?? undefined}
    >
      {selected !== null && (
        <label className={s.check}>
          <input
            type="checkbox"
            checked={selected}
            aria-label={`Select “${title}”`}
            tabIndex={tabIndex}
            onChange={(event) => actions.toggle(entry.id, event.target.checked)}
          />
        </label>
      )}
      <button
        type="button"
        className={s.open}
        data-entry={entry.id}
        tabIndex={tabIndex}
        aria-current={current || undefined}
        aria-keyshortcuts={sortable ? "Alt+ArrowUp Alt+ArrowDown" : undefined}
        onKeyDown={(event) => actions.key(event, entry.id)}
        onClick={() => actions.open(entry.id)}
      >
        <span className={s.title} dir="auto">
          {title}
        </span>
        <span className={s.note} dir="auto">
          {entryNote(entry)}
        </span>
      </button>
      <span className={s.facts}>
        {marks !== undefined && <Flag marks={marks} />}
        <span className={s.tokens}>{plural(tokens, "token")}</span>
      </span>
      {sortable && (
        <span
          className={s.grip}
          title="Drag to reorder"
          aria-hidden="true"
          onPointerDown={(event) => actions.drag(event, entry.id)}
        >
          <Icon name="grip" />
        </span>
      )}
    </div>
  );
});

/** That something should be looked at; what it is stands in the entry, and in the tooltip. */
function Flag({ marks }: { marks: readonly Mark[] }) {
  const dead = marks.some(({ kind }) => kind === "dead");
  const says = marks.map((mark) => mark.says).join(" ");
  return (
    <span className={dead ? s.dead : s.double} role="img" aria-label={says} title={says}>
      <Icon name={dead ? "warning" : "copy"} />
    </span>
  );
}
