import { Button } from "../../../design/Button";
import { Dialog } from "../../../design/Dialog";
import reports from "../../../design/Report.module.css";
import { cx } from "../../../lib/classes";
import { plural } from "../../../lib/format";
import s from "./RefusedDialog.module.css";
import type { Refusal } from "./useBulk";

interface RefusedDialogProps {
  refused: readonly Refusal[];
  /** Chooses these on the shelf. */
  onSelect: () => void;
  onClose: () => void;
}

/** What a change of many left out, and why. */
export function RefusedDialog({ refused, onSelect, onClose }: RefusedDialogProps) {
  const isOne = refused.length === 1;
  return (
    <Dialog
      id="refused"
      title={`${plural(refused.length, "scenario")} not changed`}
      open
      onClose={onClose}
      actions={
        <>
          <Button
            onClick={() => {
              onSelect();
              onClose();
            }}
          >
            {isOne ? "Select it" : "Select these"}
          </Button>
          <Button tone="accent" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <p>{isOne ? "It stays as it was." : "They stay as they were."}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls has to be reached by keys. */}
      <ul className={cx(reports.report, s.list)} aria-label="Not changed" tabIndex={0}>
        {refused.map(({ id, title, problem }) => (
          <li key={id} className={s.line}>
            <b dir="auto">{title}</b>
            <span>{problem}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
