import { nameOf } from "../model/draft";
import type { Path } from "../model/path";
import { countTokens } from "../text/tokens";
import type { Draft, DraftActor, DraftBook, DraftOpening } from "../types";

/** How many tokens the parts of a scenario take of a model's memory, and when. */

/** When a part is in a prompt. */
export type When = "always" | "speaking" | "start" | "keywords";

export interface FootprintRow {
  label: string;
  when: When;
  tokens: number;
  /** The field that it leads to. */
  path: Path;
}

export interface Footprint {
  /** Parts without text are left out. */
  rows: FootprintRow[];
  /** What the first reply needs at most: all that is always there, the longest opening, the longest actor. */
  start: number;
}

const actorTokens = (actor: DraftActor): number =>
  [
    actor.description,
    actor.personality,
    actor.voice,
    actor.exampleDialogue,
    actor.systemPrompt,
    actor.postHistoryInstructions,
    actor.note.text,
  ].reduce((sum, text) => sum + countTokens(text), 0);

/** The entries that can be used; `constant`: those that are always there. */
function loreTokens(books: readonly DraftBook[], constant: boolean): number {
  const entries = books.flatMap(({ book }) => book.entries);
  return entries
    .filter((entry) => entry.enabled && entry.constant === constant)
    .reduce((sum, { content }) => sum + countTokens(content), 0);
}

/** The openings that can be offered: those for groups only if there is a group. */
function offeredOpenings({ actors, openings }: Draft): DraftOpening[] {
  const isGroup = actors.length > 1;
  return openings.filter(({ text, groupOnly }) => text.trim() !== "" && (isGroup || !groupOnly));
}

export function footprintOf(draft: Draft): Footprint {
  const books = [...draft.lorebooks, ...draft.actors.flatMap(({ lorebooks }) => lorebooks)];
  const openings = offeredOpenings(draft).map((opening) => ({
    opening,
    tokens: countTokens(opening.text),
  }));
  const longest = openings.toSorted((a, b) => b.tokens - a.tokens)[0];
  const all: FootprintRow[] = [
    { label: "Setting", when: "always", tokens: countTokens(draft.setting), path: ["setting"] },
    {
      label: "Player’s role",
      when: "always",
      tokens: countTokens(draft.playerRole.description),
      path: ["playerRole", "description"],
    },
    { label: "Lore that is always on", when: "always", tokens: loreTokens(books, true), path: ["lorebooks"] },
    ...draft.actors.map(
      (actor): FootprintRow => ({
        label: nameOf(actor),
        when: "speaking",
        tokens: actorTokens(actor),
        path: ["actors", `@${actor.id}`, "description"],
      }),
    ),
    {
      label: openings.length > 1 ? "Longest opening" : "Opening",
      when: "start",
      tokens: longest?.tokens ?? 0,
      path: longest === undefined ? ["openings"] : ["openings", `@${longest.opening.id}`, "text"],
    },
    { label: "All other lore", when: "keywords", tokens: loreTokens(books, false), path: ["lorebooks"] },
  ];
  const most = (when: When) =>
    Math.max(0, ...all.filter((row) => row.when === when).map((row) => row.tokens));
  const always = all.filter(({ when }) => when === "always").reduce((sum, { tokens }) => sum + tokens, 0);
  return { rows: all.filter(({ tokens }) => tokens > 0), start: always + most("speaking") + most("start") };
}
