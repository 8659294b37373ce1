// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readUri } from "../../../api/address";
import { reads } from "../../../api/reads";
import { makeHoldable } from "../../../app/hold";
import { answers, problem, serve } from "../../../testing/api";
import { aMyScenario } from "../../../testing/myScenarios";
import { fetched, renderPage } from "../../../testing/page";
import * as MyScenariosPage from "../MyScenariosPage";
import type { Series } from "./api";
import { MOST_SCENARIOS } from "./order";

const part = (id: string) => ({ id, displayName: `Title ${id}` });
const FOG: Series = { id: "s1", title: "The Fog Cycle", version: 4, scenarios: ["a", "b", "c"].map(part) };
const SEA: Series = { id: "s2", title: "Sea", version: 1, scenarios: [part("d")] };
const list = (...results: Series[]) => answers("GET /series/my", 200, { results });
const shelf = (...ids: string[]) =>
  answers("GET /scenarios/my", 200, { results: ids.map((id) => aMyScenario(id)), nextCursor: null });

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
  Element.prototype.scrollIntoView = () => undefined;
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const show = (...series: Series[]) =>
  renderPage("my-scenarios", MyScenariosPage, "/my-scenarios?view=series", [
    fetched(readUri(reads.mySeries), { results: series }),
  ]);

const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const choose = async (title: string, item: string) => {
  await press(`Options for ${title}`);
  await userEvent.click(screen.getByRole("menuitem", { name: item }));
};
const order = () =>
  within(screen.getByRole("list", { name: "Parts in order" }))
    .getAllByRole("listitem")
    .map((row) => row.textContent);

test("a series lists its parts in order, each leading to its editor", () => {
  serve();
  const { head } = show(FOG);
  expect(head.title).toContain("Series");
  const parts = within(screen.getByRole("list", { name: "The Fog Cycle" })).getAllByRole("link");
  expect(parts.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    ["Title a", "/my-scenarios/a"],
    ["Title b", "/my-scenarios/b"],
    ["Title c", "/my-scenarios/c"],
  ]);
});

test("keys order the parts, and the whole is saved with the version it was read in", async () => {
  const saved = { ...FOG, version: 5 };
  const sent = serve(answers("PUT /series/{id}", 200, saved), list(saved));
  show(FOG);
  await choose("The Fog Cycle", "Edit");
  screen.getByRole("button", { name: "Move Title c, part 3 of 3" }).focus();
  await userEvent.keyboard("{ArrowUp}");
  expect(screen.getByText("Title c: part 2 of 3.")).toBeTruthy();
  await userEvent.keyboard("{Home}");
  expect(order()).toEqual(["1Title c", "2Title a", "3Title b"]);
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Move Title c, part 1 of 3");
  await press("Remove Title a");
  await press("Save series");
  expect(await screen.findByText("“The Fog Cycle” saved.")).toBeTruthy();
  expect(sent.find(({ call }) => call === "PUT /series/s1")?.body).toEqual({
    title: "The Fog Cycle",
    scenarios: ["c", "b"],
    version: 4,
  });
});

/** Gives the parts, each 50 pixels high, a place on the screen from 100 down; answers what drags one by its name. */
async function layOut() {
  serve();
  show(FOG);
  await choose("The Fog Cycle", "Edit");
  const list = screen.getByRole("list", { name: "Parts in order" });
  list.getBoundingClientRect = () => new DOMRect(0, 100, 300, 150);
  for (const [at, row] of within(list).getAllByRole("listitem").entries()) {
    row.getBoundingClientRect = () => new DOMRect(0, 100 + at * 50, 300, 50);
  }
  return (name: RegExp, clientY: number) => {
    fireEvent.pointerDown(screen.getByRole("button", { name }), { button: 0, pointerId: 1, clientY: 110 });
    fireEvent.pointerMove(window, { pointerId: 1, clientY });
  };
}

test.each([
  ["above the first", /^Move Title b/, 40, ["1Title b", "2Title a", "3Title c"]],
  ["below the last", /^Move Title b/, 700, ["1Title a", "2Title c", "3Title b"]],
])("a part that is dropped %s goes to that end", async (_, name, clientY, after) => {
  const drag = await layOut();
  drag(name, clientY);
  fireEvent.pointerUp(window, { pointerId: 1 });
  expect(order()).toEqual(after);
});

test("a part is dragged to its place; Escape leaves it where it was", async () => {
  const drag = await layOut();
  const dragTo = (clientY: number) => drag(/^Move Title a, part 1 of 3/, clientY);
  dragTo(240);
  fireEvent.keyDown(window, { key: "Escape" });
  fireEvent.pointerUp(window, { pointerId: 1 });
  expect(order()).toEqual(["1Title a", "2Title b", "3Title c"]);
  dragTo(240);
  fireEvent.pointerUp(window, { pointerId: 1 });
  expect(order()).toEqual(["1Title b", "2Title c", "3Title a"]);
});

