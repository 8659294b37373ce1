import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { ApiState } from "../../../api/query";
import { Button, LinkButton } from "../../../design/Button";
import { ErrorState } from "../../../design/EmptyStates";
import { FormMessage } from "../../../design/forms/FormMessage";
import { useAction } from "../../../design/forms/useAction";
import { Icon } from "../../../design/Icon";
import { plural } from "../../../lib/format";
import { paths } from "../../../lib/paths";
import { PanelWaiting } from "../PanelWaiting";
import { useChat, usePlay } from "../PlayContext";
import panel from "../panels/PanelPart.module.css";
import { useFresh } from "../panels/useFresh";
import { appliedUri, LOREBOOKS, loreApi } from "./api";
import s from "./BookList.module.css";
import type { AppliedBook, Attachment, ListedBook, OwnBooks } from "./book";
import { ImportBook } from "./ImportBook";
import { LoreTest } from "./LoreTest";

const NONE: ApiState<OwnBooks> = { state: "ready", data: { books: [] } };

interface BookListProps {
  /** Without an id, a new one. */
  onEdit: (bookId: string | null) => void;
}

/** The books of this story, one's own that are not, and a field to try them with. Guests have none of their own. */
export function BookList({ onEdit }: BookListProps) {
  const { chatID } = usePlay();
  const guest = useChat().userID === null;
  const applied = useFresh(appliedUri(chatID));
  const stored = useFresh(LOREBOOKS, "", { enabled: !guest });
  const own = guest ? NONE : stored;

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
  return <LoadedList applied={applied.data.books} own={own.data.books} guest={guest} onEdit={onEdit} />;
}

interface LoadedListProps extends BookListProps {
  applied: readonly AppliedBook[];
  own: readonly ListedBook[];
  guest: boolean;
}

function LoadedList({ applied, own, guest, onEdit }: LoadedListProps) {
  const { chatID } = usePlay();
  const client = useQueryClient();
  const refresh = () =>
    Promise.all([appliedUri(chatID), LOREBOOKS].map((uri) => client.invalidateQueries({ queryKey: [uri] })));
  const attach = useAction(
    async (book: ListedBook, attachments: Attachment[]) => {
      await loreApi.attach(book.id, attachments);
      await refresh();
    },
    { overlapping: true },
  );
  const here: Attachment = { kind: "story", id: chatID };
  const isHere = ({ kind, id }: Attachment) => kind === here.kind && id === here.id;
  const shared = {
    busyId: attach.given?.[0].id ?? null,
    onEdit,
    onAttach: (book: ListedBook) => void attach.run(book, [...book.attachments, here]),
    onDetach: (book: ListedBook) =>
      void attach.run(
        book,
        book.attachments.filter((each) => !isHere(each)),
      ),
  };
  return (
    <div>
      {attach.failure !== null && <FormMessage>{attach.failure}</FormMessage>}
      <InStory applied={applied} own={own} isHere={isHere} {...shared} />
      {guest ? <ForGuests /> : <OtherBooks applied={applied} own={own} onImported={refresh} {...shared} />}
      <LoreTest />
    </div>
  );
}

interface RowsProps extends BookListProps {
  applied: readonly AppliedBook[];
  own: readonly ListedBook[];
  /** The book that is being attached or detached. */
  busyId: string | null;
  onAttach: (book: ListedBook) => void;
  onDetach: (book: ListedBook) => void;
}

function InStory(props: RowsProps & { isHere: (attachment: Attachment) => boolean }) {
  const { applied, own, isHere, busyId, onEdit, onDetach } = props;
  return (
    <section className={panel.part} aria-label="In this story">
      <h3 className={panel.heading}>In this story</h3>
      {applied.length === 0 ? (
        <p className={panel.lead}>
          No lorebooks yet. A lorebook holds places, people and secrets. An entry is added to the prompt when
          one of its keywords comes up.
        </p>
      ) : (
        <ul className={s.books}>
          {applied.map((book) => {
            const owned = own.find(({ id }) => id === book.id);
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
                      <Button tone="quiet" busy={busyId === book.id} onClick={() => onDetach(owned)}>
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
  );
}

function ForGuests() {
  const { chatID } = usePlay();
  return (
    <section className={panel.part} aria-label="Your lorebooks">
      <h3 className={panel.heading}>Your lorebooks</h3>
      <p className={panel.lead}>
        With an account you can write your own lorebooks and import them from other apps. This story comes
        with you.
      </p>
      <div>
        <LinkButton href={paths.signUpFirst(paths.story(chatID))}>Create an account</LinkButton>
      </div>
    </section>
  );
}

function OtherBooks(props: RowsProps & { onImported: () => Promise<unknown> }) {
  const { applied, own, busyId, onEdit, onAttach, onImported } = props;
  const others = own.filter((book) => !applied.some(({ id }) => id === book.id));
  return (
    <section className={panel.part} aria-label="Your other lorebooks">
      <h3 className={panel.heading}>Your other lorebooks</h3>
      {others.length === 0 ? (
        <p className={panel.lead}>
          {own.length === 0 ? "You haven’t written any yet." : "All your lorebooks are in this story."}
        </p>
      ) : (
        <ul className={s.books}>
          {others.map((book) => (
            <BookRow key={book.id} name={book.name} note={plural(book.entryCount, "entry", "entries")}>
              <Button tone="quiet" onClick={() => onEdit(book.id)}>
                Edit
              </Button>
              <Button busy={busyId === book.id} onClick={() => onAttach(book)}>
                Attach
              </Button>
            </BookRow>
          ))}
        </ul>
      )}
      <ImportBook onImported={onImported}>
        <Button onClick={() => onEdit(null)}>
          <Icon name="plus" />
          New lorebook
        </Button>
      </ImportBook>
    </section>
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
    <li className={s.book}>
      <div className={s.words}>
        <p className={s.name} dir="auto">
          {name}
        </p>
        <p className={s.note}>{note}</p>
      </div>
      {children && <div className={s.tools}>{children}</div>}
    </li>
  );
}
