// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readUri } from "../../api/address";
import { reads } from "../../api/reads";
import { answers, problem, serve } from "../../testing/api";
import { fetched, renderPage } from "../../testing/page";
import * as StoriesPage from "./StoriesPage";
import type { Folder, Story } from "./types";

const story = (id: string, title: string, changes: Partial<Story> = {}): Story => ({
  id,
  chatID: id,
  scenarioID: "sc",
  themeID: null,
  headId: null,
  ephemeral: false,
  title,
  directoryId: null,
  pinned: false,
  version: 1,
  messageCount: 2,
  preview: "*The lamp* goes out.",
  createdOn: "2026-03-01T00:00:00Z",
  updatedOn: "2026-03-01T00:00:00Z",
  lastMessageOn: "2026-03-01T00:00:00Z",
  lastAccessedOn: "2026-03-01T00:00:00Z",
  deletedOn: null,
  gentle: false,
  closedOn: null,
  purgeOn: null,
  scenario: null,
  characters: [
    { id: "c1", name: "Imre", avatar: null },
    { id: "c2", name: "Odalys", avatar: null },
  ],
  ...changes,
});

const night: Folder = { id: "f1", name: "Night", parentId: null, sortIndex: 0, etag: '"1"', count: 1 };

const list = (...results: Story[]) => answers("GET /stories/", 200, { results, nextCursor: null });
const folders = (...known: Folder[]) => answers("GET /library/folders", 200, { folders: known });

beforeEach(() => {
  serve(list(), folders());
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
    this.open = false;
  };
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const show = (stories: Story[], address = "/stories", known: Folder[] = [night]) => {
  const directoryId = address.includes("folder=f1") ? "f1" : undefined;
  return renderPage("stories", StoriesPage, address, [
    fetched(readUri(reads.stories, { directoryId }), { results: stories, nextCursor: null }),
    fetched(readUri(reads.folders), { folders: known }),
  ]);
};

const choose = async (title: string, item: string) => {
  await userEvent.click(screen.getByRole("button", { name: `Options for ${title}` }));
  await userEvent.click(screen.getByRole("menuitem", { name: item }));
};

test("a row shows what it is, with whom, and where it goes on", () => {
  show([story("s1", "The lamp", { directoryId: "f1", pinned: true })]);
  const link = screen.getByRole("link", { name: "The lamp" });
  expect(link.getAttribute("href")).toBe("/story/s1");
  const row = link.closest("li");
  for (const words of ["with Imre and Odalys", "The lamp goes out.", "2 messages", "Night", "Pinned"])
    expect(row?.textContent).toContain(words);
});

test("a story goes on when its scenario was deleted, and shows it", () => {
  const scenario = {
    id: "sc",
    displayName: "Deleted Card",
    tagline: "",
    avatar_urls: { thumbnail: null, thumbnail_mobile: null, avatar: null, banner: null, fullres: null },
    author: "",
    authorname: "",
    explicit: false,
    deleted: true,
  };
  show([story("s1", "The lamp", { scenario })]);
  const row = screen.getByText("Deleted Card").closest("li");
  expect(screen.getByText("Deleted Card").closest("a")).toBeNull();
  expect(row?.querySelector("a")?.getAttribute("href")).toBe("/story/s1");
});

test("a story says that its scenario was withdrawn", () => {
  const scenario = {
    id: "sc",
    displayName: "The Salt Lamp",
    tagline: "",
    avatar_urls: { thumbnail: null, thumbnail_mobile: null, avatar: null, banner: null, fullres: null },
    author: "u1",
    authorname: "Ann",
    explicit: false,
    withdrawn: true,
  };
  show([story("s1", "The lamp", { scenario })]);
  expect(screen.getByText("Scenario withdrawn by its author").closest("li")?.textContent).toContain(
    "The lamp",
  );
});

test("what is deleted is gone at once, and can be restored", async () => {
  const sent = serve(
    answers("DELETE /stories/{id}", 204, null),
    list(),
    list(story("s1", "The lamp")),
    answers("POST /stories/{id}/restore", 200, story("s1", "The lamp")),
    folders(night),
  );
  show([story("s1", "The lamp")]);
  await choose("The lamp", "Move to trash");
  expect(screen.queryByRole("link", { name: "The lamp" })).toBeNull();
  await userEvent.click(await screen.findByRole("button", { name: "Undo" }));
  expect(await screen.findByRole("link", { name: "The lamp" })).toBeTruthy();
  expect(sent.map(({ call }) => call)).toContain("POST /stories/s1/restore");
});

test("what the server refuses comes back, with the reason", async () => {
  serve(problem("DELETE /stories/{id}", 503, "OVERLOADED", { message: "Not now." }), list(), folders());
  show([story("s1", "The lamp")]);
  await choose("The lamp", "Move to trash");
  expect(await screen.findByText("Couldn’t delete “The lamp”. Not now.")).toBeTruthy();
  expect(screen.getByRole("link", { name: "The lamp" })).toBeTruthy();
});

test("a folder changed elsewhere is shown as it is; the next try goes out with what is known now", async () => {
  const sent = serve(
    problem("PATCH /library/folders/{id}", 412, "FOLDER_CHANGED", { message: "Updated." }),
    answers("PATCH /library/folders/{id}", 200, { ...night, name: "Mine", etag: '"3"' }),
    folders({ ...night, name: "Elsewhere", etag: '"2"' }),
    list(),
  );
  show([], "/stories?folder=f1");
  await userEvent.click(screen.getByRole("button", { name: "Options for the folder Night" }));
  await userEvent.click(screen.getByRole("menuitem", { name: "Rename" }));
  const dialog = screen.getByRole("dialog", { hidden: true });
  const field = within(dialog).getByLabelText<HTMLInputElement>("Name");
  await userEvent.clear(field);
  await userEvent.type(field, "Mine{Enter}");
  expect(await within(dialog).findByText(/It’s now called “Elsewhere”/)).toBeTruthy();
  expect(field.value).toBe("Mine");
  await userEvent.type(field, "{Enter}");
  await waitFor(() => {
    const etags = sent.filter(({ call }) => call.startsWith("PATCH")).map(({ body }) => body);
    expect(etags).toEqual([
      { name: "Mine", etag: '"1"' },
      { name: "Mine", etag: '"2"' },
    ]);
  });
});

test("each empty list explains what could be there", () => {
  show([]);
  expect(screen.getByRole("heading", { name: "No stories yet" })).toBeTruthy();
  cleanup();
  show([], "/stories?folder=f1");
  expect(screen.getByRole("heading", { name: "This folder is empty" })).toBeTruthy();
});
