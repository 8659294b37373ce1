import { CONTENT_NOTES } from "../../scenarios/public";
import { ENTRY_ROLES, KEY_LOGIC, POSITIONS } from "../lore/choices";
import { nameOf } from "../model/draft";
import { isFields, isList, type Json, type Path, valueAt } from "../model/path";
import { MAKING, NOTE_KINDS, NOTE_ROLES, ORIGINS, RATINGS } from "../parts/choices";
import { languageName } from "../parts/languages";
import type { Draft, DraftImage } from "../types";

const IMAGES = ["cover", "banner", "portrait", "image"];

/** An image that a value of a conflict means: itself, or the part or the point of it that is shown. */
export function imageMeant(path: Path, value: Json, draft: Draft): DraftImage | null {
  const field = path.at(-1) ?? "";
  if (IMAGES.includes(field)) return isFields(value) ? (value as unknown as DraftImage) : null;
  if (field !== "crop" && field !== "focus") return null;
  const image = valueAt(draft, path.slice(0, -1));
  return isFields(image) ? ({ ...image, [field]: value } as unknown as DraftImage) : null;
}

/** A value in words, as the fields of the editor say it. */
export function valueWords(path: Path, value: Json, draft: Draft): string {
  const special = WORDS.get(path.at(-1) ?? "")?.(value, path, draft);
  return special ?? plainWords(value);
}

function plainWords(value: Json): string {
  if (typeof value === "string") return value === "" ? "(empty)" : value;
  if (value === null || value === undefined) return "(not set)";
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (typeof value === "number") return String(value);
  if (isList(value)) return value.length === 0 ? "(none)" : value.map(itemWords).join(", ");
  return itemWords(value);
}

/** An item of a list by its name; nothing else of it is for people. */
function itemWords(item: Json): string {
  if (!isFields(item)) return plainWords(item);
  const name = [item.name, item.title].find((each) => typeof each === "string" && each.trim() !== "");
  return typeof name === "string" ? name : "(without a name)";
}

type Words = (value: Json, path: Path, draft: Draft) => string | undefined;

/** The label of one of a few choices. */
const labelIn = (choices: readonly { value: string; label: string }[], value: Json) =>
  choices.find((choice) => choice.value === value)?.label;

/** Fields whose values are not words by themselves. */
const WORDS: ReadonlyMap<string, Words> = new Map(
  Object.entries<Words>({
    rating: (value) => labelIn(RATINGS, value),
    making: (value) => labelIn(MAKING, value),
    language: (value) => (typeof value === "string" && value !== "" ? languageName(value) : undefined),
    position: (value) => labelIn(POSITIONS, value),
    logic: (value) => labelIn(KEY_LOGIC, value),
    wholeWords: (value) => (value === null ? "Automatic" : undefined),
    crop: (value) => (value === null ? "All of the picture" : ""),
    focus: (value) => (value === null ? "The middle" : ""),
    talkativeness: (value) => (typeof value === "number" ? `${Math.round(value * 100)} %` : undefined),
    role: (value, path) => {
      if (path.at(-2) === "note") return labelIn(NOTE_ROLES, value);
      return path.includes("entries") ? labelIn(ENTRY_ROLES, value) : undefined;
    },
    speaker: (value, _, draft) => {
      if (value === null) return "The narrator";
      const actor = draft.actors.find(({ id }) => id === value);
      return actor === undefined ? "An actor who is not in this draft" : nameOf(actor);
    },
    origin: (value) => {
      if (!isFields(value)) return undefined;
      const from = value.from ?? value.of;
      const label = labelIn(ORIGINS, value.kind);
      return typeof from === "string" && from !== "" ? `${label}: ${from}` : label;
    },
    contentNotes: (value) => {
      if (!isFields(value)) return undefined;
      return isList(value.notes) ? notesWords(value.notes) : labelIn(NOTE_KINDS, value.kind);
    },
    ...Object.fromEntries(
      IMAGES.map((field) => [field, (value: Json) => (isFields(value) ? altWords(value.alt) : "No picture")]),
    ),
  }),
);

const altWords = (alt: Json) => (typeof alt === "string" && alt !== "" ? alt : "No alternative text");

function notesWords(notes: readonly Json[]): string {
  const labels = notes.map((note) => CONTENT_NOTES[note as keyof typeof CONTENT_NOTES]).filter(Boolean);
  return labels.length === 0 ? "None of the listed notes" : labels.join(", ");
}
