import { useDeferredValue, useMemo, useState } from "react";
import { Button, IconButton } from "../../../design/Button";
import { ConfirmDialog } from "../../../design/forms/ConfirmDialog";
import { Icon } from "../../../design/Icon";
import box from "../../../design/SearchBox.module.css";
import { cx } from "../../../lib/classes";
import { plural } from "../../../lib/format";
import { randomId } from "../../../lib/random-id";
import s from "./BookPanel.module.css";
import { BulkBar } from "./BulkBar";
import { changeEntries, removeEntries } from "./bulk";
import { EntryList } from "./EntryList";
import { EntryPage } from "./EntryPage";
import { type DraftBook, entryTitle, LIMITS, type LoreActor, newEntry } from "./entry";
import { actorNames, marksOf } from "./marks";
import { moveEntries, neighbour } from "./order";
import type { Drop } from "./useDrag";
import { bookTotals, type Row, rowsOf } from "./view";

interface BookPanelProps {
  book: DraftBook;
  /** All books that apply together. */
  books: readonly DraftBook[];
  actors: readonly LoreActor[];
  commit: (change: (books: readonly DraftBook[]) => DraftBook[]) => void;
}

type Ids = ReadonlySet<string>;

const entryOf = (rows: readonly Row[]) => rows.flatMap((row) => (row.kind === "entry" ? [row.entry] : []));

/** The entries of a lorebook, and the one that is open: beside the list, or in its place where the screen is narrow. */
export function BookPanel({ book, books, actors, commit }: BookPanelProps) {
  const [search, setSearch] = useState("");
  const [grouped, setGrouped] = useState(false);
  const [selected, setSelected] = useState<Ids | null>(null);
  const [openId, setOpenId] = useState<string | null>(null);
  const [deleting, setDeleting] = useState<Ids | null>(null);
  const [moved, setMoved] = useState("");
  const { entries } = book.book;

  const sought = useDeferredValue(search);
  const rows = useMemo(() => rowsOf(entries, sought, grouped), [entries, sought, grouped]);
  const shown = useMemo(() => entryOf(rows), [rows]);
  const shownIds = useMemo(() => shown.map(({ id }) => id), [shown]);
  const names = useMemo(() => actorNames(actors), [actors]);
  const marks = useMemo(() => marksOf(book, books, names), [book, books, names]);
  const open = entries.find(({ id }) => id === openId);

  const change = (next: Parameters<typeof changeEntries>[2]) =>
    commit((now) => changeEntries(now, book.id, next));
  const add = () => {
    const last = shown.at(-1)?.order ?? 100;
    const entry = { ...newEntry(randomId()), order: last };
    setSearch("");
    change((now) => [...now, entry]);
    setOpenId(entry.id);
  };
  const move = (id: string, { id: target, side }: Drop) => {
    const ids = selected?.has(id) ? selected : new Set([id]);
    change((now) => moveEntries(now, ids, target, side));
  };
  const step = (id: string, by: -1 | 1) => {
    const target = neighbour(shown, id, by);
    if (target === null) return;
    change((now) => moveEntries(now, new Set([id]), target, by < 0 ? "before" : "after"));
    setMoved(`Moved to place ${shownIds.indexOf(id) + by + 1} of ${shown.length}.`);
  };
  const remove = (ids: Ids) => {
    change((now) => removeEntries(now, ids));
    if (selected !== null) setSelected(new Set());
    if (openId !== null && ids.has(openId)) setOpenId(null);
  };

  return (
    <div className={s.panes} data-open={open === undefined ? undefined : true}>
      <div className={s.side}>
        <Tools
          count={entries.length}
          search={search}
          grouped={grouped}
          selecting={selected !== null}
          onSearch={setSearch}
          onGroup={setGrouped}
          onSelect={(on) => setSelected(on ? new Set() : null)}
          onAdd={add}
        />
        {selected !== null && (
          <BulkBar
            book={book}
            books={books}
            selected={selected}
            shown={shownIds}
            onSelect={setSelected}
            commit={commit}
            onDelete={setDeleting}
          />
        )}
        {shown.length > 0 ? (
          <EntryList
            label={`Entries of ${book.book.name}`}
            rows={rows}
            marks={marks}
            open={open?.id ?? null}
            selected={selected}
            sortable={!grouped && shown.length > 1}
            onOpen={setOpenId}
            onToggle={(id, on) => setSelected((was) => toggled(was, id, on))}
            onDrop={move}
            onStep={step}
          />
        ) : (
          <Nothing sought={sought} onClear={() => setSearch("")} />
        )}
        <Totals book={book} found={sought.trim() === "" ? null : shown.length} />
        <p className="sr-only" role="status">
          {moved}
        </p>
      </div>
      {open !== undefined && (
        <EntryPage
          key={open.id}
          entry={open}
          book={book}
          actors={actors}
          marks={marks.get(open.id) ?? []}
          previous={neighbour(shown, open.id, -1)}
          next={neighbour(shown, open.id, 1)}
          onChange={(entry) => change((now) => now.map((one) => (one.id === entry.id ? entry : one)))}
          onOpen={setOpenId}
          onClose={() => setOpenId(null)}
          onDelete={() => setDeleting(new Set([open.id]))}
        />
      )}
      {deleting !== null && (
        <ConfirmDialog
          title={deleting.size === 1 ? "Delete this entry?" : `Delete ${deleting.size} entries?`}
          action="Delete"
          busyAction="Deleting…"
          run={async () => remove(deleting)}
          onClose={() => setDeleting(null)}
        >
          {deletedText(entries.filter(({ id }) => deleting.has(id)).map(entryTitle))}
        </ConfirmDialog>
      )}
    </div>
  );
}

function toggled(was: Ids | null, id: string, on: boolean): Ids {
  const next = new Set(was);
  if (on) next.add(id);
  else next.delete(id);
  return next;
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
