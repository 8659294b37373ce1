import { describe, expect, test } from "vitest";
import { layOut, type MapNode, type MapRow, plainSnippet, stepTo, visibleRange } from "./layout";

/** `a>b>c` is a line; a star marks what lies on the path. */
function tree(...lines: string[]): MapNode[] {
  const nodes = new Map<string, MapNode>();
  for (const line of lines) {
    let parentId: string | null = null;
    for (const part of line.split(">")) {
      const id = part.replace("*", "");
      if (!nodes.has(id))
        nodes.set(id, {
          id,
          parentId,
          name: "Mara",
          author: "actor",
          snippet: id,
          state: "complete",
          isOnPath: part.endsWith("*"),
        });
      parentId = id;
    }
  }
  return [...nodes.values()];
}

const NOTHING: ReadonlySet<string> = new Set();

const drawn = (rows: readonly MapRow[]) =>
  rows.map(
    ({ run, node, kind, lane, forks, goesOn, isOnPath }) =>
      `${"|".repeat(lane)}${forks ? "/" : ""}${
        kind === "run" && run.nodes.length > 1 ? `${run.first.id}..${run.last.id}` : node.id
      }${isOnPath ? "*" : ""}${goesOn ? "" : "."}`,
  );

test("a story without a choice is one row", () => {
  expect(drawn(layOut(tree("a*>b*>c*"), NOTHING))).toEqual(["a..c*."]);
});

test("the lit line runs straight, other branches stand beside the fork they leave", () => {
  const rows = layOut(tree("a*>b*>c*>d*", "b*>x>y", "b*>z"), NOTHING);
  expect(drawn(rows)).toEqual(["a..b*", "|/x..y.", "|/z.", "c..d*."]);
});

test("without a lit branch the one with most in it goes straight on", () => {
  expect(drawn(layOut(tree("a>b", "a>c>d>e"), NOTHING))).toEqual(["a", "|/b.", "c..e."]);
});

test("a run ends where it leaves the path", () => {
  expect(drawn(layOut(tree("a*>b*>c>d"), NOTHING))).toEqual(["a..b*", "c..d."]);
});

test("other openings begin beside the first", () => {
  expect(drawn(layOut(tree("a*>b*", "x>y"), NOTHING))).toEqual(["|/x..y.", "a..b*."]);
});

test("branches of branches go further to the right", () => {
  const rows = layOut(tree("a*>b*", "a*>x>y", "x>z"), NOTHING);
  expect(drawn(rows)).toEqual(["a*", "|/x", "||/z.", "|y.", "b*."]);
});

test("an open run shows every message", () => {
  expect(drawn(layOut(tree("a*>b*>c*", "b*>x"), new Set(["a"])))).toEqual(["a*", "b*", "|/x.", "c*."]);
});

test("a tree that was cut short is still shown", () => {
  const cut = tree("a*>b*").concat([
    {
      id: "lost",
      parentId: "gone",
      name: "",
      author: "user",
      snippet: "",
      state: "complete",
      isOnPath: false,
    },
  ]);
  expect(drawn(layOut(cut, NOTHING))).toEqual(["|/lost.", "a..b*."]);
});

test("the path's lane is lit from its first row to its last", () => {
  const rows = layOut(tree("a*>b*", "a*>x", "o"), NOTHING);
  expect(rows.map(({ litLane }) => litLane)).toEqual([null, 0, 0, 0]);
});

describe("5,000 messages", () => {
  test.each([
    ["in one line", (at: number) => (at === 0 ? null : `n${at - 1}`), 1],
    ["all from one", (at: number) => (at === 0 ? null : "n0"), 5_000],
    ["a comb", (at: number) => (at === 0 ? null : `n${at % 2 === 0 ? at - 2 : at - 1}`), 5_000],
  ])("%s are laid out at once", (_, parent, least) => {
    const nodes: MapNode[] = Array.from({ length: 5_000 }, (_each, at) => ({
      id: `n${at}`,
      parentId: parent(at),
      name: "Mara",
      author: "actor",
      snippet: "",
      state: "complete",
      isOnPath: at === 0,
    }));
    // What takes the square of the nodes outlives the test's own limit.
    const rows = layOut(nodes, NOTHING);
    expect(rows.length).toBeGreaterThanOrEqual(Math.min(least, 2));
    expect(rows.reduce((sum, { run }) => sum + run.nodes.length, 0)).toBe(5_000);
  });
});

test("only what is in view is drawn", () => {
  expect(visibleRange(5_000, { top: 6_400, height: 640, row: 64, around: 5 })).toEqual({ from: 95, to: 115 });
  expect(visibleRange(3, { top: 0, height: 640, row: 64, around: 5 })).toEqual({ from: 0, to: 3 });
  expect(visibleRange(0, { top: 0, height: 640, row: 64, around: 5 })).toEqual({ from: 0, to: 0 });
  expect(visibleRange(2, { top: 9_000, height: 640, row: 64, around: 5 })).toEqual({ from: 2, to: 2 });
});

test.each([
  ["*She turns.* “No.”", "She turns. “No.”"],
  ["**Run**", "Run"],
  ["", "…"],
])("%j is shown plainly", (snippet, plain) => expect(plainSnippet(snippet)).toBe(plain));

test("keys walk the tree", () => {
  const rows = layOut(tree("a*>b*>c*", "b*>x>y"), NOTHING);
  expect(drawn(rows)).toEqual(["a..b*", "|/x..y.", "c*."]);
  expect(stepTo(rows, 0, "ArrowDown")).toBe(1);
  expect(stepTo(rows, 2, "ArrowDown")).toBeNull();
  expect(stepTo(rows, 2, "ArrowLeft")).toBe(0);
  expect(stepTo(rows, 0, "ArrowRight")).toBe(1);
  expect(stepTo(rows, 1, "ArrowRight")).toBeNull();
  expect(stepTo(rows, 0, "End")).toBe(2);
  expect(stepTo(rows, 2, "Home")).toBe(0);
  expect(stepTo(rows, 0, "x")).toBeNull();
});
