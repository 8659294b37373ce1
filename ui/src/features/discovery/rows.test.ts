import { expect, test } from "vitest";
import { aPoster } from "../../testing/render";
import { withoutRepeats } from "./rows";

const row = (...ids: string[]) => ids.map((id) => aPoster({ id }));
const idsOf = (rows: ReturnType<typeof withoutRepeats>) => rows.map((one) => one.map(({ id }) => id));

test("no scenario comes twice in the rows that are compared, and each is shown in the highest", () => {
  const rows = withoutRepeats([
    { scenarios: row("a", "b", "c") },
    { scenarios: row("b", "d", "a", "e", "f"), most: 2 },
    { scenarios: row("d", "f", "c", "g") },
  ]);
  expect(idsOf(rows)).toEqual([
    ["a", "b", "c"],
    ["d", "e"],
    // What a row above was too short for is still to be shown.
    ["f", "g"],
  ]);
});
