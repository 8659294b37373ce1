// @vitest-environment jsdom
import { act, cleanup, renderHook } from "@testing-library/react";
import { useEffect } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { flushFields } from "../../../lib/useFlush";
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
  const hook = renderHook(({ value }) => useBuffered(value, commit), {
    initialProps: { value: { text: "a", title: "A" } },
  });
  const change = (text: string) => act(() => hook.result.current.change({ text }));
  return { ...hook, commit, change, now: () => hook.result.current.now };
}

test("a change is seen at once and passed on when typing pauses", () => {
  const { commit, change, now } = buffered();
  change("ab");
  act(() => vi.advanceTimersByTime(200));
  change("abc");
  act(() => vi.advanceTimersByTime(200));
  expect(now()).toEqual({ text: "abc", title: "A" });
  expect(commit).not.toHaveBeenCalled();
  act(() => vi.advanceTimersByTime(200));
  expect(commit.mock.calls).toEqual([[{ text: "abc" }]]);
});

test("typing on and on is passed on every half second", () => {
  const { commit, change } = buffered();
  for (let letters = 1; letters <= 12; letters += 1) {
    change("b".repeat(letters));
    act(() => vi.advanceTimersByTime(100));
  }
  expect(commit.mock.calls).toEqual([[{ text: "b".repeat(5) }], [{ text: "b".repeat(10) }]]);
});

test("a change is passed on once, before the component and the page go", () => {
  const { commit, change, unmount, result } = buffered();
  change("ab");
  act(() => result.current.flush());
  act(() => result.current.flush());
  expect(commit.mock.calls).toEqual([[{ text: "ab" }]]);
  change("abc");
  act(() => void window.dispatchEvent(new Event("pagehide")));
  expect(commit).toHaveBeenLastCalledWith({ text: "abc" });
  change("abcd");
  unmount();
  expect(commit.mock.calls).toEqual([[{ text: "ab" }], [{ text: "abc" }], [{ text: "abcd" }]]);
});

test("a change and the end of the focus in one event lose nothing", () => {
  const { commit, result } = buffered();
  act(() => {
    result.current.change({ text: "ab" });
    result.current.change({ title: "B" });
    result.current.flush();
  });
  expect(commit.mock.calls).toEqual([[{ text: "ab", title: "B" }]]);
});

test("a change is passed on before the effects of what is around it end", () => {
  const order: string[] = [];
  const hook = renderHook(() => {
    useEffect(() => () => void order.push("closed"), []);
    return useBuffered({ text: "a" }, () => order.push("passed on"));
  });
  act(() => hook.result.current.change({ text: "ab" }));
  hook.unmount();
  expect(order).toEqual(["passed on", "closed"]);
});

test("all buffers on screen are flushed together, and none that has left it", () => {
  const [one, other, gone] = [buffered(), buffered(), buffered()];
  one.change("one");
  other.change("other");
  gone.unmount();
  act(flushFields);
  expect(one.commit.mock.calls).toEqual([[{ text: "one" }]]);
  expect(other.commit.mock.calls).toEqual([[{ text: "other" }]]);
  expect(gone.commit).not.toHaveBeenCalled();
});

test("a value that is changed elsewhere is taken over, also after an own change was passed on", () => {
  const { rerender, now, change, result } = buffered();
  rerender({ value: { text: "undone", title: "A" } });
  expect(now().text).toBe("undone");
  change("mine");
  act(() => result.current.flush());
  rerender({ value: { text: "mine", title: "A" } });
  rerender({ value: { text: "undone again", title: "A" } });
  expect(now().text).toBe("undone again");
});

test("what is being typed stays as a value comes meanwhile, and overwrites no other field of it", () => {
  const { rerender, now, change, commit } = buffered();
  change("mine");
  rerender({ value: { text: "theirs", title: "Theirs" } });
  expect(now()).toEqual({ text: "mine", title: "Theirs" });
  act(() => vi.advanceTimersByTime(400));
  expect(commit.mock.calls).toEqual([[{ text: "mine" }]]);
});
