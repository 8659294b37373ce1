import { expect, test, vi } from "vitest";
import { failedAnswer, failedConnection } from "../../../api/errors";
import { aChain, aSlice } from "../testing";
import { inFront } from "./staging";
import { View } from "./view";

inFront();

test("the edges say whether there is more, and forget a failure once the line has changed", () => {
  const view = new View(() => 0);
  view.line.replace(aSlice(aChain(3, 7), 6));
  view.show();
  expect(view.state).toMatchObject({ ids: ["m7", "m8", "m9"], older: "idle", newer: "end" });
  view.set({ older: "failed" });
  view.line.prepend(aSlice(aChain(7)));
  view.show();
  expect(view.state.older).toBe("end");
});

test("messages are one array until one of them changes", () => {
  const view = new View(() => 0);
  view.line.replace(aSlice(aChain(2)));
  view.show();
  const { messages } = view;
  expect(view.messages).toBe(messages);
  view.set({ panel: null });
  expect(view.messages).not.toBe(messages);
});

test("an older answer does not take the version back", () => {
  const view = new View(() => 0);
  view.reached(4);
  view.reached(3);
  expect(view.version).toBe(4);
});

test("a failure gives when to ask again; a cancellation is not one", () => {
  const view = new View(() => 1_000);
  const notified = vi.fn();
  view.subscribe(notified);
  view.fail(failedConnection(new DOMException("", "AbortError")), null);
  expect(notified).not.toHaveBeenCalled();
  view.fail(failedAnswer(429, { retryAfter: 7 }), null);
  expect(view.state.trouble).toMatchObject({ status: 429, retryAt: 8_000 });
});
