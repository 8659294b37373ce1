// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readUri } from "../../../api/address";
import type { AnswerWith } from "../../../api/operations";
import { reads } from "../../../api/reads";
import { answers, problem, type Sent, serve } from "../../../testing/api";
import { aMyScenario } from "../../../testing/myScenarios";
import { fetched, renderPage } from "../../../testing/page";
import * as MyScenariosPage from "../MyScenariosPage";
import type { MyScenario } from "../types";

vi.mock("../journal/open", () => ({ sendLeft: async () => false, hasUnsentNew: async () => false }));

const BULK = "POST /scenarios/my/bulk";
const IDS = ["a", "b", "c", "d"];
const SHELF = IDS.map((id) => aMyScenario(id, { tags: id === "a" ? ["Sea"] : ["Sea", "fog"] }));

const list = (...results: MyScenario[]) => answers("GET /scenarios/my", 200, { results, nextCursor: null });
const tags = answers("GET /scenarios/my/tags", 200, {
  results: [
    { name: "Sea", count: 4 },
    { name: "fog", count: 3 },
  ],
});
const changed = (...ids: string[]) => answers(BULK, 200, { changed: ids, refused: [] });

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

function show(scenarios: readonly MyScenario[] = SHELF, query = "", variables = {}) {
  return renderPage("my-scenarios", MyScenariosPage, `/my-scenarios${query}`, [
    fetched(
      query === "?view=trash" ? readUri(reads.myScenarioTrash) : readUri(reads.myScenarios, variables),
      { results: [...scenarios], nextCursor: null },
    ),
  ]);
}

const press = (name: string | RegExp) => userEvent.click(screen.getByRole("button", { name }));
const box = (id: string) => screen.getByRole<HTMLInputElement>("checkbox", { name: `Select “Title ${id}”` });
const chosen = () => IDS.filter((id) => box(id).checked);
const bodies = (sent: readonly Sent[]) => sent.filter(({ call }) => call === BULK).map(({ body }) => body);
const bar = () => screen.queryByRole("toolbar", { name: "Selected scenarios" });

test("scenarios are chosen one by one, as a range, and all at once", async () => {
  serve();
  show();
  expect(bar()).toBeNull();
  fireEvent.click(box("a"));
  fireEvent.click(box("c"), { shiftKey: true });
  expect(chosen()).toEqual(["a", "b", "c"]);
  expect(bar()?.textContent).toContain("3 selected");
  await press("Select all 4");
  expect(chosen()).toEqual(IDS);
  await press("Select none");
  expect(chosen()).toEqual([]);
  await press("Stop selecting");
  expect(bar()).toBeNull();
});

test("the menu of a scenario begins to choose, and the keys go on from there", async () => {
  serve();
  show();
  await press("Options for Title b");
  await userEvent.click(screen.getByRole("menuitem", { name: "Select" }));
  expect(chosen()).toEqual(["b"]);
  expect(document.activeElement).toBe(box("b"));
  expect(screen.queryByRole("button", { name: /^Options for/ })).toBeNull();
});

test("nothing can be done with nothing, and it says so", async () => {
  const sent = serve();
  show();
  await press("Select");
  const remove = screen.getByRole("button", { name: "Move to trash" });
  expect(remove.getAttribute("aria-disabled")).toBe("true");
  expect(remove.title).toBe("Choose scenarios first.");
  await userEvent.click(remove);
  expect(bodies(sent)).toEqual([]);
  await userEvent.keyboard("{Escape}");
  expect(bar()).toBeNull();
});

test("what is deleted is gone at once and comes back by undoing", async () => {
  const sent = serve(changed("a", "b"), changed("a", "b"), list(...SHELF.slice(2)), list(...SHELF), tags);
  show();
  fireEvent.click(box("a"));
  fireEvent.click(box("b"));
  await press("Move to trash");
  expect(await screen.findByText("2 scenarios moved to the trash.")).toBeTruthy();
  expect(screen.queryByText("Title a")).toBeNull();
  expect(bar()).toBeNull();
  await press("Undo");
  expect(await screen.findByText("Title a")).toBeTruthy();
  expect(bodies(sent)).toEqual([
    { ids: ["a", "b"], change: { trash: true } },
    { ids: ["a", "b"], change: { trash: false } },
  ]);
});

test("what fails as a whole is as it was, and stays chosen", async () => {
  serve(problem(BULK, 503, "OVERLOADED", { message: "Not now." }));
  show();
  fireEvent.click(box("a"));
  await press("Move to trash");
  expect(await screen.findByText("Couldn’t change 1 scenario. Not now.")).toBeTruthy();
  expect(chosen()).toEqual(["a"]);
});

