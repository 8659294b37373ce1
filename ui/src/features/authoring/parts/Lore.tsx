import { useMemo } from "react";
import { Icon } from "../../../design/Icon";
import { cx } from "../../../lib/classes";
import { plural } from "../../../lib/format";
import { useEditor } from "../editor/EditorContext";
import { FieldError, FieldPlace } from "../editor/fields";
import { bookName, entryAt } from "../lore/entry";
import { LoreEditor } from "../lore/LoreEditor";
import { nameOf } from "../model/draft";
import { isWithin, type Path, pointerOf } from "../model/path";
import type { DraftActor, DraftBook } from "../types";
import s from "./ItemList.module.css";
import { FieldGroup } from "./PartFrame";

/** The lorebooks of the whole scenario; those of an actor stand with the actor. */
export function Lore() {
  const { draft, change } = useEditor();
  const actors = draft.actors.filter(({ lorebooks }) => lorebooks.length > 0);
  return (
    <>
      <Books
        path={["lorebooks"]}
        label="Lorebooks"
        isPart
        books={draft.lorebooks}
        {...(actors.length > 0 && { none: "No lorebook of the whole scenario yet." })}
        onChange={(lorebooks) => change({ lorebooks })}
      />
      {actors.length > 0 && <OfActors actors={actors} />}
    </>
  );
}

/** Which actors have lorebooks of their own, and the way to them. */
function OfActors({ actors }: { actors: readonly DraftActor[] }) {
  const { goTo } = useEditor();
  return (
    <FieldGroup title="Lorebooks of actors" lead="Used only when that actor speaks.">
      <ul className={s.list} aria-label="Lorebooks of actors">
        {actors.map((actor) => (
          <li key={actor.id} className={s.item}>
            <span className={s.words}>
              <button
                type="button"
                className={cx(s.name, s.link, s.press)}
                dir="auto"
                onClick={() => goTo(["actors", `@${actor.id}`, "lorebooks"])}
              >
                Lorebooks of {nameOf(actor)}
              </button>
              <span className={s.text} dir="auto">
                {actor.lorebooks.map(({ book }) => bookText(book)).join("; ")}
              </span>
            </span>
            <Icon name="right" />
          </li>
        ))}
      </ul>
    </FieldGroup>
  );
}

/** `Eldoria, 4 entries`. */
const bookText = (book: DraftBook["book"]): string =>
  `${bookName(book)}, ${plural(book.entries.length, "entry", "entries")}`;

interface BooksProps {
  path: Path;
  label: string;
  /** What is said where there is none. */
  none?: string;
  isPart?: boolean;
  books: readonly DraftBook[];
  onChange: (books: DraftBook[]) => void;
}

/** Lorebooks at their place in the draft. */
export function Books({ path, ...editor }: BooksProps) {
  const { draft, shown: step } = useEditor();
  const { actors } = draft;
  const place = pointerOf(path);
  const depth = path.length;
  const shown = useMemo(() => {
    const isHere = step !== null && isWithin(pointerOf(step.path), place);
    return isHere ? entryAt(step.path.slice(depth)) : null;
  }, [step, place, depth]);
  const named = useMemo(() => actors.map((actor) => ({ id: actor.id, name: nameOf(actor) })), [actors]);
  return (
    <FieldPlace path={path}>
      <LoreEditor {...editor} actors={named} shown={shown} />
      <FieldError path={path} />
    </FieldPlace>
  );
}
