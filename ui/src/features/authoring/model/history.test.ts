import { expect, test } from "vitest";
import { BURST_PAUSE_MS, type History, MAX_STEPS, NO_HISTORY, recorded, redone, undone } from "./history";
import type { Json } from "./path";

/** Writes versions one after the other, each so long after the one before. */
function written(versions: readonly Json[], pause: number): History {
  let history = NO_HISTORY;
  versions.slice(1).forEach((after, at) => {
    history = recorded(history, versions[at], after, at * pause);
  });
  return history;
}

test("typing without a pause is one step, a pause begins another", () => {
  const versions = ["", "T", "Th", "The"].map((title) => ({ title }));
  expect(written(versions, 100).undo).toHaveLength(1);
  expect(written(versions, BURST_PAUSE_MS).undo).toHaveLength(3);
  expect(undone({ title: "The" }, written(versions, 100))?.draft).toEqual({ title: "" });
});

test("another field begins another step; so does a choice", () => {
  const typed = written(
    [
      { a: "", b: "" },
      { a: "x", b: "" },
      { a: "x", b: "y" },
      { a: "xz", b: "y" },
    ],
    10,
  );
  expect(typed.undo).toHaveLength(3);
  expect(written([{ r: null }, { r: "mature" }, { r: "extreme" }], 10).undo).toHaveLength(2);
});

test("undone and done again, until something else is changed", () => {
  const history = written([{ t: "" }, { t: "a" }, { t: "ab" }], BURST_PAUSE_MS);
  const back = undone({ t: "ab" }, history);
  expect(back?.draft).toEqual({ t: "a" });
  const again = redone(back?.draft, back?.history ?? NO_HISTORY);
  expect(again?.draft).toEqual({ t: "ab" });
  expect(again?.history.undo).toHaveLength(2);
  const other = recorded(back?.history ?? NO_HISTORY, { t: "a" }, { t: "ax" }, 9_999);
  expect(redone({ t: "ax" }, other)).toBeNull();
  // Typing after an undo does not grow the step before it, which would take away more than was typed.
  expect(other.undo).toHaveLength(2);
});

test("a burst that comes back to where it began leaves no step", () => {
  expect(written([{ t: "" }, { t: "a" }, { t: "" }], 10).undo).toHaveLength(0);
});

test("200 steps are kept, each with a serial number of its own", () => {
  const versions = Array.from({ length: 260 }, (_, at) => ({ t: "x".repeat(at) }));
  const { undo } = written(versions, BURST_PAUSE_MS);
  expect(undo).toHaveLength(MAX_STEPS);
  expect(new Set(undo.map(({ serial }) => serial)).size).toBe(MAX_STEPS);
  let draft: Json = versions.at(-1);
  let history: History = { undo, redo: [] };
  for (let moved = undone(draft, history); moved !== null; moved = undone(draft, history)) {
    draft = moved.draft;
    history = moved.history;
  }
  expect(draft).toEqual({ t: "x".repeat(59) });
});
