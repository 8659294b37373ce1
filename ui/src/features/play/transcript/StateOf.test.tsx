// @vitest-environment jsdom
import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { createQueryClient } from "../../../api/query";
import { renderInPage } from "../../../testing/render";
import type { PlayApi } from "../api";
import { Story } from "../model/story";
import { PlayProvider } from "../PlayContext";
import { aMessage, aSession, aSlice } from "../testing";
import type { Message } from "../types";
import { StateOf } from "./StateOf";

afterEach(cleanup);

async function show(state: Message["state"], content: string) {
  const message = aMessage({ id: "m1", state, content });
  const story = new Story("s1", {
    api: { session: async () => aSession({ messages: aSlice([message]) }) } as Partial<PlayApi> as PlayApi,
    follow: () => () => undefined,
    id: () => "c1",
    now: () => 0,
  });
  story.open();
  await act(async () => undefined);
  const nothing = () => undefined;
  renderInPage(
    <QueryClientProvider client={createQueryClient()}>
      <PlayProvider value={{ chatID: "s1", story, announce: nothing, compose: nothing, askFirst: nothing }}>
        <StateOf message={message} isLast onEdit={nothing} />
      </PlayProvider>
    </QueryClientProvider>,
  );
}

test.each([
  ["stopped", "The lamp", "Stopped. What was written so far is kept.", "Continue"],
  ["stopped", "", "Stopped. Nothing was written yet.", "Retry"],
  ["interrupted", "", "Interrupted. Connection lost. Nothing was written yet.", "Retry"],
] as const)("a reply that was %s after «%s» says what is kept", async (state, content, words, button) => {
  await show(state, content);
  expect(document.querySelector("[data-state] > p")?.textContent).toBe(words);
  expect(screen.getByRole("button", { name: button })).toBeTruthy();
});
