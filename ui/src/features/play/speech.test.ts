import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Speech } from "./speech";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const speaking = () => {
  const said: string[] = [];
  return { said, speech: new Speech((text) => said.push(text)) };
};

test("the first sentence is said at once, what comes meanwhile together when it has been heard", () => {
  const { said, speech } = speaking();
  speech.add(["The lamp goes out."]);
  speech.add(["She turns."]);
  speech.add(["Nobody is there."]);
  expect(said).toEqual(["The lamp goes out."]);
  vi.advanceTimersByTime(1_200);
  expect(said).toEqual(["The lamp goes out.", "She turns. Nobody is there."]);
});

test("a longer portion is given more time", () => {
  const { said, speech } = speaking();
  speech.add(["x".repeat(100), "y".repeat(250)]);
  vi.advanceTimersByTime(100 * 55 - 1);
  expect(said).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(said).toHaveLength(2);
});

test("once stopped it is silent", () => {
  const { said, speech } = speaking();
  speech.add(["One.", "x".repeat(300)]);
  speech.stop();
  vi.advanceTimersByTime(60_000);
  expect(said).toEqual(["One."]);
});
