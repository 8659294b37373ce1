// @vitest-environment jsdom
import { cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readUri } from "../../../api/address";
import { reads } from "../../../api/reads";
import { answers, serve } from "../../../testing/api";
import { aMyScenario } from "../../../testing/myScenarios";
import { fetched, renderPage } from "../../../testing/page";
import { aPublishingStatus } from "../../../testing/publishing";
import * as MyScenariosPage from "../MyScenariosPage";
import type { MyScenario } from "../types";

vi.mock("../journal/open", () => ({ sendLeft: async () => false, hasUnsentNew: async () => false }));

const WITHDRAW = "POST /scenarios/scenario/{id}/withdraw";

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close ??= () => undefined;
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Opens the menu of the only scenario on the shelf. */
async function showMenu(scenario: MyScenario): Promise<void> {
  renderPage("my-scenarios", MyScenariosPage, "/my-scenarios", [
    fetched(readUri(reads.myScenarios), { results: [scenario], nextCursor: null }),
  ]);
  await userEvent.click(screen.getByRole("button", { name: "Options for Title a" }));
}

const item = () => screen.queryByRole("menuitem", { name: "Withdraw" });

test("what others see is withdrawn from its menu, and not without asking", async () => {
  const sent = serve(
    answers(WITHDRAW, 200, aPublishingStatus({ state: "private", publishedVersion: 1 })),
    answers("GET /scenarios/my", 200, {
      results: [aMyScenario("a", { state: "private" })],
      nextCursor: null,
    }),
  );
  const withdrawals = () => sent.filter(({ call }) => call === "POST /scenarios/scenario/a/withdraw");
  await showMenu(aMyScenario("a", { state: "unlisted" }));
  await userEvent.click(item() ?? document.body);
  const dialog = within(screen.getByRole("dialog", { name: "Withdraw “Title a”?" }));
  expect(withdrawals()).toHaveLength(0);
  await userEvent.click(dialog.getByRole("button", { name: "Withdraw" }));
  expect(await screen.findByText("“Title a” withdrawn.")).toBeTruthy();
  expect(withdrawals()).toHaveLength(1);
  expect(screen.getByText("Private")).toBeTruthy();
});

test.each(["draft", "private", "inReview"] as const)("what is %s has no readers to lose", async (state) => {
  serve();
  await showMenu(aMyScenario("a", { state }));
  expect(screen.getByRole("menuitem", { name: "Move to trash" })).toBeTruthy();
  expect(item()).toBeNull();
});
