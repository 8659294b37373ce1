import { ErrorState } from "../../../design/EmptyStates";
import { PanelWaiting } from "../PanelWaiting";
import { useFresh } from "../panels/useFresh";
import { bookUri } from "./api";
import { BookForm } from "./BookForm";
import type { Book } from "./book";

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
