// @vitest-environment jsdom
import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readUri } from "../../../api/address";
import { reads } from "../../../api/reads";
import { answers, serve } from "../../../testing/api";
import { aMyScenario } from "../../../testing/myScenarios";
import { fetched, renderPage } from "../../../testing/page";
import * as MyScenariosPage from "../MyScenariosPage";
import { noteTrashed } from "./trashed";

/** What is said before scenarios go to the trash that readers can find. */

vi.mock("../imports/senders", () => ({ senderOf: async () => null }));
vi.mock("../journal/open", () => ({ sendLeft: async () => false, hasUnsentNew: async () => false }));

const BULK = "POST /scenarios/my/bulk";
const SHELF = [
  aMyScenario("a", { state: "public" }),
  aMyScenario("b", { state: "unlisted" }),
  aMyScenario("c"),
];

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show(): void {
  renderPage("my-scenarios", MyScenariosPage, "/my-scenarios", [
    fetched(readUri(reads.myScenarios, {}), { results: SHELF, nextCursor: null }),
  ]);
}
async function trash(id: string): Promise<void> {
  await userEvent.click(screen.getByRole("button", { name: `Options for Title ${id}` }));
  await userEvent.click(screen.getByRole("menuitem", { name: "Move to trash" }));
}
async function trashMany(...ids: string[]): Promise<void> {
  for (const id of ids) fireEvent.click(screen.getByRole("checkbox", { name: `Select “Title ${id}”` }));
  await userEvent.click(screen.getByRole("button", { name: "Move to trash" }));
}
const asked = (name: string) => within(screen.getByRole("dialog", { name }));

test("one that readers can find goes to the trash once that is confirmed", async () => {
  const sent = serve(answers("DELETE /scenarios/scenario/{scenarioID}", 204, null));
  show();
  await trash("a");
  const dialog = asked("Move “Title a” to the trash?");
  expect(dialog.getByText(/^Readers won’t find it any more\. Stories that were begun go on\./)).toBeTruthy();
  expect(sent.filter(({ call }) => call.startsWith("DELETE"))).toEqual([]);
  await userEvent.click(dialog.getByRole("button", { name: "Move to trash" }));
  await vi.waitFor(() => expect(sent.map(({ call }) => call)).toContain("DELETE /scenarios/scenario/a"));
});

test("one that nobody else sees goes at once", async () => {
  const sent = serve(answers("DELETE /scenarios/scenario/{scenarioID}", 204, null));
  show();
  await trash("c");
  expect(screen.queryByRole("dialog")).toBeNull();
  await vi.waitFor(() => expect(sent.map(({ call }) => call)).toContain("DELETE /scenarios/scenario/c"));
});

test.each([
  [["a", "b"], "Move 2 scenarios to the trash?", /^Readers won’t find them any more/],
  [
    ["a", "c"],
    "Move 2 scenarios to the trash?",
    /^1 of them is public or unlisted\. Readers won’t find it any more/,
  ],
])("of many it is said how many readers lose: %s", async (ids, title, says) => {
  const sent = serve(answers(BULK, 200, { changed: ids, refused: [] }));
  show();
  await trashMany(...ids);
  expect(asked(title).getByText(says)).toBeTruthy();
  await userEvent.click(asked(title).getByRole("button", { name: "Move to trash" }));
  await vi.waitFor(() => expect(sent.find(({ call }) => call === BULK)?.body).toMatchObject({ ids }));
});

test("what the editor put into the trash is named on the shelf, with the way back", async () => {
  const sent = serve(answers("POST /scenarios/scenario/{id}/restore", 204, null));
  noteTrashed({ id: "z", displayName: "Fog" });
  show();
  expect(screen.getByText("“Fog” moved to the trash.")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Undo" }));
  await vi.waitFor(() =>
    expect(sent.map(({ call }) => call)).toContain("POST /scenarios/scenario/z/restore"),
  );
  cleanup();
  show();
  expect(screen.queryByText(/moved to the trash/)).toBeNull();
});