test("what stays on the shelf stays chosen after a change", async () => {
  serve(changed("a"), changed("a"), list(...SHELF), tags);
  show();
  fireEvent.click(box("a"));
  await press("Rating");
  await userEvent.click(screen.getByRole("radio", { name: /^Mature/ }));
  await press("Rate");
  expect(await screen.findByText("1 scenario rated “Mature”.")).toBeTruthy();
  expect(chosen()).toEqual(["a"]);
});

test("a draft says what is to be filled in before it can be published", () => {
  serve();
  show([aMyScenario("a", { missingCount: 4 })]);
  expect(screen.getByText("4 things to fill in before publishing")).toBeTruthy();
});

test("what the server refuses is named with its reason, and can be chosen again", async () => {
  const refused = [{ id: "b", problem: "It has 15 tags already." }];
  serve(answers(BULK, 200, { changed: ["a"], refused }), list(...SHELF), tags);
  show();
  fireEvent.click(box("a"));
  fireEvent.click(box("b"));
  await press("Rating");
  await userEvent.click(screen.getByRole("radio", { name: /^Mature/ }));
  await press("Rate");
  const dialog = within(await screen.findByRole("dialog", { name: "1 scenario not changed" }));
  expect(dialog.getByRole("listitem").textContent).toBe("Title bIt has 15 tags already.");
  expect(screen.getByText("1 scenario rated “Mature”.")).toBeTruthy();
  await userEvent.click(dialog.getByRole("button", { name: "Select it" }));
  expect(chosen()).toEqual(["b"]);
});

test("tags are removed and added in one go, and undoing gives each what it had", async () => {
  const sent = serve(
    changed(...IDS),
    tags,
    answers("GET /tags/search", 200, { results: [], nextCursor: null }),
    answers("GET /tags/near", 200, { results: [] }),
  );
  show();
  fireEvent.click(box("a"));
  fireEvent.click(box("b"));
  await press("Tags");
  const dialog = within(screen.getByRole("dialog", { name: "Tags of 2 scenarios" }));
  expect(dialog.getByRole<HTMLButtonElement>("button", { name: "Save" }).disabled).toBe(true);
  await userEvent.type(dialog.getByRole("combobox", { name: "Add a tag" }), "slow burn{Enter}");
  await userEvent.click(await dialog.findByRole("button", { name: "Remove fog, which 1 scenario has" }));
  await userEvent.click(dialog.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Tags of 2 scenarios changed.")).toBeTruthy();
  await press("Undo");
  await screen.findByText("Tags of 2 scenarios changed back.");
  expect(bodies(sent)).toEqual([
    { ids: ["a", "b"], change: { removeTags: ["fog"], addTags: ["slow burn"] } },
    { ids: ["a"], change: { removeTags: ["slow burn"] } },
    { ids: ["b"], change: { removeTags: ["slow burn"], addTags: ["fog"] } },
  ]);
});

test("tags close to a new one are offered for many scenarios, too, and it is said when no more fit", async () => {
  const near = {
    id: "t1",
    displayName: "Mystery",
    scenarioCount: 12,
    properties: { slug: "mystery", kind: "genre", explicit: false },
    reason: "plural",
  } as const;
  serve(
    tags,
    answers("GET /tags/search", 200, { results: [], nextCursor: null }),
    answers(
      "GET /tags/near",
      200,
      ({ query }): AnswerWith<"GET /tags/near", 200> => ({
        results: query.get("name") === "mysterys" ? [near] : [],
      }),
    ),
  );
  show();
  fireEvent.click(box("a"));
  await press("Tags");
  const dialog = within(screen.getByRole("dialog", { name: "Tags of 1 scenario" }));
  const write = (text: string) =>
    userEvent.type(dialog.getByRole("combobox", { name: "Add a tag" }), `${text}{Enter}`);
  await write("mysterys");
  await userEvent.click(await dialog.findByRole("button", { name: /^Mystery/ }));
  expect(dialog.getByRole("button", { name: "Don’t add Mystery" })).toBeTruthy();
  for (let at = 2; at <= 15; at += 1) {
    await write(`t${at}`);
    await dialog.findByRole("button", { name: `Don’t add t${at}` });
  }
  expect(dialog.getByText("15 tags are the most. Remove one to add another.")).toBeTruthy();
  expect(dialog.queryByRole("combobox")).toBeNull();
});

test("only what is published is withdrawn, and not without asking", async () => {
  const sent = serve(changed("b"), tags);
  show([aMyScenario("a"), aMyScenario("b", { state: "public" }), aMyScenario("c", { state: "private" })]);
  fireEvent.click(screen.getByRole("checkbox", { name: "Select “Title a”" }));
  expect(screen.getByRole("button", { name: "Withdraw" }).title).toBe("None of these is published.");
  await press("Select all 3");
  await press("Withdraw");
  const dialog = within(screen.getByRole("dialog", { name: "Withdraw 1 scenario?" }));
  expect(dialog.getByText(/The other 2 are not published/)).toBeTruthy();
  await userEvent.click(dialog.getByRole("button", { name: "Withdraw" }));
  expect(await screen.findByText("1 scenario withdrawn.")).toBeTruthy();
  expect(bodies(sent)).toEqual([{ ids: ["b"], change: { access: "private" } }]);
  expect(screen.getAllByText("Private")).toHaveLength(2);
});

test("chosen scenarios are exported as one file", async () => {
  URL.createObjectURL = vi.fn(() => "blob:1");
  URL.revokeObjectURL = vi.fn();
  const saved = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
  const sent = serve({ key: "POST /scenarios/my/export", response: () => new Response("PK…") });
  show();
  fireEvent.click(box("a"));
  fireEvent.click(box("d"));
  await press("Export");
  expect(await screen.findByText("2 scenarios exported.")).toBeTruthy();
  expect(sent.at(-1)?.body).toEqual({ ids: ["a", "d"] });
  expect(saved).toHaveBeenCalledOnce();
  expect(screen.getByRole("button", { name: "Export" }).title).toBe("As CHARX files in a ZIP");
});

test("one scenario is exported from its menu as the file that it is", async () => {
  URL.createObjectURL = vi.fn(() => "blob:1");
  URL.revokeObjectURL = vi.fn();
  const names: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function click(this: HTMLAnchorElement) {
    names.push(this.download);
  });
  const sent = serve({ key: "GET /scenarios/scenario/{id}/export", response: () => new Response("PK…") });
  show();
  await press("Options for Title b");
  await userEvent.click(screen.getByRole("menuitem", { name: "Export (CHARX)" }));
  expect(await screen.findByText("1 scenario exported.")).toBeTruthy();
  expect(sent.at(-1)?.call).toBe("GET /scenarios/scenario/b/export?format=charx");
  expect(names).toEqual(["Title b.charx"]);
});

