/** What stands in a row of the transcript. */
export type Row =
  | { kind: "top"; key: "top" }
  | { kind: "message"; key: string }
  | { kind: "bottom"; key: "bottom" };

/** The rows of a line: what is above its first message, its messages, what is below its last. */
export function rowsOf(ids: readonly string[]): readonly Row[] {
  return [
    { kind: "top", key: "top" },
    ...ids.map((key): Row => ({ kind: "message", key })),
    { kind: "bottom", key: "bottom" },
  ];
}

/** Rows before the first message. */
export const ROWS_ABOVE = 1;

/** Whether the only difference is older messages at the start: then the place of what was there stays the same. */
export function isPrepended(before: readonly string[], after: readonly string[]): boolean {
  const [first] = before;
  return first !== undefined && after[0] !== first && after.at(-1) === before.at(-1) && after.includes(first);
}
