import { expect, test } from "vitest";
import { carried, joinedHistory } from "./carried";
import { BURST_PAUSE_MS, type History, NO_HISTORY, recorded, redone, undone } from "./history";
import type { Json } from "./path";

/** The steps from one text to the next. */
const steps = (...texts: string[]): History =>
  texts
    .slice(1)
    .reduce((history, t, at) => recorded(history, { t: texts[at] }, { t }, at * BURST_PAUSE_MS), NO_HISTORY);

/** The texts that are left, each a step further back. */
function backThrough(draft: Json, history: History): Json[] {
  const moved = undone(draft, history);
  return moved === null ? [] : [moved.draft, ...backThrough(moved.draft, moved.history)];
}

test("steps go along with what another window writes before them", () => {
  const history = steps("A.", "A. B.", "A. B. C.", "A. C.");
  const after = { t: "Dusk. A. C. Night." };
  expect(backThrough(after, carried(history, { t: "A. C." }, after))).toEqual([
    { t: "Dusk. A. B. C. Night." },
    { t: "Dusk. A. B. Night." },
    { t: "Dusk. A. Night." },
  ]);
});

test("steps that were taken back go along as well", () => {
  const history = steps("A.", "A. B.", "A. B. C.");
  const back = undone({ t: "A. B. C." }, history);
  const further = undone(back?.draft, back?.history ?? NO_HISTORY);
  const after = { t: "Dusk. A." };
  const again = redone(after, carried(further?.history ?? NO_HISTORY, { t: "A." }, after));
  expect(again?.draft).toEqual({ t: "Dusk. A. B." });
  expect(redone(again?.draft, again?.history ?? NO_HISTORY)?.draft).toEqual({ t: "Dusk. A. B. C." });
});

test("a step whose passage the other window has rewritten is passed over, the one before it is not", () => {
  const history = steps("A.", "A. Fog.", "A. Fog. Rain.");
  const after = { t: "A. Fog. Snow." };
  expect(backThrough(after, carried(history, { t: "A. Fog. Rain." }, after))).toEqual([{ t: "A. Snow." }]);
});

test("the steps of two windows are all kept, those of the last one first", () => {
  const draft = { t: "One. A. B. Two." };
  const [first, last] = [steps("A.", "One. A.", "One. A. Two."), steps("A.", "A. B.")];
  const history = joinedHistory(draft, [
    { draft: { t: "One. A. Two." }, history: first },
    { draft: { t: "A. B." }, history: last },
  ]);
  expect(backThrough(draft, history)).toEqual([{ t: "One. A. Two." }, { t: "One. A." }, { t: "A." }]);
  expect(history.undo.map(({ serial }) => serial)).toEqual([1, 2, 3]);
});

test("200 steps are kept of all windows together", () => {
  const texts = Array.from({ length: 151 }, (_, at) => "x".repeat(at));
  const draft = { t: "x".repeat(150) };
  const window = { draft, history: steps(...texts) };
  expect(joinedHistory(draft, [window, window]).undo).toHaveLength(200);
});
