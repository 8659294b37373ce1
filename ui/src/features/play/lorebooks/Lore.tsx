import { useState } from "react";
import { BookEditor } from "./BookEditor";
import { BookList } from "./BookList";

/** Lorebooks: what the cast knows once the story comes to it. */
export default function Lore() {
  /** The book that is edited; without an id, a new one. */
  const [editing, setEditing] = useState<{ bookId: string | null } | null>(null);
  return editing === null ? (
    <BookList onEdit={(bookId) => setEditing({ bookId })} />
  ) : (
    <BookEditor bookId={editing.bookId} onDone={() => setEditing(null)} />
  );
}
