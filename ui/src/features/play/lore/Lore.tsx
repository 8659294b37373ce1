import { useState } from "react";
import { BookEditor } from "./BookEditor";
import { BookShelf } from "./BookShelf";

/** Lorebooks: what the cast knows once the story comes to it. */
export default function Lore() {
  /** The book that is edited; an empty id for a new one. */
  const [editing, setEditing] = useState<string | null>(null);
  if (editing !== null)
    return (
      <BookEditor key={editing} bookId={editing === "" ? null : editing} onDone={() => setEditing(null)} />
    );
  return <BookShelf onEdit={setEditing} />;
}
