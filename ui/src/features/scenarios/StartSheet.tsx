import type { ContentNote } from "../../api/types";
import { Button } from "../../design/Button";
import { Dialog } from "../../design/Dialog";
import { paths } from "../../lib/paths";
import { notesText } from "./contentNotes";

interface StartSheetProps {
  /** Those that the reader hides elsewhere. */
  hidden: readonly ContentNote[];
  onStart: () => void;
  onClose: () => void;
}

/** Asks before a story begins that contains what its reader hides: only a link leads there. */
export function StartSheet({ hidden, onStart, onClose }: StartSheetProps) {
  return (
    <Dialog
      id="before-start"
      title="Before you start"
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Not now</Button>
          <Button tone="accent" onClick={onStart}>
            Start anyway
          </Button>
        </>
      }
    >
      <p>
        This scenario contains <strong>{notesText(hidden)}</strong>. You hide scenarios like this from your
        lists.{" "}
        <a className="text-link" href={paths.profileSection("content")}>
          Change what you hide
        </a>
      </p>
    </Dialog>
  );
}
