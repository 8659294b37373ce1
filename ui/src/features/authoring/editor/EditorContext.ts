import { createContext, use } from "react";
import { paths } from "../../../lib/paths";
import type { FieldUploads } from "../images/fieldUploads";
import { NEW } from "../journal/record";
import type { Change } from "../model/diff";
import type { Place } from "../model/parts";
import { type Path, pointerOf } from "../model/path";
import type { DraftSession } from "../model/session";
import type { SessionSnapshot } from "../model/sessionTypes";
import type { Draft } from "../types";
import type { Remove } from "./useRemoval";

/** What a step has changed, to be shown where it stands. */
export interface ShownStep {
  readonly path: Path;
  readonly change: Change;
  readonly verb: "Undone" | "Redone";
  /** What is said once it is in view; `isQuiet`: to those who do not see it. */
  readonly words: string;
  readonly isQuiet: boolean;
}

/** What every part of the editor works on. */
export interface EditorState extends SessionSnapshot {
  readonly session: DraftSession;
  readonly uploads: FieldUploads;
  readonly place: Place;
  /** The step that was taken back or done again last, as long as one is where it is. */
  readonly shown: ShownStep | null;
  /** Whether something was published, and the draft was saved since. */
  readonly hasUnpublished: boolean;
  /** Changes the draft. */
  readonly change: (fields: Partial<Draft>) => void;
  /** Leads to a field and puts the focus there. */
  readonly goTo: (path: Path) => void;
  readonly remove: Remove;
}

const Context = createContext<EditorState | null>(null);

export const EditorProvider = Context;

export function useEditor(): EditorState {
  const editor = use(Context);
  if (editor === null) throw new Error("useEditor is called outside the editor");
  return editor;
}

/** The address of a place in the draft that is open. */
export function placePath(id: string | null, { part, item }: Place): string {
  return paths.draft(id ?? NEW, { part: part === "basics" ? undefined : part, item: item ?? undefined });
}

/** What the server refuses about a field, or within it. */
export function problemAt({ problems }: Pick<SessionSnapshot, "problems">, path: Path): string | undefined {
  const pointer = pointerOf(path);
  const within = [...problems].find(([place]) => place === pointer || place.startsWith(`${pointer}/`));
  return within?.[1];
}
