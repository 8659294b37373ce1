import { Fragment, useLayoutEffect, useRef, useState } from "react";
import { Button } from "../../../design/Button";
import { ConfirmDialog } from "../../../design/forms/ConfirmDialog";
import { Icon } from "../../../design/Icon";
import { cx } from "../../../lib/classes";
import { plural } from "../../../lib/format";
import { randomId } from "../../../lib/random-id";
import { Fold } from "../editor/Fold";
import { BookPanel } from "./BookPanel";
import { BookSettings } from "./BookSettings";
import {
  type Book,
  bookName,
  type DraftBook,
  LIMITS,
  type LoreActor,
  newBook,
  newEntry,
  type ShownEntry,
} from "./entry";
import { ImportBook } from "./ImportBook";
import s from "./LoreEditor.module.css";

interface LoreEditorProps {
  books: readonly DraftBook[];
  /** The actors that entries can be for. */
  actors: readonly LoreActor[];
  onChange: (books: DraftBook[]) => void;
  /** Whose lorebooks they are, as a heading. */
  label: string;
  /** What is said where there is none. */
  none?: string;
  /** What is to be opened. */
  shown?: ShownEntry | null;
  /** It is a part of the editor by itself, which a phone names above it already. */
  isPart?: boolean;
}

/**
 * The last books that were given or passed on. Changes are made to these, so that two that come before the
 * next render do not undo each other.
 */
function useCommit(books: readonly DraftBook[], onChange: (books: DraftBook[]) => void) {
  const latest = useRef({ books, onChange });
  useLayoutEffect(() => {
    latest.current = { books, onChange };
  }, [books, onChange]);
  const [commit] = useState(() => (change: (books: readonly DraftBook[]) => DraftBook[]) => {
    const next = change(latest.current.books);
    latest.current.books = next;
    latest.current.onChange(next);
  });
  return commit;
}

/** The lorebooks of a scenario or an actor: the books, and in each its entries with all the engine reads. */
export function LoreEditor(props: LoreEditorProps) {
  const { books, actors, onChange, label, none = "No lorebook yet.", shown = null, isPart = false } = props;
  const commit = useCommit(books, onChange);
  const [chosen, setChosen] = useState<string | null>(null);
  /** The first entry of a book that was just made, which is open. */
  const [begun, setBegun] = useState<string | null>(null);
  const [seen, setSeen] = useState<ShownEntry | null>(null);
  if (shown !== seen) {
    setSeen(shown);
    if (shown !== null) setChosen(shown.book);
  }
  const book = books.find(({ id }) => id === chosen) ?? books[0];
  const full = books.length >= LIMITS.books;

  const add = () => {
    const first = newEntry(randomId());
    const made = newBook(randomId(), freeName(books), first);
    commit((now) => [...now, made]);
    setChosen(made.id);
    setBegun(first.id);
  };
  const choose = (id: string) => {
    setChosen(id);
    setBegun(null);
  };
  const take = (read: Book, place: string | null) => {
    // In place of another it is another book as well: nothing of what was open in that one stays.
    const made = { id: randomId(), book: read };
    commit((now) => (place === null ? [...now, made] : now.map((each) => (each.id === place ? made : each))));
    setChosen(made.id);
  };
  const buttons = (
    <div className={s.buttons}>
      <ImportBook current={book ?? null} full={full} onTake={take} />
      <Button
        disabled={full}
        title={full ? `There can be up to ${LIMITS.books} lorebooks.` : undefined}
        onClick={add}
      >
        <Icon name="plus" />
        New lorebook
      </Button>
    </div>
  );

  return (
    <section className={s.editor} aria-label={label}>
      <div className={s.head}>
        <h2 className={cx("section-heading", isPart && s.part)}>{label}</h2>
        {books.length > 0 && buttons}
      </div>
      {book === undefined ? (
        <div className={s.none}>
          <p>
            {none} A lorebook holds what a model should know only when it matters: places, people, the rules
            of the world. Its entries are added to a prompt once the story mentions them.
          </p>
          {buttons}
        </div>
      ) : (
        <>
          {books.length > 1 && <Books books={books} current={book.id} onChoose={choose} />}
          <Fragment key={book.id}>
            <Settings book={book} commit={commit} />
            <BookPanel
              begun={begun}
              shown={shown?.book === book.id ? shown : null}
              book={book}
              books={books}
              actors={actors}
              commit={commit}
            />
          </Fragment>
        </>
      )}
    </section>
  );
}

interface SettingsProps {
  book: DraftBook;
  commit: ReturnType<typeof useCommit>;
}

/** The settings of a lorebook, behind its name. */
function Settings({ book, commit }: SettingsProps) {
  const [deleting, setDeleting] = useState(false);
  const change = (changes: Partial<Book>) =>
    commit((now) =>
      now.map((each) => (each.id === book.id ? { ...each, book: { ...each.book, ...changes } } : each)),
    );
  return (
    <div className={s.settings}>
      <Fold
        heading={
          <>
            <h3 className={s.name} dir="auto">
              {bookName(book.book)}
            </h3>
            <span className={s.hint}>Settings</span>
          </>
        }
      >
        <BookSettings book={book} onChange={change} onDelete={() => setDeleting(true)} />
      </Fold>
      {deleting && (
        <ConfirmDialog
          title="Delete this lorebook?"
          action="Delete lorebook"
          busyAction="Deleting…"
          run={async () => commit((now) => now.filter(({ id }) => id !== book.id))}
          onClose={() => setDeleting(false)}
        >
          “{bookName(book.book)}” and its {plural(book.book.entries.length, "entry", "entries")} will be
          removed.
        </ConfirmDialog>
      )}
    </div>
  );
}

/** A name that no book has yet. */
function freeName(books: readonly DraftBook[]): string {
  const taken = new Set(books.map(({ book }) => book.name));
  for (let number = 1; ; number++) {
    const name = number === 1 ? "Lorebook" : `Lorebook ${number}`;
    if (!taken.has(name)) return name;
  }
}

interface BooksProps {
  books: readonly DraftBook[];
  current: string;
  onChoose: (id: string) => void;
}

function Books({ books, current, onChoose }: BooksProps) {
  return (
    <ul className={s.books} aria-label="Lorebooks">
      {books.map((each) => (
        <li key={each.id}>
          <button
            type="button"
            className={cx("chip", each.id === current && "chip-on")}
            aria-pressed={each.id === current}
            dir="auto"
            onClick={() => onChoose(each.id)}
          >
            {bookName(each.book)}
            <span className={s.hint}>{each.book.entries.length}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
