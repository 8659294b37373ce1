import { useState } from "react";
import { Button } from "../../../design/Button";
import { Icon } from "../../../design/Icon";
import { randomId } from "../../../lib/random-id";
import s from "./BulkBar.module.css";
import { changeEntries, duplicateEntries, replaceInEntries, roomIn, sendEntries, setEnabled } from "./bulk";
import type { DraftBook, Entry } from "./entry";
import { ReplaceDialog } from "./ReplaceDialog";
import { SendDialog } from "./SendDialog";

interface BulkBarProps {
  book: DraftBook;
  books: readonly DraftBook[];
  selected: ReadonlySet<string>;
  /** The entries that are shown. */
  shown: readonly string[];
  onSelect: (ids: ReadonlySet<string>) => void;
  commit: (change: (books: readonly DraftBook[]) => DraftBook[]) => void;
  onDelete: (ids: ReadonlySet<string>) => void;
}

/** What can be done with many entries at once. */
export function BulkBar({ book, books, selected, shown, onSelect, commit, onDelete }: BulkBarProps) {
  const [dialog, setDialog] = useState<"replace" | "send" | null>(null);
  const none = selected.size === 0;
  const all = shown.length > 0 && shown.every((id) => selected.has(id));
  const others = books.filter(({ id }) => id !== book.id);
  const change = (next: (entries: readonly Entry[]) => Entry[]) =>
    commit((now) => changeEntries(now, book.id, next));
  const send = (to: string, copy: boolean) => {
    commit((now) => sendEntries(now, { from: book.id, to, ids: selected, copy }, randomId));
    if (!copy) onSelect(new Set());
  };
  return (
    <div className={s.bar} role="toolbar" aria-label="Selected entries">
      <span className={s.count} role="status">
        {selected.size} selected
      </span>
      <Button tone="quiet" onClick={() => onSelect(all ? new Set() : new Set(shown))}>
        {all ? "Select none" : "Select all"}
      </Button>
      <Button tone="quiet" disabled={none} onClick={() => change((now) => setEnabled(now, selected, true))}>
        Turn on
      </Button>
      <Button tone="quiet" disabled={none} onClick={() => change((now) => setEnabled(now, selected, false))}>
        Turn off
      </Button>
      <Button tone="quiet" disabled={none} onClick={() => setDialog("replace")}>
        <Icon name="replace" />
        Replace text
      </Button>
      <Button
        tone="quiet"
        disabled={none || roomIn(book) < selected.size}
        onClick={() => change((now) => duplicateEntries(now, selected, randomId))}
      >
        <Icon name="copy" />
        Duplicate
      </Button>
      {others.length > 0 && (
        <Button tone="quiet" disabled={none} onClick={() => setDialog("send")}>
          <Icon name="book" />
          Move or copy
        </Button>
      )}
      <Button tone="quiet" disabled={none} onClick={() => onDelete(selected)}>
        <Icon name="trash" />
        Delete
      </Button>
      {dialog === "send" && (
        <SendDialog count={selected.size} books={others} onSend={send} onClose={() => setDialog(null)} />
      )}
      {dialog === "replace" && (
        <ReplaceDialog
          entries={book.book.entries}
          ids={selected}
          onReplace={(query, replacement, options) =>
            change((now) => replaceInEntries(now, selected, query, replacement, options))
          }
          onClose={() => setDialog(null)}
        />
      )}
    </div>
  );
}
