import type { Answer } from "../../api/operations";

export type Dashboard = Answer<"GET /dashboard">;
/** What a person did on one day. */
export type ActivityDay = Dashboard["days"][number];

export type ActivityKind = Exclude<keyof ActivityDay, "date">;

/** Kinds of activity in the order they are shown. */
export const KINDS: readonly { kind: ActivityKind; label: string; one: string }[] = [
  { kind: "loves", label: "Loves", one: "love" },
  { kind: "ratings", label: "Ratings", one: "rating" },
  { kind: "follows", label: "Follows", one: "follow" },
  { kind: "stories", label: "Stories", one: "story" },
  { kind: "messages", label: "Messages", one: "message" },
];

/** Kinds that happened at all: a line along zero shows nothing. */
export function kindsSeen(days: readonly ActivityDay[]): ActivityKind[] {
  return KINDS.map(({ kind }) => kind).filter((kind) => days.some((day) => day[kind] > 0));
}

/** Seconds at the beginning of each day, as the plot wants them. */
export function daySeconds(days: readonly ActivityDay[]): number[] {
  return days.map(({ date }) => Date.parse(`${date}T00:00:00Z`) / 1_000);
}

/** The sum of a kind over the days. */
export function sum(days: readonly ActivityDay[], kind: ActivityKind): number {
  return days.reduce((total, day) => total + day[kind], 0);
}

const plural = (count: number, one: string) =>
  count === 1 ? `1 ${one}` : `${count} ${one === "story" ? "stories" : `${one}s`}`;

/** The plot in words, for those who do not see it. */
export function chartText(days: readonly ActivityDay[]): string {
  const parts = KINDS.map(({ kind, one }) => ({ count: sum(days, kind), one })).filter(
    ({ count }) => count > 0,
  );
  if (parts.length === 0) return "No activity in this period.";
  return `${parts.map(({ count, one }) => plural(count, one)).join(", ")} in ${days.length} days.`;
}
