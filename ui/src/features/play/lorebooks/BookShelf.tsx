import { useQueryClient } from "@tanstack/react-query";
import { type ChangeEvent, type ReactNode, useRef, useState } from "react";
import { failedConnection } from "../../../api/errors";
import type { ApiState } from "../../../api/query";
import { Button, LinkButton } from "../../../design/Button";
import { FormMessage } from "../../../design/forms/FormMessage";
import { Icon } from "../../../design/Icon";
import { ErrorState } from "../../../design/States";
import { plural } from "../../../lib/format";
import { paths } from "../../../lib/paths";
import { PanelWaiting } from "../PanelWaiting";
import { useChat, usePlay } from "../PlayContext";
import { useFresh } from "../panels/useFresh";
import type { Attachment, ImportedBook, ListedBook, OwnBooks } from "./book";
import { appliedUri, LOREBOOKS, loreCalls } from "./calls";
import { LoreTest } from "./LoreTest";

/** What an import left out or changed. */
interface Imported {
  name: string;
  rows: ImportedBook["report"];
}

const NONE: ApiState<OwnBooks> = { state: "ready", data: { books: [] } };

/** The books of this story, one's own that are not, and a field to try them with. Guests have none of their own. */
export function BookShelf({ onEdit }: { onEdit: (bookId: string | null) => void }) {
  const { chatID } = usePlay();
  const guest = useChat().userID === null;
  const client = useQueryClient();
  const applied = useFresh(appliedUri(chatID));
  const stored = useFresh(LOREBOOKS, "", { enabled: !guest });
  const own = guest ? NONE : stored;
  const input = useRef<HTMLInputElement>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState<string | null>(null);
  const [report, setReport] = useState<Imported | null>(null);

  if (applied.state === "loading" || own.state === "loading")
    return <PanelWaiting words="Loading your lorebooks" />;
  const failed = applied.state === "failed" ? applied : own.state === "failed" ? own : null;
  if (failed !== null)
    return (
      <ErrorState title="Couldn’t load your lorebooks" onRetry={failed.retry}>
        {failed.error.message}
      </ErrorState>
    );
  if (applied.state !== "ready" || own.state !== "ready") return null;
  const mine = new Map(own.data.books.map((book) => [book.id, book]));
  const isHere = ({ kind, id }: Attachment) => kind === "story" && id === chatID;
  const others = own.data.books.filter((book) => !applied.data.books.some(({ id }) => id === book.id));

  const run = async (what: string, deed: () => Promise<unknown>) => {
    setBusy(what);
    setFailure(null);
    try {
      await deed();
      await Promise.all(
        [appliedUri(chatID), LOREBOOKS].map((uri) => client.invalidateQueries({ queryKey: [uri] })),
      );
    } catch (cause) {
      setFailure(failedConnection(cause).message);
    } finally {
      setBusy(null);
    }
  };

  const story: Attachment = { kind: "story", id: chatID };
  const attach = (book: ListedBook) =>
    run(book.id, () => loreCalls.attach(book.id, [...book.attachments, story]));
  const detach = (book: ListedBook) =>
    run(book.id, () =>
      loreCalls.attach(
        book.id,
        book.attachments.filter((each) => !isHere(each)),
      ),
    );

  const chosen = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.currentTarget.files?.[0];
    event.currentTarget.value = "";
    if (file !== undefined)
      void run("import", async () => {
        const book = await loreCalls.importFile(file);
        setReport({ name: book.name, rows: book.report.filter(({ outcome }) => outcome !== "kept") });
        await loreCalls.attach(book.id, [...book.attachments, story]);
      });
  };

  return (
    <div className="lore">
      {failure !== null && <FormMessage>{failure}</FormMessage>}
      <section className="panel-part" aria-label="In this story">
        <h3 className="panel-heading">In this story</h3>
        {applied.data.books.length === 0 ? (
          <p className="panel-lead">
            No lorebooks yet. A lorebook holds places, people and secrets. An entry is added to the prompt
            when one of its keywords comes up.
          </p>
        ) : (
          <ul className="books">
            {applied.data.books.map((book) => {
              const owned = mine.get(book.id);
              return (
                <BookRow
                  key={`${book.id} ${book.kind}`}
                  name={book.name}
                  note={`${plural(book.entryCount, "entry", "entries")}, ${book.why}`}
                >
                  {owned !== undefined && (
                    <>
                      <Button tone="quiet" onClick={() => onEdit(book.id)}>
                        Edit
                      </Button>
                      {owned.attachments.some(isHere) && (
                        <Button tone="quiet" busy={busy === book.id} onClick={() => void detach(owned)}>
                          Detach
                        </Button>
                      )}
                    </>
                  )}
                </BookRow>
              );
            })}
          </ul>
        )}
      </section>
      {guest ? (
        <section className="panel-part" aria-label="Your lorebooks">
          <h3 className="panel-heading">Your lorebooks</h3>
          <p className="panel-lead">
            With an account you can write your own lorebooks and import them from other apps. This story comes
            with you.
          </p>
          <div>
            <LinkButton href={paths.signUpFirst(paths.story(chatID))}>Create an account</LinkButton>
          </div>
        </section>
      ) : (
        <section className="panel-part" aria-label="Your other lorebooks">
          <h3 className="panel-heading">Your other lorebooks</h3>
          {others.length === 0 ? (
            <p className="panel-lead">
              {mine.size === 0 ? "You haven’t written any yet." : "All your lorebooks are in this story."}
            </p>
          ) : (
            <ul className="books">
              {others.map((book) => (
                <BookRow key={book.id} name={book.name} note={plural(book.entryCount, "entry", "entries")}>
                  <Button tone="quiet" onClick={() => onEdit(book.id)}>
                    Edit
                  </Button>
                  <Button busy={busy === book.id} onClick={() => void attach(book)}>
                    Attach
                  </Button>
                </BookRow>
              ))}
            </ul>
          )}
          <div className="form-row">
            <Button onClick={() => onEdit(null)}>
              <Icon name="plus" />
              New lorebook
            </Button>
            <Button tone="quiet" busy={busy === "import"} onClick={() => input.current?.click()}>
              <Icon name="upload" />
              {busy === "import" ? "Importing…" : "Import a file"}
            </Button>
            <input
              ref={input}
              type="file"
              accept=".json,application/json"
              className="sr-only"
              tabIndex={-1}
              aria-label="Lorebook file"
              onChange={chosen}
            />
          </div>
          {report !== null && <Report report={report} />}
          <p className="form-hint">
            Supports lorebook V3, SillyTavern world files, and lorebooks inside character cards.
          </p>
        </section>
      )}
      <LoreTest />
    </div>
  );
}

interface BookRowProps {
  name: string;
  note: string;
  /** What can be done with it. */
  children: ReactNode;
}

function BookRow({ name, note, children }: BookRowProps) {
  return (
    <li className="book">
      <div className="book-words">
        <p className="book-name" dir="auto">
          {name}
        </p>
        <p className="book-note">{note}</p>
      </div>
      {children && <div className="book-tools">{children}</div>}
    </li>
  );
}

function Report({ report: { name, rows } }: { report: Imported }) {
  return (
    <FormMessage tone={rows.length === 0 ? "success" : "info"}>
      <p>
        <span dir="auto">{name}</span> was imported and added to this story.
        {rows.length > 0 && " Some things were changed:"}
      </p>
      {rows.length > 0 && (
        <ul className="report">
          {rows.map(({ field, outcome, note }) => (
            <li key={field}>
              <b>{field}</b> {outcome}: {note}
            </li>
          ))}
        </ul>
      )}
    </FormMessage>
  );
}
