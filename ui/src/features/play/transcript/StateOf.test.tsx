// @vitest-environment jsdom
import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { showInPlay } from "../../../testing/play";
import { aMessage, aSession, aSlice } from "../testing";
import type { Message } from "../types";
import { StateOf } from "./StateOf";

afterEach(cleanup);

async function show(state: Message["state"], content: string) {
  const message = aMessage({ id: "m1", state, content });
  const session = aSession({ messages: aSlice([message]) });
  await showInPlay(<StateOf message={message} isLast onEdit={() => undefined} />, {
    session: async () => session,
  });
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
