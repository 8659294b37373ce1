import type { IconName } from "../../../design/icons";
import type { Draft } from "../types";
import { nameOf } from "./draft";
import { type Path, valueAt } from "./path";

/** The parts of the editor, in the order in which one comes to them. */
export const PARTS = [
  { id: "basics", label: "Basics", icon: "book" },
  { id: "setting", label: "Setting", icon: "map" },
  { id: "actors", label: "Actors", icon: "users" },
  { id: "openings", label: "Openings", icon: "message" },
  { id: "player", label: "Player’s role", icon: "user" },
  { id: "lore", label: "Lorebooks", icon: "lore" },
  { id: "images", label: "Images", icon: "image" },
  { id: "preview", label: "See as a reader", icon: "eye" },
  { id: "publish", label: "Publishing", icon: "share" },
] as const satisfies readonly { id: string; label: string; icon: IconName }[];

export type PartId = (typeof PARTS)[number]["id"];

/** Where in the editor one is. */
export interface Place {
  part: PartId;
  /** The actor, the opening or the view of a reader that is open. */
  item: string | null;
}

const WITH_ITEMS: readonly PartId[] = ["actors", "openings", "preview"];

/** What an address asks for; anything unknown is the first part. */
export function placeOf(part: string | undefined, item: string | undefined): Place {
  const known = PARTS.find(({ id }) => id === part)?.id ?? "basics";
  return { part: known, item: WITH_ITEMS.includes(known) ? (item ?? null) : null };
}

/** Whether one of a part's list is open, rather than the part itself. */
export const isWithin = ({ part, item }: Place): boolean => item !== null && part !== "preview";

export const isSamePlace = (a: Place, b: Place): boolean => a.part === b.part && a.item === b.item;

const PART_OF_FIELD: Readonly<Record<string, PartId>> = {
  setting: "setting",
  actors: "actors",
  openings: "openings",
  playerRole: "player",
  lorebooks: "lore",
  cover: "images",
  banner: "images",
};

/** The part that shows a field. */
export function placeOfField(path: Path): Place {
  const [field = "", item] = path;
  return placeOf(PART_OF_FIELD[field] ?? "basics", item?.startsWith("@") ? item.slice(1) : undefined);
}

const FIELD_NAMES: Readonly<Record<string, string>> = {
  title: "Title",
  tagline: "Tagline",
  description: "Description",
  setting: "Setting",
  language: "Language",
  tags: "Tags",
  rating: "Age rating",
  contentNotes: "Content notes",
  origin: "Whose work it is",
  making: "Open or closed",
  playerRole: "Player’s role",
  cover: "Cover",
  banner: "Banner",
  portrait: "Portrait",
  lorebooks: "Lorebooks",
  actors: "Actors",
  openings: "Openings",
  name: "Name",
  nickname: "Nickname",
  role: "Role",
  personality: "Personality",
  voice: "Voice",
  exampleDialogue: "Example dialogue",
  systemPrompt: "System prompt",
  postHistoryInstructions: "Post-history instructions",
  note: "Note",
  expressions: "Expressions",
  talkativeness: "Talkativeness",
  speaker: "Speaker",
  groupOnly: "Only with several actors",
  text: "Text",
  alt: "Alternative text",
  entries: "Entries",
  image: "Picture",
  crop: "Part that is shown",
  focus: "Focus point",
  pictures: "Pictures",
  content: "Content",
  keys: "Keywords",
  secondaryKeys: "Secondary keywords",
  logic: "What secondary keywords do",
  selective: "Use of secondary keywords",
  comment: "Note",
  enabled: "Enabled",
  constant: "Always on",
  position: "Position",
  depth: "Depth",
  outlet: "Outlet",
  order: "Order",
  priority: "Priority",
  scanDepth: "Scan depth",
  probability: "Chance",
  wholeWords: "Whole words",
  caseSensitive: "Case-sensitive",
  useRegex: "All keywords are patterns",
  sticky: "Sticky",
  cooldown: "Cooldown",
  delay: "Delay",
  group: "Groups",
  groupWeight: "Weight",
  groupOverride: "Goes first",
  groupScoring: "Most keywords win",
  excludeRecursion: "Only messages trigger it",
  preventRecursion: "Triggers no other entries",
  delayUntilRecursion: "Wait for pass",
  tokenBudget: "Token budget",
  recursive: "Entries trigger each other",
};

/** What an item of a list, or a lorebook, is called; empty: nothing. */
function nameAt(draft: Draft, path: Path): string {
  const named = valueAt(draft, path) as { name?: string; book?: { name?: string } } | undefined;
  return named?.name ?? named?.book?.name ?? "";
}

/** A field in words: `Imre: Personality`. */
export function fieldName(path: Path, draft: Draft): string {
  const words = path.flatMap((segment, at) => {
    if (!segment.startsWith("@")) {
      const word = FIELD_NAMES[segment] ?? (/^\d+$/.test(segment) && nameAt(draft, path.slice(0, at + 1)));
      return !word || path[at + 1]?.startsWith("@") ? [] : [word];
    }
    if (path[at - 1] === "actors") {
      const actor = draft.actors.find(({ id }) => `@${id}` === segment);
      return actor === undefined ? [] : [nameOf(actor)];
    }
    if (path[at - 1] === "openings") {
      const place = draft.openings.findIndex(({ id }) => `@${id}` === segment);
      return place < 0 ? [] : [draft.openings[place]?.title.trim() || `Opening ${place + 1}`];
    }
    const name = nameAt(draft, path.slice(0, at + 1));
    return name === "" ? [] : [name];
  });
  return words.length === 0 ? "Scenario" : words.join(": ");
}
