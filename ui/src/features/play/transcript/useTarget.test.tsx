// @vitest-environment jsdom
import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import type { VirtualizerHandle } from "virtua";
import { afterEach, expect, test, vi } from "vitest";
import { PlayProvider } from "../PlayContext";
import { aMessage, aSession, aSlice } from "../testing";
import { openStory } from "../testing-story";
import { useTarget } from "./useTarget";

afterEach(() => vi.useRealTimers());

/** A story that has come on screen, and what was done to bring its last message into view. */
async function shown(isAside: boolean) {
  vi.useFakeTimers({
    toFake: ["setTimeout", "clearTimeout", "requestAnimationFrame", "cancelAnimationFrame"],
  });
  const messages = aSlice([aMessage({ id: "m0" }), aMessage({ id: "m1", parentId: "m0", aside: isAside })]);
  const { story } = openStory({ session: async () => aSession({ messages }) });
  await act(async () => undefined);
  const nothing = () => undefined;
  const value = { chatID: "s1", story, announce: nothing, compose: nothing, askFirst: nothing };
  const wrapper = ({ children }: { children: ReactNode }) => (
    <PlayProvider value={value}>{children}</PlayProvider>
  );
  const stick = vi.fn();
  const list = { current: { scrollToIndex: vi.fn() } as Partial<VirtualizerHandle> as VirtualizerHandle };
  const scroller = { current: document.createElement("div") };
  const aiming = { current: false };
  const end = { stick, release: nothing };
  renderHook(() => useTarget(list, scroller, aiming, end), { wrapper });
  await act(async () => story.goTo("m1"));
  act(() => void vi.advanceTimersByTime(100));
  return { stick, list };
}

test("an aside that comes last comes into view with its first word", async () => {
  const { stick, list } = await shown(true);
  expect(stick).not.toHaveBeenCalled();
  expect(list.current.scrollToIndex).toHaveBeenCalledWith(2, { align: "start" });
});

test("any other last message comes into view with its end", async () => {
  const { stick, list } = await shown(false);
  expect(stick).toHaveBeenCalled();
  expect(list.current.scrollToIndex).not.toHaveBeenCalled();
});
