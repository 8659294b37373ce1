import { LIMITS, newImage } from "../model/draft";
import type { DraftExpression } from "../types";

/** A file, and the mood that its picture shows. */
export interface MoodFile {
  readonly file: File;
  readonly mood: string;
}

/** What becomes of a picture whose mood has one already. */
export type Clash = "replace" | "add";

type Expressions = readonly DraftExpression[];

/** `joy-1`, `joy_2`, `joy (3)`: several pictures of one mood. */
const NUMBER = /[\s._-]*\((\d{1,3})\)$|[\s._-]+(\d{1,3})$/;

const spaced = (name: string) => name.replaceAll(/[\s_-]+/g, " ").trim();

/** What a file’s name says: its mood, and which of its pictures it is; null: it has no number. */
function readName(name: string): { mood: string; number: number | null } {
  const stem = name.replace(/\.[^.]*$/, "");
  const found = NUMBER.exec(stem);
  const mood = spaced(found === null ? stem : stem.slice(0, found.index));
  const whole = mood === "" || found === null;
  return {
    // Room for the number that a further picture gets.
    mood: (whole ? spaced(stem) || "mood" : mood).slice(0, LIMITS.name - 5),
    number: whole ? null : Number(found[1] ?? found[2]),
  };
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
const find = (expressions: Expressions, mood: string) => expressions.find(({ name }) => isSame(name, mood));
const hasPicture = (expressions: Expressions, mood: string) =>
  (find(expressions, mood)?.image ?? null) !== null;
const numbered = (mood: string, place: number) => (place === 1 ? mood : `${mood} ${place}`);

/**
 * The mood of each file by its name. Several pictures of one mood are counted: `joy.png` is “joy”, and
 * `joy-1.png` beside it, or where the actor has “joy” already, is “joy 2”.
 */
export function moodsOf(files: readonly File[], expressions: Expressions): MoodFile[] {
  const byMood = new Map<string, (ReturnType<typeof readName> & { file: File })[]>();
  for (const file of files) {
    const named = { file, ...readName(file.name) };
    const key = named.mood.toLowerCase();
    byMood.set(key, [...(byMood.get(key) ?? []), named]);
  }
  return [...byMood.values()].flatMap((group) => {
    const ordered = group.toSorted((a, b) => (a.number ?? 0) - (b.number ?? 0));
    const [first] = ordered;
    if (first === undefined) return [];
    const from = first.number !== null && hasPicture(expressions, first.mood) ? 2 : 1;
    return ordered.map(({ file }, at) => ({ file, mood: numbered(first.mood, from + at) }));
  });
}

/** The moods that have a picture already. */
export const clashesOf = (files: readonly MoodFile[], expressions: Expressions): string[] =>
  files.map(({ mood }) => mood).filter((mood) => hasPicture(expressions, mood));

/** The files that there is room for, and those that would be too many. */
export function fitting(files: readonly MoodFile[], expressions: Expressions, clash: Clash) {
  let room = LIMITS.expressions - expressions.length;
  const taken: MoodFile[] = [];
  const over: File[] = [];
  for (const each of files) {
    const isNew =
      find(expressions, each.mood) === undefined || (clash === "add" && hasPicture(expressions, each.mood));
    if (isNew && room <= 0) over.push(each.file);
    else {
      if (isNew) room -= 1;
      taken.push(each);
    }
  }
  return { taken, over };
}

/** The next name for a mood: `joy 3` where there are `joy` and `joy 2`. */
function freeName(expressions: Expressions, mood: string): string {
  const base = mood.replace(/ \d{1,3}$/, "");
  let place = 2;
  while (find(expressions, numbered(base, place)) !== undefined) place += 1;
  return numbered(base, place);
}

/** The expressions with pictures that were uploaded for moods, and how many of those replaced another one. */
export function withPictures(
  expressions: Expressions,
  pictures: readonly { mood: string; key: string }[],
  clash: Clash,
): { expressions: DraftExpression[]; replaced: number } {
  let replaced = 0;
  const result = [...expressions];
  for (const { mood, key } of pictures) {
    const at = result.findIndex(({ name }) => isSame(name, mood));
    const there = result[at];
    if (there === undefined) result.push({ name: mood, image: newImage(key, null) });
    else if ((there.image ?? null) === null) result[at] = { ...there, image: newImage(key, null) };
    else if (clash === "add") result.push({ name: freeName(result, mood), image: newImage(key, null) });
    else {
      replaced += 1;
      result[at] = { ...there, image: newImage(key, there.image ?? null) };
    }
  }
  return { expressions: result, replaced };
}
