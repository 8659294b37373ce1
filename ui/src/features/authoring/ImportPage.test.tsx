// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readUri } from "../../api/address";
import { failedAnswer, failedConnection } from "../../api/errors";
import { reads } from "../../api/reads";
import { answers, problem, type Sent, serve } from "../../testing/api";
import { viewOf } from "../../testing/draftServer";
import { failed, fetched, renderPage } from "../../testing/page";
import { aDraft } from "../../testing/sampleDraft";
import * as ImportPage from "./ImportPage";
import { BatchSender } from "./imports/sender";
import type { ImportBatch, ImportFile } from "./types";

let sender: BatchSender | "elsewhere" | null = null;
const stopped: string[] = [];
vi.mock("./imports/senders", () => ({
  senderOf: async () => sender,
  stopSending: async (id: string) => void stopped.push(id),
}));
vi.mock("../../api/session", async (original) => ({
  ...(await original<object>()),
  useSession: () => ({ viewer: { userID: "ann" } }),
}));

const NONE = {
  waiting: 0,
  importing: 0,
  imported: 0,
  updated: 0,
  skipped: 0,
  changed: 0,
  failed: 0,
  total: 0,
};
const aBatch = (changes: Partial<ImportBatch>, counts: Partial<ImportBatch["counts"]>): ImportBatch => ({
  id: "b1",
  name: "Tavern",
  createdOn: "2026-03-09T12:00:00Z",
  sealed: true,
  finished: false,
  changed: null,
  counts: { ...NONE, ...counts },
  ...changes,
});
const aFile = (position: number, name: string, changes: Partial<ImportFile>): ImportFile => ({
  position,
  name,
  bytes: 2_000,
  state: "imported",
  scenario: { id: `s${position}`, displayName: name.replace(/^.*\/|\..*$/g, "") },
  problem: null,
  differences: 0,
  ...changes,
});

const importID = "b1";
const files = (list: ImportFile[], state?: string) =>
  fetched(readUri(reads.importFiles, { importID, ...(state !== undefined && { state }) }), {
    results: list,
    nextCursor: null,
  });
function show(batch: ImportBatch, list: ImportFile[], search = "") {
  const state = new URLSearchParams(search).get("state") ?? undefined;
  return renderPage("import", ImportPage, `/my-scenarios/imports/b1${search}`, [
    fetched(readUri(reads.importBatch, { importID }), batch),
    files(list, state),
  ]);
}
/** The requests that change something. */
const changes = (sent: Sent[]) => sent.filter(({ call }) => !call.startsWith("GET "));

beforeEach(() => {
  sender = null;
  stopped.length = 0;
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

test("a finished import says what became of all files, and of each in words", () => {
  const { head } = show(
    aBatch({ finished: true }, { total: 4, imported: 1, updated: 1, skipped: 1, failed: 1 }),
    [
      aFile(0, "old/Ida.png", { differences: 3 }),
      aFile(1, "Imre.png", { state: "updated" }),
      aFile(2, "Ida copy.png", { state: "skipped", scenario: { id: "s0", displayName: "Ida" } }),
      aFile(3, "torn.png", { state: "failed", scenario: null, problem: "This picture carries no card." }),
    ],
  );
  expect(head.title).toBe("Tavern · Dramatis");
  expect(head.robots).toBe("noindex,nofollow");
  expect(screen.getByText("1 file imported, 1 scenario updated, 1 skipped and 1 failed.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Stop the import" })).toBeNull();
  const rows = within(screen.getByRole("list", { name: "All files" })).getAllByRole("listitem");
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    "old/Ida.pngIda · The report says what to look at.Imported2 KBReport",
    "Imre.pngImre · Everything was taken.Updated2 KBReport",
    "Ida copy.pngAlready on your shelf: IdaSkipped2 KB",
    "torn.pngThis picture carries no card.Failed2 KB",
  ]);
  expect(screen.getByRole("link", { name: "Imre" }).getAttribute("href")).toBe("/my-scenarios/s1");
  expect(screen.getByRole("link", { name: /^Failed/ }).getAttribute("href")).toBe(
    "/my-scenarios/imports/b1?state=failed",
  );
});

test("the files in one state are shown under its address; states without files have none", () => {
  show(
    aBatch({ finished: true }, { total: 2, imported: 1, failed: 1 }),
    [aFile(1, "torn.png", { state: "failed", scenario: null, problem: "Torn." })],
    "?state=failed",
  );
  expect(screen.getByRole("link", { name: /^Failed/ }).getAttribute("aria-current")).toBe("page");
  expect(within(screen.getByRole("list", { name: "Failed" })).getAllByRole("listitem")).toHaveLength(1);
  expect(screen.queryByRole("link", { name: /^Waiting/ })).toBeNull();
});

