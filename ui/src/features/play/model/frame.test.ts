import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Frame } from "./frame";

let paint: (() => void) | null = null;

beforeEach(() => {
  vi.useFakeTimers();
  paint = null;
  vi.stubGlobal("requestAnimationFrame", (run: () => void) => {
    paint = run;
    return 1;
  });
  vi.stubGlobal("cancelAnimationFrame", () => {
    paint = null;
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("many pieces of text cost one rendering a frame", () => {
  const run = vi.fn();
  const frame = new Frame(run);
  for (let at = 0; at < 100; at += 1) frame.ask();
  expect(run).not.toHaveBeenCalled();
  paint?.();
  expect(run).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1_000);
  expect(run).toHaveBeenCalledTimes(1);
});

test("a hidden tab, whose frames do not come, is notified a little later", () => {
  const run = vi.fn();
  new Frame(run).ask();
  vi.advanceTimersByTime(Frame.HIDDEN_MS);
  expect(run).toHaveBeenCalledTimes(1);
});

test("what was called off does not run", () => {
  const run = vi.fn();
  const frame = new Frame(run);
  frame.ask();
  frame.cancel();
  paint?.();
  vi.advanceTimersByTime(1_000);
  expect(run).not.toHaveBeenCalled();
});
