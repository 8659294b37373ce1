// @vitest-environment jsdom
import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readUri } from "../../api/address";
import { reads } from "../../api/reads";
import { serve } from "../../testing/api";
import { fetched, renderPage } from "../../testing/page";
import * as MyScenariosPage from "./MyScenariosPage";
import s from "./MyScenariosPage.module.css";

/** Files that are dropped on the page and on the dialog over it. */

vi.mock("./imports/senders", () => ({ senderOf: async () => null }));
vi.mock("./journal/open", () => ({ sendLeft: async () => false, hasUnsentNew: async () => false }));
vi.mock("../../api/session", async (original) => ({
  ...(await original<object>()),
  useSession: () => ({ viewer: { userID: "ann" } }),
}));

beforeEach(() => {
  serve();
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

function show(): HTMLElement {
  const none = { results: [], nextCursor: null };
  const { container } = renderPage("my-scenarios", MyScenariosPage, "/my-scenarios", [
    fetched(readUri(reads.myScenarios, {}), none),
    fetched(readUri(reads.importBatches), none),
  ]);
  const page = container.firstElementChild;
  if (!(page instanceof HTMLElement)) throw new Error("the page is empty");
  return page;
}
const carrying = (...names: string[]) => ({
  dataTransfer: { types: ["Files"], items: [], files: names.map((name) => new File(["abcd"], name)) },
});
const dialog = async () => within(await screen.findByRole("dialog", { name: "Import cards" }));

test("files dropped on the page are what the dialog imports", async () => {
  const page = show();
  fireEvent.drop(page, carrying("fog.png"));
  expect(await (await dialog()).findByText("fog.png")).toBeTruthy();
});

test("files dropped beside the field of the open dialog are taken, too", async () => {
  show();
  await userEvent.click(screen.getByRole("button", { name: "Import cards" }));
  fireEvent.drop((await dialog()).getByText(/^Character cards and lorebooks/), carrying("fog.png"));
  expect(await (await dialog()).findByText("fog.png")).toBeTruthy();
  fireEvent.drop((await dialog()).getByText(/^Character cards and lorebooks/), carrying("a.png", "b.png"));
  expect(await (await dialog()).findByText("2 files, 8 bytes")).toBeTruthy();
});

test("a drop on the field of the dialog is taken once, and takes the outline off the page", async () => {
  const page = show();
  await userEvent.click(screen.getByRole("button", { name: "Import cards" }));
  const field = (await dialog()).getByLabelText(/^Choose files/);
  const over = s.over ?? "missing";
  fireEvent.dragOver(field, carrying("fog.png"));
  expect(page.classList.contains(over)).toBe(true);
  fireEvent.drop(field, carrying("fog.png"));
  expect(page.classList.contains(over)).toBe(false);
  expect(await (await dialog()).findByText("fog.png")).toBeTruthy();
});

test("a shelf without a scenario offers each thing once, and nothing to search in", () => {
  show();
  expect(screen.getAllByRole("button", { name: "Import cards" })).toHaveLength(1);
  expect(screen.getByRole("link", { name: "Write your first scenario" })).toBeTruthy();
  expect(screen.queryByRole("link", { name: "New scenario" })).toBeNull();
  expect(screen.queryByRole("searchbox")).toBeNull();
});
