import type { components } from "../api/schema.gen";
import { aScenario } from "./render";

type MyScenario = components["schemas"]["MyScenario"];

/** A work in its author's list; give what matters to the test. */
export function aMyScenario(id: string, changes: Partial<MyScenario> = {}): MyScenario {
  const { explicit: _explicit, recommendationMetadata: _none, ...summary } = aScenario({ id });
  return {
    ...summary,
    displayName: `Title ${id}`,
    state: "draft",
    version: 1,
    hasChanges: false,
    missingCount: 0,
    fromCard: false,
    deletedOn: null,
    rating: null,
    public: false,
    ...changes,
  };
}
