// @vitest-environment jsdom
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useBuffered } from "./useBuffered";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function buffered() {
  const commit = vi.fn();
  const hook = renderHook(({ value }) => useBuffered(value, commit), { initialProps: { value: "a" } });
  const change = (text: string) => act(() => hook.result.current.change(() => text));
  return { ...hook, commit, change, now: () => hook.result.current.now };
}

test("a change is seen at once and passed on when typing pauses", () => {
  const { commit, change, now } = buffered();
  change("ab");
  act(() => vi.advanceTimersByTime(200));
  change("abc");
  act(() => vi.advanceTimersByTime(200));
  expect(now()).toBe("abc");
  expect(commit).not.toHaveBeenCalled();
  act(() => vi.advanceTimersByTime(200));
  expect(commit.mock.calls).toEqual([["abc"]]);
});

test("a change is passed on once, before the component and the page go", () => {
  const { commit, change, unmount, result } = buffered();
  change("ab");
  act(() => result.current.flush());
  act(() => result.current.flush());
  expect(commit.mock.calls).toEqual([["ab"]]);
  change("abc");
  act(() => void window.dispatchEvent(new Event("pagehide")));
  expect(commit).toHaveBeenLastCalledWith("abc");
  change("abcd");
  unmount();
  expect(commit.mock.calls).toEqual([["ab"], ["abc"], ["abcd"]]);
});

test("a value that is changed elsewhere is taken over, also after an own change was passed on", () => {
  const { rerender, now, change, result } = buffered();
  rerender({ value: "undone" });
  expect(now()).toBe("undone");
  change("mine");
  act(() => result.current.flush());
  rerender({ value: "mine" });
  rerender({ value: "undone again" });
  expect(now()).toBe("undone again");
});

test("what is being typed is not lost to a value that comes meanwhile", () => {
  const { rerender, now, change, commit } = buffered();
  change("mine");
  rerender({ value: "theirs" });
  expect(now()).toBe("mine");
  act(() => vi.advanceTimersByTime(400));
  expect(commit.mock.calls).toEqual([["mine"]]);
});
