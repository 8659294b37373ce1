import { useEffect, useRef, useState } from "react";
import { Button } from "../../../design/Button";
import { TextArea, TextField } from "../../../design/forms/Field";
import { FormMessage } from "../../../design/forms/FormMessage";
import { useDeed } from "../../../design/forms/useDeed";
import { Icon } from "../../../design/Icon";
import { ErrorState } from "../../../design/States";
import { saveFile } from "../../../design/saveFile";
import { plural } from "../../../lib/format";
import { randomId } from "../../../lib/random-id";
import { PanelWaiting } from "../PanelWaiting";
import { usePlay } from "../PlayContext";
import { useFresh } from "../panels/useFresh";
import { type Book, type Entry, faultsOf, LIMITS, newEntry, type OwnBook } from "./book";
import { bookUri, loreCalls } from "./calls";
import { EntryEditor } from "./EntryEditor";

const EMPTY: Book = {
  name: "",
  description: "",
  scanDepth: null,
  tokenBudget: null,
  recursive: true,
  entries: [],
};

interface BookEditorProps {
  /** Null for a new one. */
  bookId: string | null;
  onDone: () => void;
}

/** A lorebook as a form. */
export function BookEditor({ bookId, onDone }: BookEditorProps) {
  return bookId === null ? (
    <BookForm book={EMPTY} stored={null} onDone={onDone} />
  ) : (
    <StoredBook bookId={bookId} onDone={onDone} />
  );
}

function StoredBook({ bookId, onDone }: { bookId: string; onDone: () => void }) {
  const book = useFresh(bookUri(bookId));
  if (book.state === "loading") return <PanelWaiting words="Loading the lorebook" />;
  if (book.state === "failed")
    return (
      <ErrorState title="Couldn’t load the lorebook" onRetry={book.retry}>
        {book.error.message}
      </ErrorState>
    );
  return <BookForm key={book.data.version} book={book.data} stored={book.data} onDone={onDone} />;
}

interface BookFormProps {
  book: Book;
  stored: OwnBook | null;
  onDone: () => void;
}

function BookForm({ book, stored, onDone }: BookFormProps) {
  const { chatID } = usePlay();
  const [now, setNow] = useState(book);
  const [tried, setTried] = useState(false);
  const { busy, failure, run } = useDeed();
  const taking = useDeed();
  const wrong = failure ?? taking.failure;
  const [asking, setAsking] = useState<"leave" | "delete" | null>(null);
  const fresh = useRef<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const faults = faultsOf(now);
  const changed = now !== book;

  const put = (id: string, change: Partial<Entry>) =>
    setNow((was) => ({
      ...was,
      entries: was.entries.map((entry) => (entry.id === id ? { ...entry, ...change } : entry)),
    }));

  const add = () => {
    const entry = newEntry(randomId());
    fresh.current = entry.id;
    setNow((was) => ({ ...was, entries: [...was.entries, entry] }));
  };

  /** Does something that the book is finished with. */
  const finish = (deed: () => Promise<unknown>) =>
    void run(async () => {
      await deed();
      onDone();
    });

  const save = () => {
    setTried(true);
    if (faults.name !== null || faults.entries.length > 0) {
      requestAnimationFrame(() =>
        form.current?.querySelector<HTMLElement>('[aria-invalid="true"], .entry-fault')?.focus(),
      );
      return;
    }
    if (stored !== null) finish(() => loreCalls.save(stored.id, now, stored.version));
    else
      finish(async () => {
        const made = await loreCalls.create(now);
        await loreCalls.attach(made.id, [{ kind: "story", id: chatID }]);
      });
  };

  return (
    <form
      className="form book-form"
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) save();
      }}
    >
      <div>
        <Button tone="quiet" className="book-back" onClick={() => (changed ? setAsking("leave") : onDone())}>
          <Icon name="left" />
          All lorebooks
        </Button>
      </div>
      {asking === "leave" && (
        <Ask
          words="You have unsaved changes."
          yes="Discard changes"
          no="Keep editing"
          onYes={onDone}
          onNo={() => setAsking(null)}
        />
      )}
      {wrong !== null && <FormMessage>{wrong}</FormMessage>}
      <TextField
        label="Name"
        name="name"
        value={now.name}
        maxLength={LIMITS.name}
        error={tried ? faults.name : null}
        autoComplete="off"
        dir="auto"
        required
        onChange={(event) => setNow({ ...now, name: event.target.value })}
      />
      <TextArea
        label="Description"
        name="description"
        value={now.description}
        rows={2}
        maxLength={LIMITS.description}
        hint="Only for you. Characters don’t see it."
        dir="auto"
        onChange={(event) => setNow({ ...now, description: event.target.value })}
      />
      <section className="entries" aria-label="Entries">
        <h3 className="panel-heading">{plural(now.entries.length, "entry", "entries")}</h3>
        <ul>
          {now.entries.map((entry) => (
            <EntryEditor
              key={entry.id}
              entry={entry}
              fresh={fresh.current === entry.id}
              fault={tried ? (faults.entries.find(({ id }) => id === entry.id)?.message ?? null) : null}
              onChange={(change) => put(entry.id, change)}
              onRemove={() =>
                setNow((was) => ({ ...was, entries: was.entries.filter(({ id }) => id !== entry.id) }))
              }
            />
          ))}
        </ul>
        <Button disabled={now.entries.length >= LIMITS.entries} onClick={add}>
          <Icon name="plus" />
          New entry
        </Button>
      </section>
      {stored !== null && (
        <div className="form-row">
          <Button tone="quiet" onClick={() => void taking.run(() => exportBook(stored))}>
            <Icon name="download" />
            Export
          </Button>
          <Button tone="quiet" onClick={() => setAsking("delete")}>
            <Icon name="trash" />
            Delete
          </Button>
        </div>
      )}
      {asking === "delete" && stored !== null && (
        <Ask
          words={`“${stored.name}” will be deleted for good and removed from every story that uses it.`}
          yes="Delete lorebook"
          no="Cancel"
          onYes={() => finish(() => loreCalls.remove(stored.id))}
          onNo={() => setAsking(null)}
        />
      )}
      <div className="book-save">
        <Button type="submit" tone="gold" aria-busy={busy || undefined}>
          {busy ? "Saving…" : stored === null ? "Save and attach" : "Save"}
        </Button>
      </div>
    </form>
  );
}

async function exportBook({ id, name }: OwnBook): Promise<void> {
  const response = await loreCalls.exportFile(id);
  const safe = name.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "");
  saveFile(await response.blob(), `${safe || "lorebook"}.json`);
}

interface AskProps {
  words: string;
  yes: string;
  no: string;
  onYes: () => void;
  onNo: () => void;
}

/** A question in place. */
function Ask({ words, yes, no, onYes, onNo }: AskProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.querySelector("button")?.focus(), []);
  return (
    <div className="ask" role="alertdialog" aria-label={words} ref={box}>
      <p>{words}</p>
      <div className="form-row">
        <Button onClick={onNo}>{no}</Button>
        <Button tone="danger" onClick={onYes}>
          {yes}
        </Button>
      </div>
    </div>
  );
}