test("a state that no file is in any more says so", () => {
  show(aBatch({}, { total: 2, imported: 2 }), [], "?state=waiting");
  expect(screen.getByText("No files are waiting.")).toBeTruthy();
  expect(screen.queryByRole("list", { name: "Waiting" })).toBeNull();
});

test("the report of a file is fetched when it is asked for", async () => {
  const file = aFile(0, "Ida.png", { differences: 1 });
  const sent = serve(
    answers("GET /scenarios/imports/{id}/files/{position}", 200, {
      ...file,
      report: [{ field: "data.extensions.depth_prompt", outcome: "changed", note: "The depth was cut." }],
      notices: [],
      links: [{ place: "/actors/0/description", address: "https://a.test/b.png" }],
    }),
    answers("GET /scenarios/scenario/{id}/draft", 200, viewOf(1, aDraft())),
  );
  show(aBatch({ finished: true }, { total: 2, imported: 2 }), [file, aFile(1, "Imre.png", {})]);
  expect(sent).toEqual([]);
  await userEvent.click(screen.getByRole("button", { name: "Report of Ida.png" }));
  const report = within(await screen.findByRole("list", { name: "To look at" }));
  expect(report.getByText("Character’s note")).toBeTruthy();
  expect(await screen.findByText("The draft has 1 actor.")).toBeTruthy();
  expect(report.getByText("Mira: Description")).toBeTruthy();
  expect(sent.map(({ call }) => call)).toEqual([
    "GET /scenarios/imports/b1/files/0",
    "GET /scenarios/scenario/s0/draft",
  ]);
});

const NO_REPORT = { report: [], notices: [], links: [] };

