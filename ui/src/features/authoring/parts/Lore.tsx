import { useMemo } from "react";
import { useEditor } from "../editor/EditorContext";
import { FieldError, FieldPlace } from "../editor/fields";
import { LoreEditor } from "../lore/LoreEditor";
import { nameOf } from "../model/draft";
import type { Path } from "../model/path";
import type { DraftBook } from "../types";

/** The lorebooks of the whole scenario; those of an actor stand with the actor. */
export function Lore() {
  const { draft, change } = useEditor();
  return (
    <Books
      path={["lorebooks"]}
      label="Lorebooks"
      books={draft.lorebooks}
      onChange={(lorebooks) => change({ lorebooks })}
    />
  );
}

interface BooksProps {
  path: Path;
  label: string;
  books: readonly DraftBook[];
  onChange: (books: DraftBook[]) => void;
}

/** Lorebooks at their place in the draft. */
export function Books({ path, label, books, onChange }: BooksProps) {
  const { actors } = useEditor().draft;
  const named = useMemo(() => actors.map((actor) => ({ id: actor.id, name: nameOf(actor) })), [actors]);
  return (
    <FieldPlace path={path}>
      <LoreEditor label={label} books={books} actors={named} onChange={onChange} />
      <FieldError path={path} />
    </FieldPlace>
  );
}
