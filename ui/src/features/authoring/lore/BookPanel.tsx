import { type Ref, useMemo, useRef, useState } from "react";
import { Button, IconButton } from "../../../design/Button";
import { ConfirmDialog } from "../../../design/forms/ConfirmDialog";
import { Icon } from "../../../design/Icon";
import box from "../../../design/SearchBox.module.css";
import { cx } from "../../../lib/classes";
import { plural } from "../../../lib/format";
import { useBackCloses } from "../../../lib/useBackCloses";
import s from "./BookPanel.module.css";
import { BulkBar } from "./BulkBar";
import { EntryList } from "./EntryList";
import { EntryPage } from "./EntryPage";
import { type DraftBook, entryTitle, LIMITS } from "./entry";
import { neighbour } from "./order";
import { type BookProps, type Ids, useEntries } from "./useEntries";
import { bookTotals } from "./view";

/**
 * The entries of a lorebook, and the one that is open: beside the list, or in its place on a narrow screen.
 */
export function BookPanel(props: BookProps) {
  const { book, actors } = props;
  const all = useEntries(props);
  const [deleting, setDeleting] = useState<Ids | null>(null);
  const open = all.open.entry;
  const side = useRef<HTMLDivElement>(null);
  useBackCloses(
    open !== undefined,
    () => all.open.set(null),
    () => side.current !== null && getComputedStyle(side.current).display === "none",
  );
  return (
    <div className={s.panes} data-open={open === undefined ? undefined : true}>
      <Side {...props} all={all} onDelete={setDeleting} ref={side} />
      {open !== undefined && (
        <EntryPage
          key={open.id}
          entry={open}
          isFresh={all.open.isFresh}
          book={book}
          actors={actors}
          marks={all.marks.get(open.id) ?? []}
          previous={neighbour(all.shown, open.id, -1)}
          next={neighbour(all.shown, open.id, 1)}
          onChange={(changes) =>
            all.change((now) => now.map((one) => (one.id === open.id ? { ...one, ...changes } : one)))
          }
          onOpen={all.open.set}
          onClose={() => all.open.set(null)}
          onDelete={() => setDeleting(new Set([open.id]))}
        />
      )}
      {deleting !== null && (
        <ConfirmDialog
          title={deleting.size === 1 ? "Delete this entry?" : `Delete ${deleting.size} entries?`}
          action="Delete"
          busyAction="Deleting…"
          run={async () => all.remove(deleting)}
          onClose={() => setDeleting(null)}
        >
          {deletedText(book.book.entries.filter(({ id }) => deleting.has(id)).map(entryTitle))}
        </ConfirmDialog>
      )}
    </div>
  );
}

interface SideProps extends BookProps {
  all: ReturnType<typeof useEntries>;
  onDelete: (ids: Ids) => void;
  ref: Ref<HTMLDivElement>;
}

/** The list with what stands above and below it. */
function Side({ book, books, commit, all, onDelete, ref }: SideProps) {
  const { search, grouping, selection, shown } = all;
  return (
    <div className={s.side} ref={ref}>
      <Tools
        count={book.book.entries.length}
        search={search.text}
        grouped={grouping.on}
        selecting={selection.ids !== null}
        onSearch={search.set}
        onGroup={grouping.set}
        onSelect={(on) => selection.set(on ? new Set() : null)}
        onAdd={all.add}
      />
      {selection.ids !== null && (
        <BulkBar
          book={book}
          books={books}
          selected={selection.ids}
          shown={shown.map(({ id }) => id)}
          onSelect={selection.set}
          commit={commit}
          onDelete={onDelete}
        />
      )}
      {shown.length > 0 ? (
        <EntryList
          label={`Entries of ${book.book.name}`}
          rows={all.rows}
          marks={all.marks}
          open={all.open.entry?.id ?? null}
          selected={selection.ids}
          sortable={!grouping.on && shown.length > 1}
          onOpen={all.open.set}
          onToggle={selection.toggle}
          onDrop={all.move}
          onStep={all.step}
        />
      ) : (
        <Nothing sought={search.sought} onClear={() => search.set("")} />
      )}
      <Totals book={book} found={search.sought.trim() === "" ? null : shown.length} />
      <p className="sr-only" role="status">
        {all.moved}
      </p>
    </div>
  );
}

/** The first of the titles; what is deleted at once can be many. */
function deletedText(titles: readonly string[]): string {
  const LISTED = 5;
  const listed = titles.slice(0, LISTED).map((title) => `“${title}”`);
  const more = titles.length - LISTED;
  return `${listed.join(", ")}${more > 0 ? ` and ${more} more` : ""} will be removed from this lorebook.`;
}

interface ToolsProps {
  count: number;
  search: string;
  grouped: boolean;
  selecting: boolean;
  onSearch: (search: string) => void;
  onGroup: (grouped: boolean) => void;
  onSelect: (selecting: boolean) => void;
  onAdd: () => void;
}

function Tools({ count, search, grouped, selecting, onSearch, onGroup, onSelect, onAdd }: ToolsProps) {
  const full = count >= LIMITS.entries;
  return (
    <div className={s.tools}>
      <div className={box.box}>
        <Icon name="search" />
        <input
          type="search"
          data-own-undo
          value={search}
          placeholder="Titles, keywords, content"
          aria-label="Search entries"
          autoComplete="off"
          dir="auto"
          onChange={(event) => onSearch(event.target.value)}
        />
        {search !== "" && (
          <IconButton label="Clear the search" onClick={() => onSearch("")}>
            <Icon name="close" />
          </IconButton>
        )}
      </div>
      <div className={s.buttons}>
        <Button
          disabled={full}
          title={full ? `A lorebook can have up to ${LIMITS.entries} entries.` : undefined}
          onClick={onAdd}
        >
          <Icon name="plus" />
          New entry
        </Button>
        <Toggle label="Group" pressed={grouped} onPress={onGroup} />
        <Toggle label="Select" pressed={selecting} onPress={onSelect} />
      </div>
    </div>
  );
}

interface ToggleProps {
  label: string;
  pressed: boolean;
  onPress: (pressed: boolean) => void;
}

function Toggle({ label, pressed, onPress }: ToggleProps) {
  return (
    <button
      type="button"
      className={cx("chip", s.toggle, pressed && "chip-on")}
      aria-pressed={pressed}
      onClick={() => onPress(!pressed)}
    >
      {label}
    </button>
  );
}

function Nothing({ sought, onClear }: { sought: string; onClear: () => void }) {
  if (sought.trim() === "")
    return (
      <p className={s.nothing}>
        No entries yet. An entry is told to a model once the story mentions one of its keywords.
      </p>
    );
  return (
    <p className={s.nothing}>
      No entry matches.{" "}
      <button type="button" className="text-link" onClick={onClear}>
        Show all entries
      </button>
    </p>
  );
}

/** How large the book is, or how much of it was found. */
function Totals({ book, found }: { book: DraftBook; found: number | null }) {
  const totals = useMemo(() => bookTotals(book.book), [book]);
  const parts = [
    found === null
      ? plural(totals.entries, "entry", "entries")
      : `${found} of ${plural(totals.entries, "entry", "entries")}`,
    totals.enabled < totals.entries ? `${totals.enabled} on` : null,
    `${plural(totals.tokens, "token")} in all`,
    totals.constant > 0 ? `${plural(totals.constant, "token")} in every prompt` : null,
  ];
  return <p className={s.totals}>{parts.filter((part) => part !== null).join(" · ")}</p>;
}
