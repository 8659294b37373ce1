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

/** The texts that are left, each a step further back. */
function backThrough(text: string, history: History): string[] {
  const texts: string[] = [];
  let draft: Json = { t: text };
  for (let moved = undone(draft, history); moved !== null; moved = undone(draft, moved.history)) {
    draft = moved.draft;
    texts.push((draft as { t: string }).t);
  }
  return texts;
}

/** Every version from one text to a longer one, typed letter by letter at a place. */
const typing = (before: string, at: number, letters: string): string[] =>
  Array.from(
    { length: letters.length },
    (_, n) => before.slice(0, at) + letters.slice(0, n + 1) + before.slice(at),
  );
const steps = (...texts: string[]): History =>
  written(
    texts.map((t) => ({ t })),
    50,
  );

test("a flow of typing is taken back by sentences", () => {
  const text = "Fog lies. “Who?” It rains";
  expect(backThrough(text, steps("", ...typing("", 0, text)))).toEqual([
    "Fog lies. “Who?” ",
    "Fog lies. ",
    "",
  ]);
});

test("a long sentence is taken back in pieces that end with a word, and each no longer than a line", () => {
  const text = "the fog comes in from the sea ".repeat(10);
  const texts = backThrough(text, steps("", ...typing("", 0, text)));
  const lengths = [text, ...texts].map((each) => each.length);
  expect(lengths.slice(1).every((length, at) => (lengths[at] ?? 0) - length <= 66)).toBe(true);
  expect(texts.every((each) => each === "" || each.endsWith(" "))).toBe(true);
  expect(backThrough("x".repeat(100), steps("", ...typing("", 0, "x".repeat(100))))).toHaveLength(2);
});

test("a step in the middle of a text ends with a word, too", () => {
  const sentence = " Here somebody types on and on without any pause, for a while, until the lamp is lit";
  const last = typing("One. Two.", 4, sentence);
  expect(backThrough(last.at(-1) ?? "", steps("One. Two.", ...last))).toEqual([
    "One. Here somebody types on and on without any pause, for a while, Two.",
    "One.  Two.",
    "One. Two.",
  ]);
});

test("what is typed elsewhere in the text is a step of its own", () => {
  const first = typing("A lamp. The end", 15, " of it");
  const then = typing(first.at(-1) ?? "", 1, "n old");
  expect(backThrough(then.at(-1) ?? "", steps("A lamp. The end", ...first, ...then))).toEqual([
    "A lamp. The end of it",
    "A lamp. The end",
  ]);
});

test("typing before letters that are the same is one step all the same", () => {
  const texts = typing("abc", 0, "aaab");
  expect(backThrough("aaababc", steps("abc", ...texts))).toEqual(["abc"]);
});

test("deleting after typing is another step, and typing after that", () => {
  expect(backThrough("Fig", steps("", "F", "Fo", "Fog", "Fo", "F", "Fi", "Fig"))).toEqual(["F", "Fog", ""]);
});

test("what is composed of several keys is one step, and none if it comes to nothing", () => {
  expect(backThrough("か", steps("", "k", "か"))).toEqual([""]);
  expect(backThrough("ab", steps("ab", "ax", "ab"))).toEqual([]);
});

test("in one field its own steps are taken back and done again, whatever came after them elsewhere", () => {
  const draft = { a: "one two", b: "three" };
  const history = written(
    [{ a: "", b: "" }, { a: "one", b: "" }, { a: "one two", b: "" }, draft],
    BURST_PAUSE_MS,
  );
  const back = undone(draft, history, "/a");
  expect(back?.draft).toEqual({ a: "one", b: "three" });
  const further = undone(back?.draft, back?.history ?? NO_HISTORY, "/a");
  expect(further?.draft).toEqual({ a: "", b: "three" });
  expect(undone(further?.draft, further?.history ?? NO_HISTORY, "/a")).toBeNull();
  expect(redone(further?.draft, further?.history ?? NO_HISTORY, "/b")).toBeNull();
  expect(redone(further?.draft, further?.history ?? NO_HISTORY, "/a")?.draft).toEqual({
    a: "one",
    b: "three",
  });
  expect(undone(further?.draft, further?.history ?? NO_HISTORY)?.draft).toEqual({ a: "", b: "" });
});

test("a step that has changed other fields, too, is not taken back from one of them once something came after it", () => {
  const [before, replaced, after] = [
    { a: "sea", b: "sea", c: "" },
    { a: "lake", b: "lake", c: "" },
    { a: "lake", b: "lake", c: "x" },
  ];
  expect(undone(replaced, written([before, replaced], 1), "/a")?.draft).toEqual(before);
  expect(undone(after, written([before, replaced, after], 1), "/a")).toBeNull();
});

test("a step that does not fit any more is passed over", () => {
  const history = written(
    [
      { t: "", u: "" },
      { t: "", u: "x" },
      { t: "Fog", u: "x" },
    ],
    BURST_PAUSE_MS,
  );
  expect(undone({ t: "Mist", u: "x" }, history)?.draft).toEqual({ t: "Mist", u: "" });
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
