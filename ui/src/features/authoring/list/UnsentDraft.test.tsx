// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { UnsentDraft } from "./UnsentDraft";

let unsentOf: string | null = null;
const asked: string[] = [];

vi.mock("../journal/open", () => ({
  sendLeft: async () => false,
  hasUnsentNew: async (owner: string) => {
    asked.push(owner);
    return owner === unsentOf;
  },
  discardUnsentNew: async (owner: string) => {
    if (owner === unsentOf) unsentOf = null;
  },
}));
vi.mock("../../../api/session", () => ({ useSession: () => ({ viewer: { userID: "ann" } }) }));

function show(): void {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <UnsentDraft />
    </QueryClientProvider>,
  );
}

beforeEach(() => {
  unsentOf = null;
  asked.length = 0;
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
});
afterEach(cleanup);

test("the shelf leads back to a new scenario that has not reached the server", async () => {
  show();
  await vi.waitFor(() => expect(asked).toEqual(["ann"]));
  expect(screen.queryByRole("link")).toBeNull();
  cleanup();
  unsentOf = "ann";
  show();
  const link = await screen.findByRole("link", { name: "Continue" });
  expect(link.getAttribute("href")).toBe("/my-scenarios/new");
});

test("a scenario that was begun in another tab meanwhile is found when the page is looked at again", async () => {
  show();
  await vi.waitFor(() => expect(asked).toEqual(["ann"]));
  unsentOf = "ann";
  await act(async () => void window.dispatchEvent(new Event("focus")));
  expect(await screen.findByText("You began a scenario that wasn’t saved yet.")).toBeTruthy();
});

test("it is discarded once that is confirmed", async () => {
  unsentOf = "ann";
  show();
  fireEvent.click(await screen.findByRole("button", { name: "Discard" }));
  expect(unsentOf).toBe("ann");
  const [, confirm] = screen.getAllByRole("button", { name: "Discard" });
  if (confirm === undefined) throw new Error("nothing to confirm");
  fireEvent.click(confirm);
  await vi.waitFor(() => expect(screen.queryByRole("link", { name: "Continue" })).toBeNull());
  expect(unsentOf).toBeNull();
});
