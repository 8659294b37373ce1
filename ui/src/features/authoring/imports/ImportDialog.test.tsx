// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { setNavigate } from "../../../lib/navigation";
import { answers, problem, type Sent, serve } from "../../../testing/api";
import { renderInPage } from "../../../testing/render";
import { type Selection, selectionOf } from "./chosen";
import { ImportDialog } from "./ImportDialog";

const begun: { id: string; owner: string; names: string[] }[] = [];
vi.mock("./senders", () => ({
  beginSending: async (batch: { id: string }, owner: string, { files }: Selection) =>
    void begun.push({ id: batch.id, owner, names: files.map(({ name }) => name) }),
}));
vi.mock("../../../api/session", async (original) => ({
  ...(await original<object>()),
  useSession: () => ({ viewer: { userID: "ann" } }),
}));
const went: string[] = [];
setNavigate(async (path) => void went.push(path));

beforeEach(() => {
  serve();
  begun.length = 0;
  went.length = 0;
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

/** What was sent, without what was only read. */
const changes = (sent: Sent[]) => sent.filter(({ call }) => !call.startsWith("GET "));

/** The dialog after these files were dropped on the page. */
async function show(...files: File[]) {
  const chosen = files.map((file) => ({ name: file.name, file }));
  renderInPage(
    <QueryClientProvider client={new QueryClient()}>
      <ImportDialog
        dropped={Promise.resolve(selectionOf(chosen, files.length > 1 ? "Tavern" : null))}
        onClose={() => undefined}
      />
    </QueryClientProvider>,
  );
  await screen.findByText(files.length > 1 ? "Tavern" : "File");
}
const fog = () => new File(["a"], "fog.png");
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));

const BATCH = {
  id: "b1",
  name: "Tavern",
  createdOn: "2026-03-09T12:00:00Z",
  sealed: false,
  finished: false,
  changed: null,
  counts: { waiting: 0, importing: 0, imported: 0, updated: 0, skipped: 0, changed: 0, failed: 0, total: 0 },
};

test("many files are a batch with a page of its own; what cannot be a card stays out", async () => {
  const sent = serve(answers("POST /scenarios/imports", 201, BATCH));
  await show(fog(), new File(["b"], "pier.json"), new File(["c"], "notes.txt"));
  expect(screen.getByText("2 files, 2 bytes")).toBeTruthy();
  expect(screen.getByText("notes.txt")).toBeTruthy();
  await press("Import 2 files");
  await vi.waitFor(() => expect(went).toEqual(["/my-scenarios/imports/b1"]));
  expect(begun).toEqual([{ id: "b1", owner: "ann", names: ["fog.png", "pier.json"] }]);
  expect(changes(sent)[0]?.body).toEqual({ name: "Tavern" });
});

test("one file, too, is an import with a page, so that it is asked about like the cards of many", async () => {
  const sent = serve(answers("POST /scenarios/imports", 201, BATCH));
  await show(fog());
  await press("Import");
  await vi.waitFor(() => expect(went).toEqual(["/my-scenarios/imports/b1"]));
  expect(begun).toEqual([{ id: "b1", owner: "ann", names: ["fog.png"] }]);
  expect(changes(sent).map(({ call, body }) => [call, body])).toEqual([
    ["POST /scenarios/imports", { name: "fog.png" }],
  ]);
});

test("another file is another import than one that was refused", async () => {
  const sent = serve(problem("POST /scenarios/imports", 409, "CONFLICT"));
  await show(fog());
  await press("Import");
  await userEvent.upload(screen.getByLabelText(/^File/), new File(["b"], "pier.json"));
  await press("Import");
  await vi.waitFor(() => expect(changes(sent)).toHaveLength(2));
  const [first, other] = changes(sent).map(({ headers }) => headers.get("idempotency-key"));
  expect(other).not.toBe(first);
});

