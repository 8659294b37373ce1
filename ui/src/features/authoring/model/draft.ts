import { plural } from "../../../lib/format";
import { randomId } from "../../../lib/random-id";
import type { Draft, DraftActor, DraftImage, DraftOpening } from "../types";

/** The limits of a draft, in code points and items (`server/catalogue/src/authoring/rules.rs`). */
export const LIMITS = {
  title: 120,
  tagline: 200,
  name: 120,
  role: 200,
  text: 100_000,
  openingTitle: 120,
  alt: 1_000,
  tags: 15,
  tag: 50,
  actors: 30,
  openings: 100,
  expressions: 200,
  /** Further pictures of an actor. */
  pictures: 1_000,
  secondLookNote: 500,
  noteDepth: 999,
  origin: 1_000,
} as const;

/** The default depth of an actor's note, in messages. */
const NOTE_DEPTH = 4;

export function emptyDraft(): Draft {
  return {
    title: "",
    tagline: "",
    description: "",
    setting: "",
    language: "",
    tags: [],
    rating: null,
    contentNotes: null,
    actors: [],
    openings: [],
    lorebooks: [],
    playerRole: { name: "", description: "" },
    cover: null,
    banner: null,
    origin: null,
    making: "closed",
  };
}

export function newActor(): DraftActor {
  return {
    id: randomId(),
    name: "",
    nickname: "",
    role: "",
    portrait: null,
    description: "",
    personality: "",
    voice: "",
    exampleDialogue: "",
    systemPrompt: "",
    postHistoryInstructions: "",
    note: { text: "", depth: NOTE_DEPTH, role: "system" },
    expressions: [],
    pictures: [],
    talkativeness: null,
    lorebooks: [],
    kept: {
      creator: "",
      source: [],
      characterVersion: "",
      creationDate: null,
      modificationDate: null,
      tags: [],
      assets: [],
    },
  };
}

export function newOpening(): DraftOpening {
  return { id: randomId(), title: "", text: "", speaker: null, groupOnly: false };
}

/**
 * A draft's image after another file was uploaded for its place. The address by which texts name it stays.
 */
export function newImage(key: string, before: DraftImage | null): DraftImage {
  return {
    key,
    alt: "",
    focus: null,
    crop: null,
    uri: before?.uri ?? "",
    ...(before?.unknown !== undefined && { unknown: before.unknown }),
  };
}

/** The blob keys of all images that a draft names. */
export function imageKeys({ cover, banner, actors }: Draft): string[] {
  const ofActor = ({ portrait, expressions, pictures }: DraftActor) => [
    portrait,
    ...expressions.map(({ image }) => image),
    ...pictures,
  ];
  const keys = [cover, banner, ...actors.flatMap(ofActor)].map((image) => image?.key ?? null);
  return keys.filter((key) => key !== null);
}

/** The address of an image by its blob key. */
export const imageUrl = (key: string): string => `/media/${key}`;

/** The start and the end of a part in thousandths of a side: what the server keeps of it (`media/frame.rs`). */
function spanOf(from: number, length: number): [number, number] {
  const start = Math.min(Math.round(from * 1000), 999);
  return [start, Math.max(Math.min(Math.round((from + length) * 1000), 1000), start + 1)];
}

/** The address of an image as readers see it: its part, and the point that stays in view. */
export function framedUrl({ key, crop, focus }: Pick<DraftImage, "key" | "crop" | "focus">): string {
  const frame: string[] = [];
  if (crop !== null) {
    const [left, right] = spanOf(crop.x, crop.width);
    const [top, bottom] = spanOf(crop.y, crop.height);
    frame.push(`crop=${[left, top, right - left, bottom - top].map((steps) => steps / 1000)}`);
  }
  if (focus !== null) frame.push(`focus=${[focus.x, focus.y].map((at) => Math.round(at * 1000) / 1000)}`);
  return frame.length === 0 ? imageUrl(key) : `${imageUrl(key)}?${frame.join("&")}`;
}

export const nameOf = (actor: Pick<DraftActor, "name">): string => actor.name.trim() || "Unnamed actor";

/** A list with one item moved by `by` places; the same list if it cannot go further. */
export function movedItem<T>(list: readonly T[], at: number, by: number): T[] {
  const to = at + by;
  const item = list[at];
  if (item === undefined || to < 0 || to >= list.length) return [...list];
  return list.toSpliced(at, 1).toSpliced(to, 0, item);
}

export function withoutActor(draft: Draft, id: string): Draft {
  return withKnownSpeakers({ ...draft, actors: draft.actors.filter((actor) => actor.id !== id) });
}

/** Openings of actors who are gone are the narrator's. */
export function withKnownSpeakers(draft: Draft): Draft {
  const ids = new Set(draft.actors.map(({ id }) => id));
  const isLost = ({ speaker }: DraftOpening) => speaker !== null && !ids.has(speaker);
  if (!draft.openings.some(isLost)) return draft;
  return {
    ...draft,
    openings: draft.openings.map((opening) => (isLost(opening) ? { ...opening, speaker: null } : opening)),
  };
}

/** What is wrong with a text of more than `limit` characters; null if nothing is. */
export function tooLong(text: string, limit: number): string | null {
  const over = lengthOf(text) - limit;
  if (over <= 0) return null;
  return `Use at most ${plural(limit, "character")}; remove ${plural(over, "character")}.`;
}

/** Characters as the server counts them: code points. */
export const lengthOf = (text: string): number => {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
};
