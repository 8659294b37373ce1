import type { MyScenario, Rating } from "../types";
import { type BulkCall, idsOf, type TagChange, tagCalls, tagsAfter, undoRating, undoTags } from "./bulk";
import { RATINGS } from "./view";

/** A change of many scenarios. */
export interface BulkJob {
  scenarios: readonly MyScenario[];
  calls: readonly BulkCall[];
  /** How a scenario looks in the lists meanwhile; null: it is gone from them. */
  show: (scenario: MyScenario) => MyScenario | null;
  /** What is said when it is done; `what`: "3 scenarios". */
  said: (what: string) => string;
  /** What gives the scenarios back what they had. */
  undo?: (changed: readonly MyScenario[]) => BulkJob;
}

const gone = () => null;

export const restoring = (scenarios: readonly MyScenario[]): BulkJob => ({
  scenarios,
  calls: [{ ids: idsOf(scenarios), change: { trash: false } }],
  show: gone,
  said: (what) => `${what} restored.`,
});

export const trashing = (scenarios: readonly MyScenario[]): BulkJob => ({
  scenarios,
  calls: [{ ids: idsOf(scenarios), change: { trash: true } }],
  show: gone,
  said: (what) => `${what} moved to the trash.`,
  undo: restoring,
});

export const deleting = (scenarios: readonly MyScenario[]): BulkJob => ({
  scenarios,
  calls: [{ ids: idsOf(scenarios), change: { permanent: true } }],
  show: gone,
  said: (what) => `${what} deleted permanently.`,
});

export const withdrawing = (scenarios: readonly MyScenario[]): BulkJob => ({
  scenarios,
  calls: [{ ids: idsOf(scenarios), change: { access: "private" } }],
  show: (scenario) => ({ ...scenario, state: "private", public: false }),
  said: (what) => `${what} withdrawn.`,
});

/** A scenario with another rating; without one, that is among what is missing. */
function rated(scenario: MyScenario, rating: Rating | null): MyScenario {
  const missing = Number(rating === null) - Number(scenario.rating === null);
  return { ...scenario, rating, missingCount: Math.max(0, scenario.missingCount + missing) };
}

export function rating(scenarios: readonly MyScenario[], to: Rating | null): BulkJob {
  return {
    scenarios,
    calls: [{ ids: idsOf(scenarios), change: { rating: to } }],
    show: (scenario) => rated(scenario, to),
    said: (what) => `${what} rated “${RATINGS[to ?? "notRated"]}”.`,
    undo: (changed) => ({
      scenarios: changed,
      calls: undoRating(changed),
      show: (scenario) => rated(scenario, byId(changed, scenario)?.rating ?? null),
      said: (what) => `${what} rated as before.`,
    }),
  };
}

export function tagging(scenarios: readonly MyScenario[], tags: TagChange): BulkJob {
  return {
    scenarios,
    calls: tagCalls(scenarios, tags),
    show: (scenario) => ({ ...scenario, tags: tagsAfter(scenario.tags, tags) }),
    said: (what) => `Tags of ${what} changed.`,
    undo: (changed) => ({
      scenarios: changed,
      calls: undoTags(changed, tags),
      show: (scenario) => ({ ...scenario, tags: byId(changed, scenario)?.tags ?? scenario.tags }),
      said: (what) => `Tags of ${what} changed back.`,
    }),
  };
}

const byId = (scenarios: readonly MyScenario[], { id }: MyScenario) =>
  scenarios.find((scenario) => scenario.id === id);
