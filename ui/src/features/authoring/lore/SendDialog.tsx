import { useState } from "react";
import { Button } from "../../../design/Button";
import { Dialog } from "../../../design/Dialog";
import { SelectField } from "../../../design/forms/Field";
import { plural } from "../../../lib/format";
import { roomIn } from "./bulk";
import { bookName, type DraftBook } from "./entry";

interface SendDialogProps {
  count: number;
  /** The books that can take them. */
  books: readonly DraftBook[];
  onSend: (to: string, copy: boolean) => void;
  onClose: () => void;
}

/** Asks into which other lorebook entries go, and whether they stay here as well. */
export function SendDialog({ count, books, onSend, onClose }: SendDialogProps) {
  const [to, setTo] = useState(books[0]?.id ?? "");
  const target = books.find(({ id }) => id === to);
  const room = target === undefined ? 0 : roomIn(target);
  const full = room < count ? `There is room for ${plural(room, "more entry", "more entries")}.` : null;
  const send = (copy: boolean) => {
    onSend(to, copy);
    onClose();
  };
  return (
    <Dialog
      id="send-entries"
      title={`Move or copy ${plural(count, "entry", "entries")}`}
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button disabled={full !== null} onClick={() => send(true)}>
            Copy
          </Button>
          <Button tone="accent" disabled={full !== null} onClick={() => send(false)}>
            Move
          </Button>
        </>
      }
    >
      <SelectField
        label="To the lorebook"
        name="to"
        value={to}
        error={full}
        onChange={(event) => setTo(event.target.value)}
      >
        {books.map(({ id, book }) => (
          <option key={id} value={id}>
            {bookName(book)}
          </option>
        ))}
      </SelectField>
    </Dialog>
  );
}
