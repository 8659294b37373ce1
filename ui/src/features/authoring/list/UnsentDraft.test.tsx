// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { UnsentDraft } from "./UnsentDraft";

let unsentOf: string | null = null;
const asked: string[] = [];

vi.mock("../journal/open", () => ({
  sendLeft: async () => false,
  hasUnsentNew: async (owner: string) => {
    asked.push(owner);
    return owner === unsentOf;
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

afterEach(cleanup);

test("the shelf leads back to a new scenario that has not reached the server", async () => {
  show();
  await vi.waitFor(() => expect(asked).toEqual(["ann"]));
  expect(screen.queryByRole("link")).toBeNull();
  cleanup();
  unsentOf = "ann";
  show();
  const link = await screen.findByRole("link", { name: "Continue writing" });
  expect(link.getAttribute("href")).toBe("/my-scenarios/new");
});
