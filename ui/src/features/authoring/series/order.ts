import type { Drop } from "../../../design/useDrag";
import { plural } from "../../../lib/format";
import type { SeriesScenario } from "./api";

/** The most that a series holds, and characters of its title; the server's limits. */
export const MOST_SCENARIOS = 200;
export const MOST_TITLE = 120;

type Scenarios = readonly SeriesScenario[];

/** Moves one to a place, from 0; a place beyond the ends is the end. */
export function movedTo(scenarios: Scenarios, id: string, place: number): SeriesScenario[] {
  const moved = scenarios.find((each) => each.id === id);
  if (moved === undefined) return [...scenarios];
  return scenarios.filter((each) => each.id !== id).toSpliced(Math.max(0, place), 0, moved);
}

/** Moves one beside another. */
export function movedBeside(scenarios: Scenarios, id: string, { id: target, side }: Drop): SeriesScenario[] {
  const rest = scenarios.filter((each) => each.id !== id);
  const at = rest.findIndex((each) => each.id === target);
  return at < 0 ? [...scenarios] : movedTo(scenarios, id, side === "before" ? at : at + 1);
}

/** The place a key leads to; null for other keys. */
export function placeByKey(key: string, place: number, count: number): number | null {
  switch (key) {
    case "ArrowUp":
      return Math.max(0, place - 1);
    case "ArrowDown":
      return Math.min(count - 1, place + 1);
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return null;
  }
}

/** What is said where more are to be added than there is room for. */
export const roomText = (room: number): string =>
  `There is room for ${plural(room, "more scenario")} in this series.`;

/** Those of the additions that are not there yet, behind the others, as far as there is room. */
export function withAdded(scenarios: Scenarios, added: Scenarios): SeriesScenario[] {
  const known = new Set(scenarios.map(({ id }) => id));
  return [...scenarios, ...added.filter(({ id }) => !known.has(id))].slice(0, MOST_SCENARIOS);
}

/** Which series each scenario belongs to, by its id, except those of one series. */
export function seriesOf(
  all: readonly { id: string; title: string; scenarios: Scenarios }[],
  except: string | null,
): ReadonlyMap<string, string> {
  return new Map(
    all
      .filter(({ id }) => id !== except)
      .flatMap(({ title, scenarios }) => scenarios.map(({ id }) => [id, title] as const)),
  );
}