test("an export that fails says so and can be tried again", async () => {
  serve(problem("POST /scenarios/my/export", 503, "OVERLOADED", { message: "Not now." }));
  show();
  fireEvent.click(box("a"));
  fireEvent.click(box("b"));
  await press("Export");
  expect(await screen.findByText("The export failed. Not now.")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Export" }).getAttribute("aria-disabled")).toBeNull();
});

/** An export that ends when the test says so, or when it is cancelled. */
function heldExport() {
  const held = { signal: undefined as AbortSignal | null | undefined, end: () => {} };
  vi.stubGlobal("fetch", (_: string, { signal }: RequestInit) => {
    held.signal = signal;
    return new Promise((resolve, reject) => {
      held.end = () => resolve(new Response("PK…"));
      signal?.addEventListener("abort", () => reject(signal.reason));
    });
  });
  return held;
}

test("an export is cancelled, and what was chosen stays so", async () => {
  heldExport();
  show();
  fireEvent.click(box("a"));
  await press("Export");
  expect(bar()?.textContent).toContain("Exporting 1…0 bytes");
  expect(screen.getByRole("button", { name: "Move to trash" }).title).toBe("Wait until this is done.");
  await press("Cancel");
  expect(await screen.findByText("Export cancelled.")).toBeTruthy();
  expect(chosen()).toEqual(["a"]);
});

test("an export goes on with its number and its Cancel when choosing ends, and leaves what is chosen later", async () => {
  URL.createObjectURL = vi.fn(() => "blob:1");
  URL.revokeObjectURL = vi.fn();
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
  const held = heldExport();
  show();
  fireEvent.click(box("a"));
  fireEvent.click(box("b"));
  await press("Export");
  await userEvent.keyboard("{Escape}");
  expect(bar()?.textContent).toContain("Exporting 2…");
  fireEvent.click(box("c"));
  expect(bar()?.textContent).toContain("Exporting 2…");
  held.end();
  expect(await screen.findByText("2 scenarios exported.")).toBeTruthy();
  expect(chosen()).toEqual(["c"]);
});

test("leaving the shelf cancels its export", async () => {
  const held = heldExport();
  const { unmount } = show();
  fireEvent.click(box("a"));
  await press("Export");
  expect(held.signal?.aborted).toBe(false);
  unmount();
  expect(held.signal?.aborted).toBe(true);
});

test("what no longer fits the filter is fetched anew", async () => {
  const sent = serve(changed("a"), list(...SHELF.slice(1)), tags);
  show(SHELF, "?rating=notRated", { rating: "notRated" });
  fireEvent.click(box("a"));
  await press("Rating");
  await userEvent.click(screen.getByRole("radio", { name: /^Mature/ }));
  await press("Rate");
  expect(await screen.findByText("1 scenario rated “Mature”.")).toBeTruthy();
  await waitFor(() => expect(screen.queryByText("Title a")).toBeNull());
  expect(sent.filter(({ call }) => call.startsWith("GET /scenarios/my?"))).toHaveLength(1);
});

test("when choosing ends, the keys go on from Select", async () => {
  serve(changed("a"), list(...SHELF.slice(1)), tags);
  show();
  const isAtSelect = () => document.activeElement === screen.getByRole("button", { name: "Select" });
  fireEvent.click(box("a"));
  await press("Stop selecting");
  expect(isAtSelect()).toBe(true);
  await userEvent.click(box("a"));
  await press("Move to trash");
  await screen.findByText("1 scenario moved to the trash.");
  await waitFor(() => expect(isAtSelect()).toBe(true));
});

test("the trash: many are restored, or deleted permanently once that is confirmed", async () => {
  const deletedOn = "2026-03-01T00:00:00Z";
  const sent = serve(changed("a"), changed("b", "c", "d"), list());
  show(
    IDS.map((id) => aMyScenario(id, { deletedOn })),
    "?view=trash",
  );
  await press("Select");
  fireEvent.click(box("a"));
  await press("Restore");
  expect(await screen.findByText("1 scenario restored.")).toBeTruthy();
  cleanup();
  show(
    IDS.slice(1).map((id) => aMyScenario(id, { deletedOn })),
    "?view=trash",
  );
  await press("Select");
  await press("Select all 3");
  await press("Delete permanently");
  expect(bodies(sent)).toHaveLength(1);
  const dialog = within(screen.getByRole("dialog", { name: "Delete permanently?" }));
  await userEvent.click(dialog.getByRole("button", { name: "Delete permanently" }));
  await waitFor(() =>
    expect(bodies(sent)).toEqual([
      { ids: ["a"], change: { trash: false } },
      { ids: ["b", "c", "d"], change: { permanent: true } },
    ]),
  );
});

test("what empties the trash stays on screen until it is done, and says when it fails", async () => {
  serve(problem(BULK, 503, "OVERLOADED", { message: "Not now." }));
  show([aMyScenario("a", { deletedOn: "2026-03-01T00:00:00Z" })], "?view=trash");
  fireEvent.click(box("a"));
  await press("Delete permanently");
  const dialog = within(screen.getByRole("dialog", { name: "Delete permanently?" }));
  await userEvent.click(dialog.getByRole("button", { name: "Delete permanently" }));
  expect(await dialog.findByText("Not now.")).toBeTruthy();
  expect(box("a").checked).toBe(true);
});

test("filters are links that turn one thing on or off; those in use can be taken away", async () => {
  serve(tags);
  show(SHELF, "?state=draft&tag=Sea&search=lamp", { state: "draft", tag: ["Sea"], q: "lamp" });
  const inUse = within(screen.getByRole("list", { name: "Filters in use" }));
  expect(inUse.getByRole("link", { name: "Remove the filter Sea" }).getAttribute("href")).toBe(
    "/my-scenarios?search=lamp&state=draft",
  );
  await press(/^Filters ?, 2 in use$/);
  const panel = within(screen.getByRole("region", { name: "Filters" }));
  const hrefOf = (name: string) => panel.getByRole("link", { name }).getAttribute("href");
  expect(hrefOf("Draft")).toBe("/my-scenarios?search=lamp&tag=Sea");
  expect(hrefOf("Not rated")).toBe("/my-scenarios?search=lamp&state=draft&rating=notRated&tag=Sea");
  expect(hrefOf("Imported")).toBe("/my-scenarios?search=lamp&state=draft&tag=Sea&origin=card");
  await panel.findByRole("link", { name: "fog 3" });
  expect(hrefOf("fog 3")).toBe("/my-scenarios?search=lamp&state=draft&tag=Sea&tag=fog");
  expect(hrefOf("Sea 4")).toBe("/my-scenarios?search=lamp&state=draft");
  expect(panel.getByRole("link", { name: "Sea 4" }).getAttribute("aria-current")).toBe("true");
});

test("a shelf that a filter empties says so and leads out of it", () => {
  serve();
  show([], "?rating=extreme", { rating: "extreme" });
  expect(screen.getByRole("heading", { name: "No matching scenarios" })).toBeTruthy();
  expect(screen.getByRole("link", { name: "See all your scenarios" }).getAttribute("href")).toBe(
    "/my-scenarios",
  );
});
