import type { Body } from "../../../api/operations";
import type { MyScenario } from "../types";

/** What a call changes of many scenarios: one kind of thing. */
export type BulkChange = Body<"POST /scenarios/my/bulk">["change"];

/** One call for many scenarios. */
export interface BulkCall {
  ids: string[];
  change: BulkChange;
}

/** Tags that many scenarios get, and those that they lose. */
export interface TagChange {
  add: readonly string[];
  remove: readonly string[];
}

export const idsOf = (scenarios: readonly MyScenario[]) => scenarios.map(({ id }) => id);
const lower = (tag: string) => tag.toLowerCase();
const among = (tags: readonly string[]) => {
  const names = new Set(tags.map(lower));
  return (tag: string) => names.has(lower(tag));
};

/** A scenario's tags after a change. */
export function tagsAfter(tags: readonly string[], { add, remove }: TagChange): string[] {
  const isRemoved = among(remove);
  const left = tags.filter((tag) => !isRemoved(tag));
  const isThere = among(left);
  return [...left, ...add.filter((tag) => !isThere(tag))];
}

/** The change as a call has it. */
const tagChange = ({ add, remove }: TagChange): BulkChange => ({
  ...(remove.length > 0 && { removeTags: [...remove] }),
  ...(add.length > 0 && { addTags: [...add] }),
});

export const tagCalls = (scenarios: readonly MyScenario[], tags: TagChange): BulkCall[] => [
  { ids: idsOf(scenarios), change: tagChange(tags) },
];

/** Ids of scenarios that are to be changed alike, by what they share. */
function idsBy<Key>(scenarios: readonly MyScenario[], keyOf: (scenario: MyScenario) => Key) {
  const groups = new Map<Key, string[]>();
  for (const scenario of scenarios) {
    const key = keyOf(scenario);
    groups.set(key, [...(groups.get(key) ?? []), scenario.id]);
  }
  return [...groups];
}

/** Gives each scenario the rating it had. */
export const undoRating = (before: readonly MyScenario[]): BulkCall[] =>
  idsBy(before, ({ rating }) => rating).map(([rating, ids]) => ({ ids, change: { rating } }));

/** Gives each scenario the tags it had: only what it lacked is removed again, only what it lost is added. */
export function undoTags(before: readonly MyScenario[], { add, remove }: TagChange): BulkCall[] {
  const isRemoved = among(remove);
  const back = ({ tags }: MyScenario): TagChange => ({
    add: tags.filter(isRemoved),
    remove: add.filter((tag) => !among(tags)(tag)),
  });
  return idsBy(before, (scenario) => JSON.stringify(tagChange(back(scenario))))
    .filter(([change]) => change !== "{}")
    .map(([change, ids]) => ({ ids, change: JSON.parse(change) as BulkChange }));
}

/** How many of the scenarios have each tag; the most used first. */
export function tagCounts(scenarios: readonly MyScenario[]): { name: string; count: number }[] {
  const counts = new Map<string, { name: string; count: number }>();
  for (const name of scenarios.flatMap(({ tags }) => tags)) {
    const known = counts.get(lower(name)) ?? { name, count: 0 };
    counts.set(lower(name), { ...known, count: known.count + 1 });
  }
  return [...counts.values()].toSorted((a, b) => b.count - a.count || a.name.localeCompare(b.name, "en"));
}

/** Whether withdrawing changes anything: others can see it, or it waits for that. */
export const canWithdraw = ({ state }: Pick<MyScenario, "state">): boolean =>
  state === "public" || state === "unlisted" || state === "inReview";

/** Whether readers see a published version, which a change of the draft does not reach. */
export const hasReaders = (scenarios: readonly Pick<MyScenario, "state">[]): boolean =>
  scenarios.some(({ state }) => state === "public" || state === "unlisted");