test("a series that was changed elsewhere keeps what is here, and is saved with the new version", async () => {
  const newer = { ...FOG, version: 9 };
  const sent = serve(
    problem("PUT /series/{id}", 412, "DRAFT_CHANGED"),
    answers("PUT /series/{id}", 200, newer),
    list(newer),
  );
  show(FOG);
  await choose("The Fog Cycle", "Edit");
  await userEvent.type(screen.getByRole("textbox", { name: "Title" }), "!");
  await press("Save series");
  expect(await screen.findByText(/was changed in another window/)).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>("textbox", { name: "Title" }).value).toBe("The Fog Cycle!");
  await press("Save series");
  await screen.findByText("“The Fog Cycle!” saved.");
  const versions = sent.filter(({ call }) => call === "PUT /series/s1").map(({ body }) => body);
  expect(versions).toMatchObject([{ version: 4 }, { version: 9, title: "The Fog Cycle!" }]);
});

test("a version of another window that the list has meanwhile is not replaced unasked", async () => {
  const newer = { ...FOG, version: 9, title: "The Mist Cycle" };
  const sent = serve(
    answers("PUT /series/{id}", 200, { ...SEA, title: "Sea!" }),
    problem("PUT /series/{id}", 412, "DRAFT_CHANGED"),
    list(newer, SEA),
  );
  show(FOG, SEA);
  await choose("The Fog Cycle", "Edit");
  await choose("Sea", "Edit");
  const titles = screen.getAllByRole("textbox", { name: "Title" });
  await userEvent.type(titles[0] as HTMLElement, "!");
  await userEvent.click(screen.getAllByRole("button", { name: "Save series" })[1] as HTMLElement);
  await screen.findByText("“Sea” saved.");
  await waitFor(() => expect(sent.some(({ call }) => call === "GET /series/my")).toBe(true));
  await press("Save series");
  expect(await screen.findByText(/was changed in another window/)).toBeTruthy();
  expect(sent.find(({ call }) => call === "PUT /series/s1")?.body).toMatchObject({ version: 4 });
  expect(screen.getByRole<HTMLInputElement>("textbox", { name: "Title" }).value).toBe("The Fog Cycle!");
});

test("the Shelf tab does not throw away an edited series unasked", async () => {
  serve();
  const address = "/my-scenarios?view=series";
  const router = createMemoryRouter([{ path: "*", element: null }], { initialEntries: [address] });
  makeHoldable(router);
  show(FOG);
  // The shell turns a press on a link into this.
  const pressShelf = () =>
    router.navigate(screen.getByRole("link", { name: "Shelf" }).getAttribute("href") ?? "");
  await choose("The Fog Cycle", "Edit");
  await userEvent.type(screen.getByRole("textbox", { name: "Title" }), "!");
  await pressShelf();
  expect(router.state.location.search).toBe("?view=series");
  await press("Cancel");
  await pressShelf();
  expect(router.state.location.search).toBe("");
});

test("keys go on where a part was removed, and where editing has ended", async () => {
  serve(answers("PUT /series/{id}", 200, FOG), list(FOG));
  show(FOG);
  const focused = () => document.activeElement?.getAttribute("aria-label");
  await choose("The Fog Cycle", "Edit");
  await press("Remove Title b");
  expect(focused()).toBe("Remove Title c");
  await press("Remove Title c");
  expect(document.activeElement?.textContent).toBe("Add scenarios");
  await press("Cancel");
  expect(focused()).toBe("Options for The Fog Cycle");
  await choose("The Fog Cycle", "Edit");
  await press("Save series");
  await screen.findByText("“The Fog Cycle” saved.");
  expect(focused()).toBe("Options for The Fog Cycle");
  await press("New series");
  await press("Cancel");
  expect(document.activeElement?.textContent).toBe("New series");
});

test("more scenarios than a series has room for are not left out unsaid", async () => {
  const full = { ...FOG, scenarios: Array.from({ length: MOST_SCENARIOS - 1 }, (_, at) => part(`p${at}`)) };
  serve(shelf("e", "f"));
  show(full);
  await choose("The Fog Cycle", "Edit");
  await press("Add scenarios");
  const dialog = within(screen.getByRole("dialog", { name: "Add scenarios" }));
  await userEvent.click(await dialog.findByRole("checkbox", { name: /^Title e/ }));
  await userEvent.click(dialog.getByRole("checkbox", { name: /^Title f/ }));
  expect(dialog.getByRole("alert").textContent).toBe("There is room for 1 more scenario in this series.");
  expect(dialog.getByRole<HTMLButtonElement>("button", { name: "Add 2 scenarios" }).disabled).toBe(true);
  await userEvent.click(dialog.getByRole("checkbox", { name: /^Title f/ }));
  await userEvent.click(dialog.getByRole("button", { name: "Add 1 scenario" }));
  expect(screen.getByText("200 scenarios are the most in a series.")).toBeTruthy();
});

