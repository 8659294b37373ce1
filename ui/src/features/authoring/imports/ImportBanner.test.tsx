// @vitest-environment jsdom
import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { readUri } from "../../../api/address";
import { reads } from "../../../api/reads";
import { answers, serve } from "../../../testing/api";
import { fetched, renderPage } from "../../../testing/page";
import * as MyScenariosPage from "../MyScenariosPage";
import type { ImportBatch } from "../types";
import { BatchSender } from "./sender";

let sender: BatchSender | null = null;
vi.mock("./senders", () => ({ senderOf: async () => sender }));
vi.mock("../journal/open", () => ({ sendLeft: async () => false, hasUnsentNew: async () => false }));
vi.mock("../../../api/session", async (original) => ({
  ...(await original<object>()),
  useSession: () => ({ viewer: { userID: "ann" } }),
}));

const aBatch = (id: string, name: string, changes: Partial<ImportBatch>): ImportBatch => ({
  id,
  name,
  createdOn: "2026-03-09T12:00:00Z",
  sealed: true,
  finished: false,
  changed: null,
  counts: {
    waiting: 4,
    importing: 0,
    imported: 6,
    updated: 0,
    skipped: 0,
    changed: 0,
    failed: 0,
    total: 10,
    ...changes.counts,
  },
  ...changes,
});
const page = (...results: ImportBatch[]) => ({ results, nextCursor: null });

function show(...batches: ImportBatch[]) {
  return renderPage("my-scenarios", MyScenariosPage, "/my-scenarios", [
    fetched(readUri(reads.myScenarios, {}), { results: [], nextCursor: null }),
    fetched(readUri(reads.importBatches), page(...batches)),
  ]);
}

afterEach(() => {
  cleanup();
  sender = null;
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("the shelf names imports that are under way, with what they ask, and leads to them", () => {
  serve();
  const asking = aBatch("b2", "Books", {});
  show(
    aBatch("b1", "Tavern", {}),
    { ...asking, counts: { ...asking.counts, waiting: 1, changed: 3 } },
    aBatch("b3", "Old", { finished: true }),
  );
  expect(screen.getByRole("link", { name: "Tavern" }).getAttribute("href")).toBe("/my-scenarios/imports/b1");
  expect(screen.getByText("6 of 10 done")).toBeTruthy();
  expect(screen.getByText("Other versions of 3 cards you have: what to do with them?")).toBeTruthy();
  expect(screen.queryByRole("link", { name: "Old" })).toBeNull();
});

test("without an import there is no banner", () => {
  serve();
  show(aBatch("b3", "Old", { finished: true }));
  expect(screen.queryByRole("list", { name: "Imports" })).toBeNull();
});

/** A sender that waits for two of twelve files. */
const lacking = () =>
  new BatchSender(
    { id: "b1", files: 12, bytes: 48 },
    ["a.png", "b.png"].map((name, position) => ({ position, name, bytes: 4 })),
    {
      send: async () => undefined,
      seal: async () => undefined,
      uploadQueue: { done: async () => undefined, end: async () => undefined },
      failureOf: (cause) => {
        throw cause;
      },
      pause: async () => undefined,
    },
  );

test.each([
  [false, "2 files to be chosen again", "true"],
  [true, "6 of 10 done", null],
])(
  "files that are missing are asked for until the import is sealed; sealed: %j",
  async (sealed, text, mark) => {
    serve();
    sender = lacking();
    show(aBatch("b1", "Tavern", { sealed }));
    // Whether this window sends is known after a moment.
    await act(async () => undefined);
    const banner = within(screen.getByRole("list", { name: "Imports" })).getByRole("listitem");
    expect(within(banner).getByText(text)).toBeTruthy();
    expect(banner.getAttribute("data-waiting")).toBe(mark);
  },
);

test("sending that has stopped asks for somebody", async () => {
  serve();
  sender = lacking();
  sender.stop("Sign in again.", false);
  show(aBatch("b1", "Tavern", { sealed: false }));
  expect(await screen.findByText("Sending has stopped: 6 of 12 done")).toBeTruthy();
});

test("it is followed to its end, and the shelf is read again for what it brought", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const now = aBatch("b1", "Tavern", {});
  const end = { ...now, finished: true, counts: { ...now.counts, waiting: 0, imported: 9, failed: 1 } };
  const sent = serve(
    answers("GET /scenarios/imports", 200, page(end)),
    answers("GET /scenarios/my", 200, { results: [], nextCursor: null }),
  );
  show(now);
  await vi.advanceTimersByTimeAsync(4_100);
  await waitFor(() => expect(screen.getByText("9 files imported and 1 failed.")).toBeTruthy());
  await waitFor(() => expect(sent.some(({ call }) => call.startsWith("GET /scenarios/my"))).toBe(true));
  const asked = sent.filter(({ call }) => call.startsWith("GET /scenarios/imports")).length;
  await vi.advanceTimersByTimeAsync(20_000);
  expect(sent.filter(({ call }) => call.startsWith("GET /scenarios/imports"))).toHaveLength(asked);
});