test("the report of the only file stands there at once, with the way to the draft", async () => {
  const file = aFile(0, "Ida.png", {});
  serve(
    answers("GET /scenarios/imports/{id}/files/{position}", 200, { ...file, ...NO_REPORT }),
    answers("GET /scenarios/scenario/{id}/draft", 200, viewOf(1, aDraft())),
  );
  show(aBatch({ finished: true, name: "Ida.png" }, { total: 1, imported: 1 }), [file]);
  expect(await screen.findByText("The draft has 1 actor.")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Open the draft" }).getAttribute("href")).toBe("/my-scenarios/s0");
  expect(screen.queryByRole("list", { name: "All files" })).toBeNull();
});

test.each([
  ["the very same file", null, "You have imported this file before. It became Ida, which may have changed"],
  ["another version that was turned down", "skip", "Ida stays as it is."],
] as const)("the only file may bring nothing new: %s", (_, changed, text) => {
  const skipped = aFile(0, "Ida.png", { state: "skipped" });
  show(aBatch({ finished: true, changed }, { total: 1, skipped: 1 }), [skipped]);
  expect(screen.getByRole("region", { name: "Result" }).textContent).toContain(text);
  expect(screen.getByRole("link", { name: "Open the draft" }).getAttribute("href")).toBe("/my-scenarios/s0");
});

test("why the only file cannot be imported is said at once", () => {
  const failed = aFile(0, "torn.png", { state: "failed", scenario: null, problem: "It is torn." });
  show(aBatch({ finished: true }, { total: 1, failed: 1 }), [failed]);
  expect(screen.getByRole("alert").textContent).toBe("It is torn.");
});

test("changed cards are one question, and the answer is sent once", async () => {
  const asking = aBatch({}, { total: 5, changed: 2, imported: 3 });
  const sent = serve(
    answers("POST /scenarios/imports/{id}/answer", 200, { ...asking, changed: "keepBoth" }),
    answers("GET /scenarios/imports/{id}", 200, asking),
  );
  show(asking, []);
  expect(screen.getByRole("heading", { name: "Other versions of 2 cards you have" })).toBeTruthy();
  expect(screen.getByText("Waiting for your answer")).toBeTruthy();
  // What loses nothing is chosen, until somebody chooses otherwise.
  expect(screen.getByRole("radio", { name: /^Keep both/, checked: true })).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Continue" }));
  await waitFor(() => expect(screen.queryByRole("heading", { name: /^Other versions/ })).toBeNull());
  expect(changes(sent).map(({ call, body }) => [call, body])).toEqual([
    ["POST /scenarios/imports/b1/answer", { changed: "keepBoth" }],
  ]);
});

test("what an update loses is said before it is chosen", () => {
  show(aBatch({}, { total: 1, changed: 1 }), [aFile(0, "Ida.png", { state: "changed" })]);
  expect(screen.getByRole("heading", { name: "Another version of a card you have" })).toBeTruthy();
  const update = screen.getByRole("radio", { name: /^Update my scenario/ });
  expect(update.closest("label")?.textContent).toContain("what you changed in them since the import is lost");
  expect(screen.getByRole("link", { name: "Ida" }).getAttribute("href")).toBe("/my-scenarios/s0");
});

test("an import is stopped only after a question", async () => {
  const sent = serve(answers("DELETE /scenarios/imports/{id}", 204, null));
  show(aBatch({}, { total: 5, waiting: 5 }), []);
  await userEvent.click(screen.getByRole("button", { name: "Stop the import" }));
  const dialog = within(screen.getByRole("dialog", { name: "Stop the import?" }));
  expect(changes(sent)).toEqual([]);
  await userEvent.click(dialog.getByRole("button", { name: "Stop the import" }));
  await waitFor(() => expect(stopped).toEqual(["b1"]));
  expect(changes(sent).map(({ call }) => call)).toEqual(["DELETE /scenarios/imports/b1"]);
});

test("a finished import makes room for others: it is removed with its report after a question", async () => {
  const sent = serve(answers("DELETE /scenarios/imports/{id}", 204, null));
  show(aBatch({ finished: true }, { total: 5, imported: 5 }), []);
  await userEvent.click(screen.getByRole("button", { name: "Remove this import" }));
  const dialog = within(screen.getByRole("dialog", { name: "Remove this import?" }));
  await userEvent.click(dialog.getByRole("button", { name: "Remove" }));
  await waitFor(() =>
    expect(changes(sent).map(({ call }) => call)).toEqual(["DELETE /scenarios/imports/b1"]),
  );
});

test("after a reload the files that are missing are named, and those that are chosen are sent", async () => {
  const posted: string[] = [];
  sender = new BatchSender(
    { id: "b1", files: 3, bytes: 12 },
    [
      { position: 1, name: "Ida.png", bytes: 4 },
      { position: 2, name: "old/Imre.png", bytes: 4 },
    ],
    {
      send: async (_, { name }) => void posted.push(name),
      seal: async () => void posted.push("sealed"),
      uploadQueue: { done: async () => undefined, end: async () => undefined },
      failureOf: (cause) => {
        throw cause;
      },
      pause: async () => undefined,
    },
  );
  show(aBatch({ sealed: false }, { total: 1, waiting: 1 }), []);
  expect(await screen.findByRole("heading", { name: "Choose 2 files again" })).toBeTruthy();
  const names = within(screen.getByRole("list", { name: "Still to be sent" })).getAllByRole("listitem");
  expect(names.map(({ textContent }) => textContent)).toEqual(["Ida.png4 bytes", "old/Imre.png4 bytes"]);
  const field = screen.getByLabelText("Choose files");
  await userEvent.upload(field, new File(["other"], "Other.png"));
  expect(await screen.findByText(/None of the files you chose belongs to this import/)).toBeTruthy();
  await userEvent.upload(field, new File(["abcd"], "Imre.png"));
  expect(await screen.findByRole("heading", { name: "Choose 1 file again" })).toBeTruthy();
  expect(posted).toEqual(["old/Imre.png"]);
  await userEvent.click(screen.getByRole("button", { name: "Continue without it" }));
  await waitFor(() => expect(posted).toEqual(["old/Imre.png", "sealed"]));
});

/** A sender whose files are refused while `refused` is set. */
function senderOf(refused: { status: number | null }, missing: string[]) {
  const posted: string[] = [];
  const left = ["a.png", ...missing].map((name, position) => ({ position, name, bytes: 4 }));
  const made = new BatchSender({ id: "b1", files: left.length, bytes: left.length * 4 }, left, {
    send: async (_, { name }) => {
      if (refused.status !== null) throw failedAnswer(refused.status, { message: "Sign in again." });
      posted.push(name);
    },
    seal: async () => void posted.push("sealed"),
    uploadQueue: { done: async () => undefined, end: async () => undefined },
    failureOf: failedConnection,
    pause: async () => undefined,
  });
  made.add({ files: [{ name: "a.png", file: new File(["abcd"], "a.png") }], folder: null });
  sender = made;
  return posted;
}

test.each([[[]], [["b.png"]]])(
  "what a refusal has stopped goes on after another try; missing: %j",
  async (missing) => {
    const refused: { status: number | null } = { status: 401 };
    const posted = senderOf(refused, missing);
    show(aBatch({ sealed: false }, { total: 0 }), []);
    expect(await screen.findByRole("heading", { name: "Sending has stopped" })).toBeTruthy();
    expect(screen.getByText("Sign in again.")).toBeTruthy();
    expect(screen.queryByRole("heading", { name: /again$/ })).toBeNull();
    refused.status = null;
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    await waitFor(() => expect(posted).toEqual(missing.length === 0 ? ["a.png", "sealed"] : ["a.png"]));
    await waitFor(() => expect(screen.queryByRole("heading", { name: "Sending has stopped" })).toBeNull());
  },
);

test("an import that is gone offers no other try", async () => {
  senderOf({ status: 404 }, []);
  show(aBatch({ sealed: false }, { total: 0 }), []);
  expect(await screen.findByText("The import was stopped, or it belongs to another account.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
});

test("files are not given up here once another window has begun to send them", async () => {
  const posted = senderOf({ status: null }, ["b.png"]);
  await waitFor(() => expect(posted).toEqual(["a.png"]));
  show(aBatch({ sealed: false }, { total: 1, waiting: 1 }), []);
  const without = await screen.findByRole("button", { name: "Continue without it" });
  sender = "elsewhere";
  await userEvent.click(without);
  expect(await screen.findByText("Another window is sending the files")).toBeTruthy();
  expect(posted).toEqual(["a.png"]);
});

test("a window that waits for files notices that another one sends", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const posted = senderOf({ status: null }, ["b.png"]);
  await waitFor(() => expect(posted).toEqual(["a.png"]));
  const open = aBatch({ sealed: false }, { total: 1, waiting: 1 });
  serve(answers("GET /scenarios/imports/{id}", 200, open));
  show(open, []);
  await screen.findByRole("heading", { name: "Choose 1 file again" });
  sender = "elsewhere";
  await vi.advanceTimersByTimeAsync(5_100);
  expect(await screen.findByText("Another window is sending the files")).toBeTruthy();
  vi.useRealTimers();
});

test("an import that another device began can be closed here", async () => {
  const open = aBatch({ sealed: false }, { total: 2, waiting: 2 });
  const sent = serve(
    answers("POST /scenarios/imports/{id}/seal", 200, { ...open, sealed: true }),
    answers("GET /scenarios/imports/{id}", 200, open),
  );
  show(open, []);
  await userEvent.click(await screen.findByRole("button", { name: "Continue with 2 files" }));
  await waitFor(() => expect(screen.queryByText("More files may still come")).toBeNull());
  expect(changes(sent).map(({ call }) => call)).toEqual(["POST /scenarios/imports/b1/seal"]);
});

test("while another window sends, this one only says so", async () => {
  sender = "elsewhere";
  show(aBatch({ sealed: false }, { total: 2, waiting: 2 }), []);
  expect(await screen.findByText("Another window is sending the files")).toBeTruthy();
});

test("once the other window is closed, this one notices", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const open = aBatch({ sealed: false }, { total: 2, waiting: 2 });
  serve(answers("GET /scenarios/imports/{id}", 200, open));
  sender = "elsewhere";
  show(open, []);
  await screen.findByText("Another window is sending the files");
  sender = null;
  await vi.advanceTimersByTimeAsync(5_100);
  expect(await screen.findByText("More files may still come")).toBeTruthy();
  vi.useRealTimers();
});

test.each([404, 410] as const)(
  "an import that another window deletes is not followed further (%d)",
  async (status) => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const sent = serve(problem("GET /scenarios/imports/{id}", status as 404, "NOT_FOUND"));
    show(aBatch({}, { total: 60, imported: 12, waiting: 48 }), []);
    expect(screen.getByText("12 of 60 done")).toBeTruthy();
    await vi.advanceTimersByTimeAsync(2_100);
    expect(await screen.findByRole("heading", { name: "No such import" })).toBeTruthy();
    expect(screen.queryByText("12 of 60 done")).toBeNull();
    const asked = sent.length;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(sent).toHaveLength(asked);
    vi.useRealTimers();
  },
);

test("an import that cannot be read for a moment stays on screen", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  serve(problem("GET /scenarios/imports/{id}", 500, "INTERNAL"));
  show(aBatch({}, { total: 60, imported: 12, waiting: 48 }), []);
  await vi.advanceTimersByTimeAsync(4_100);
  expect(screen.getByText("12 of 60 done")).toBeTruthy();
  vi.useRealTimers();
});

test("an import that is not there says why", () => {
  renderPage("import", ImportPage, "/my-scenarios/imports/b1", [
    failed(readUri(reads.importBatch, { importID }), 404),
  ]);
  expect(screen.getByRole("heading", { name: "No such import" })).toBeTruthy();
});