test("a new series: it needs a title, and takes scenarios that are in no other", async () => {
  const made = { ...SEA, id: "s3", title: "Lamps" };
  const sent = serve(shelf("a", "e", "f"), answers("POST /series", 201, made), list(made, FOG));
  show(FOG);
  await press("New series");
  await press("Create series");
  expect(screen.getByText("Give the series a title.")).toBeTruthy();
  await userEvent.type(screen.getByRole("textbox", { name: "Title" }), "Lamps");
  await press("Add scenarios");
  const dialog = within(screen.getByRole("dialog", { name: "Add scenarios" }));
  const other = await dialog.findByRole<HTMLInputElement>("checkbox", { name: /^Title a/ });
  expect(other.disabled).toBe(true);
  expect(dialog.getByText("In “The Fog Cycle”")).toBeTruthy();
  await userEvent.click(dialog.getByRole("checkbox", { name: /^Title f/ }));
  await userEvent.click(dialog.getByRole("checkbox", { name: /^Title e/ }));
  await userEvent.click(dialog.getByRole("button", { name: "Add 2 scenarios" }));
  expect(order()).toEqual(["1Title f", "2Title e"]);
  await press("Create series");
  expect(await screen.findByText("“Lamps” created.")).toBeTruthy();
  expect(sent.find(({ call }) => call === "POST /series")?.body).toEqual({
    title: "Lamps",
    scenarios: ["f", "e"],
  });
});

test("what the server says about the title stands at the title", async () => {
  const errors = [{ pointer: "/title", message: "Another series has this title." }];
  serve(problem("POST /series", 422, "VALIDATION_FAILED", { errors }));
  show(FOG);
  await press("New series");
  await userEvent.type(screen.getByRole("textbox", { name: "Title" }), "Lamps");
  await press("Create series");
  await screen.findByText("Another series has this title.");
  expect(screen.getByRole("textbox", { name: "Title" }).getAttribute("aria-invalid")).toBe("true");
});

test("a series is deleted at once and made again by undoing", async () => {
  const sent = serve(
    answers("DELETE /series/{id}", 204, null),
    answers("POST /series", 201, { ...FOG, id: "s9" }),
    list({ ...FOG, id: "s9" }),
  );
  show(FOG);
  await choose("The Fog Cycle", "Delete series");
  await screen.findByText("“The Fog Cycle” deleted. Its scenarios stay.");
  expect(screen.getByRole("heading", { name: "No series yet" })).toBeTruthy();
  await press("Undo");
  expect(await screen.findByRole("heading", { name: "The Fog Cycle" })).toBeTruthy();
  expect(sent.find(({ call }) => call === "POST /series")?.body).toEqual({
    title: "The Fog Cycle",
    scenarios: ["a", "b", "c"],
  });
});

test("chosen scenarios go behind those of a series; those of another one stay there", async () => {
  const sent = serve(list(FOG, SEA), answers("PUT /series/{id}", 200, { ...SEA, version: 2 }));
  renderPage("my-scenarios", MyScenariosPage, "/my-scenarios", [
    fetched(readUri(reads.myScenarios), {
      results: ["a", "e"].map((id) => aMyScenario(id)),
      nextCursor: null,
    }),
  ]);
  await press("Select");
  await press("Select all 2");
  await press("Series");
  const dialog = within(screen.getByRole("dialog", { name: "Add 2 scenarios to a series" }));
  await userEvent.selectOptions(await dialog.findByRole("combobox", { name: "Series" }), "Sea");
  expect(dialog.getByText("1 scenario is in a series already and stays there.")).toBeTruthy();
  await userEvent.click(dialog.getByRole("button", { name: "Add" }));
  expect(await screen.findByText("1 scenario added to “Sea”.")).toBeTruthy();
  expect(sent.find(({ call }) => call === "PUT /series/s2")?.body).toEqual({
    title: "Sea",
    scenarios: ["d", "e"],
    version: 1,
  });
  const put = () => sent.filter(({ call }) => call === "PUT /series/s2").map(({ body }) => body);
  await press("Undo");
  expect(await screen.findByText("“Sea” is as before.")).toBeTruthy();
  expect(put().at(-1)).toEqual({ title: "Sea", scenarios: ["d"], version: 2 });
});

test("a series that was made of chosen scenarios goes by undoing", async () => {
  const sent = serve(
    list(),
    answers("POST /series", 201, { ...SEA, title: "Herbs" }),
    answers("DELETE /series/{id}", 204, null),
  );
  renderPage("my-scenarios", MyScenariosPage, "/my-scenarios", [
    fetched(readUri(reads.myScenarios), { results: [aMyScenario("a")], nextCursor: null }),
  ]);
  await press("Select");
  await press("Select all 1");
  await press("Series");
  const dialog = within(screen.getByRole("dialog", { name: "Add 1 scenario to a series" }));
  await userEvent.type(await dialog.findByRole("textbox", { name: "Title" }), "Herbs");
  await userEvent.click(dialog.getByRole("button", { name: "Create series" }));
  expect(await screen.findByText("New series “Herbs” with 1 scenario.")).toBeTruthy();
  await press("Undo");
  expect(await screen.findByText("“Herbs” deleted. Its scenarios stay.")).toBeTruthy();
  expect(sent.some(({ call }) => call === "DELETE /series/s2")).toBe(true);
});
