import { useEffect, useEffectEvent, useRef, useState } from "react";
import { type Notices, useNotice } from "../../../design/NoticeBar";
import { navigate } from "../../../lib/navigation";
import type { Change } from "../model/diff";
import { fieldName, isSamePlace, type Place, placeOfField } from "../model/parts";
import { segmentsOf, valueAt } from "../model/path";
import type { DraftSession } from "../model/session";
import { placePath, type ShownStep } from "./EditorContext";
import {
  bringIntoView,
  bringTextIntoView,
  elementOf,
  isTextField,
  pointersOf,
  textFieldOf,
  unfold,
} from "./textFields";

const TRY = { Undone: "undo", Redone: "redo" } as const;

/**
 * Taking steps back and doing them again. From a field (`from`, what has the focus) those of this field, which
 * leads nowhere else; otherwise those of the whole draft, each shown where it is and named.
 */
export function useSteps(session: DraftSession, place: Place) {
  const { notice, say, mute } = useNotice();
  const [shown, setShown] = useState<ShownStep | null>(null);
  const [said, setSaid] = useState("");

  const move = (verb: ShownStep["verb"], from: EventTarget | null) => {
    const field = isTextField(from) ? fieldIn(session, pointersOf(from)) : null;
    const changes = session[TRY[verb]](field);
    const change = changes?.find(({ path }) => isSamePlace(placeOfField(path), place)) ?? changes?.[0];
    if (change === undefined) {
      say(`Nothing more to ${TRY[verb]}${field === null ? "" : " in this field"}.`);
      return;
    }
    const { draft, id } = session.snapshot();
    const others = (changes?.length ?? 1) - 1;
    const words = `${verb}: ${fieldName(change.path, draft)}${others > 0 ? ` and ${others} more` : ""}`;
    setShown({ path: change.path, change, verb, words, isQuiet: field !== null });
    const there = placeOfField(change.path);
    if (!isSamePlace(there, place)) navigate(placePath(id, there));
  };

  useShown(shown, place, ({ words, isQuiet }) => (isQuiet ? setSaid(words) : say(words)));
  useForgotten(shown, place, (left) => setShown((now) => (now === left ? null : now)));

  const notices: Pick<Notices, "notice" | "mute"> = { notice, mute };
  return {
    undo: (from: EventTarget | null = null) => move("Undone", from),
    redo: (from: EventTarget | null = null) => move("Redone", from),
    shown,
    said,
    notices,
  };
}

/** The field of these that the draft has; what surrounds it if it has none. */
const fieldIn = (session: DraftSession, pointers: readonly string[]): string | null =>
  pointers.find((each) => valueAt(session.snapshot().draft, segmentsOf(each)) !== undefined) ?? null;

/** Once its part is on screen, brings a step into view, with the cursor where it has changed the text. */
function useShown(shown: ShownStep | null, place: Place, say: (shown: ShownStep) => void): void {
  const done = useRef<ShownStep | null>(null);
  const tell = useEffectEvent(say);
  const isHere = shown !== null && isSamePlace(placeOfField(shown.path), place);
  useEffect(() => {
    if (shown === null || !isHere || done.current === shown) return;
    done.current = shown;
    tell(shown);
    const element = elementOf(shown.path);
    if (element === null) return;
    unfold(element);
    const field = textFieldOf(shown.path);
    if (field === null || shown.change.kind !== "text") {
      bringIntoView(field ?? element);
      return;
    }
    const { start, end } = selectionAfter(shown.change, shown.verb);
    // The focus stays where it is: it decides what the next step is.
    field.setSelectionRange(start, end);
    bringTextIntoView(field, end);
  }, [shown, isHere]);
}

/** A text that had been replaced is selected again, as it was; otherwise the cursor is behind what came. */
function selectionAfter(
  { at, removed, inserted }: Extract<Change, { kind: "text" }>,
  verb: ShownStep["verb"],
) {
  const end = at + inserted.length;
  const isSelected = verb === "Undone" && removed !== "" && inserted !== "";
  return { start: isSelected ? at : end, end };
}

/** Forgets a step when one leaves its place: coming back is no reason to show it again. */
function useForgotten(shown: ShownStep | null, place: Place, forget: (left: ShownStep | null) => void): void {
  const leave = useEffectEvent(forget);
  const isHere = shown !== null && isSamePlace(placeOfField(shown.path), place);
  useEffect(() => {
    if (isHere) return () => leave(shown);
  }, [shown, isHere]);
}