test("a batch that is refused says why, and trying again makes no second one", async () => {
  const sent = serve(
    problem("POST /scenarios/imports", 409, "CONFLICT", { message: "Finish one of your 3 imports first." }),
  );
  await show(fog(), new File(["b"], "pier.json"));
  await press("Import 2 files");
  expect(await screen.findByText("Finish one of your 3 imports first.")).toBeTruthy();
  await press("Import 2 files");
  await vi.waitFor(() => expect(changes(sent)).toHaveLength(2));
  const keys = changes(sent).map(({ headers }) => headers.get("idempotency-key"));
  expect(keys[0]).toBe(keys[1]);
  expect(begun).toEqual([]);
});

test("a drop without a single card says so", async () => {
  await show(new File(["b"], "notes.txt"), new File(["c"], "more.txt")).catch(() => undefined);
  await press("Import");
  expect(screen.getByText("None of these files can be imported.")).toBeTruthy();
});

/** The dialog while a dropped folder is read. */
function showReading() {
  let read: (selection: Selection) => void = () => {};
  let fail: (cause: Error) => void = () => {};
  const dropped = new Promise<Selection>((resolve, reject) => {
    read = resolve;
    fail = reject;
  });
  renderInPage(
    <QueryClientProvider client={new QueryClient()}>
      <ImportDialog dropped={dropped} onClose={() => undefined} />
    </QueryClientProvider>,
  );
  return { read, fail };
}

test("while a folder is read nothing is imported; files picked meanwhile take its place", async () => {
  const sent = serve(answers("POST /scenarios/imports", 201, BATCH));
  const { read } = showReading();
  expect(screen.getByText("Reading the folder…")).toBeTruthy();
  const button = screen.getByRole("button", { name: "Import" });
  expect(button.getAttribute("aria-disabled")).toBe("true");
  await userEvent.click(button);
  expect(changes(sent)).toEqual([]);

  await userEvent.upload(screen.getByLabelText(/^Reading/), new File(["b"], "pier.json"));
  expect(screen.queryByText("Reading the folder…")).toBeNull();
  await act(async () => read(selectionOf([{ name: "fog.png", file: fog() }], null)));
  expect(screen.queryByText("fog.png")).toBeNull();
  await press("Import");
  await vi.waitFor(() => expect(begun.map(({ names }) => names)).toEqual([["pier.json"]]));
});

test("another drop replaces one that is still read; one that fails says so", async () => {
  const { fail } = showReading();
  const files = [fog()];
  fireEvent.drop(screen.getByLabelText(/^Reading/), { dataTransfer: { types: ["Files"], items: [], files } });
  expect(await screen.findByText("fog.png")).toBeTruthy();
  await act(async () => fail(new Error("NotFoundError")));
  expect(screen.getByText("fog.png")).toBeTruthy();
  cleanup();
  const other = showReading();
  await act(async () => other.fail(new Error("NotFoundError")));
  expect(screen.getByText("Your browser couldn’t read this. Choose the folder instead.")).toBeTruthy();
  await userEvent.upload(screen.getByLabelText(/^Choose files/), fog());
  expect(screen.queryByText(/couldn’t read/)).toBeNull();
});

test("earlier imports and their reports are found again before anything is chosen", async () => {
  const counts = { ...BATCH.counts, imported: 8, failed: 1, total: 9 };
  serve(
    answers("GET /scenarios/imports", 200, {
      results: [{ ...BATCH, sealed: true, finished: true, counts }],
      nextCursor: null,
    }),
  );
  renderInPage(
    <QueryClientProvider client={new QueryClient()}>
      <ImportDialog dropped={null} onClose={() => undefined} />
    </QueryClientProvider>,
  );
  const link = await screen.findByRole("link", { name: "Tavern", hidden: true });
  expect(link.getAttribute("href")).toBe("/my-scenarios/imports/b1");
  expect(screen.getByText("9 March 2026. 8 files imported and 1 failed.")).toBeTruthy();
});
