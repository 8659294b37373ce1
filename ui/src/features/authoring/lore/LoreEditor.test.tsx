// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type ReactNode, useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { answers, problem, serve } from "../../../testing/api";
import { aDraftBook } from "../../../testing/sampleDraft";
import { type DraftBook, type Entry, newEntry } from "./entry";
import { LoreEditor } from "./LoreEditor";

/** All rows: there is no layout here that says which are near the view. */
vi.mock("virtua", () => ({
  Virtualizer: <T extends { key: string }>(props: {
    data: T[];
    children: (row: T, at: number) => ReactNode;
  }) => (
    <ul>
      {props.data.map((row, at) => (
        <li key={row.key}>{props.children(row, at)}</li>
      ))}
    </ul>
  ),
}));

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
  Element.prototype.scrollIntoView = () => undefined;
});
afterEach(cleanup);

const entry = (id: string, changes: Partial<Entry> = {}): Entry => ({
  ...newEntry(id),
  name: `Entry ${id}`,
  keys: [`key ${id}`],
  content: "It is green.",
  ...changes,
});

let now: readonly DraftBook[] = [];
/** Changes the books as another window does. */
let changeElsewhere: (change: (books: DraftBook[]) => DraftBook[]) => void = () => undefined;

function Host({ books }: { books: DraftBook[] }) {
  const [state, setState] = useState(books);
  now = state;
  changeElsewhere = setState;
  return (
    <LoreEditor
      label="Lorebooks"
      books={state}
      actors={[{ id: "a1", name: "Mira" }]}
      onChange={(next) => setState(next)}
    />
  );
}

const show = (...books: DraftBook[]) => {
  now = books;
  render(<Host books={books} />);
  return userEvent.setup();
};
const entries = (book = 0) => now[book]?.book.entries ?? [];
const titles = (book = 0) => entries(book).map(({ name }) => name);
const row = (name: string) => screen.getByRole("button", { name: new RegExp(`^${name}`) });
const button = (name: string) => screen.getByRole("button", { name });

test("without a lorebook the page says what one is, and makes the first", async () => {
  const user = show();
  expect(screen.getByText(/No lorebook yet/)).toBeTruthy();
  await user.click(button("New lorebook"));
  await user.click(button("New lorebook"));
  expect(now.map(({ book }) => book.name)).toEqual(["Lorebook", "Lorebook 2"]);
  await user.click(screen.getByText("Settings"));
  const name = screen.getByLabelText("Name");
  await user.clear(name);
  await user.type(name, "Coast");
  await user.tab();
  expect(now.map(({ book }) => book.name)).toEqual(["Lorebook", "Coast"]);
});

test("a new lorebook begins with an entry that is open, and with its settings folded", async () => {
  const user = show();
  await user.click(button("New lorebook"));
  expect(document.querySelector("details")?.open).toBe(false);
  expect(document.activeElement).toBe(screen.getByLabelText("Title"));
  await user.keyboard("Tower");
  await user.tab();
  expect(titles()).toEqual(["Tower"]);
});

test("what a new entry lacks is said once it has something, or is left", async () => {
  const user = show(aDraftBook([]));
  const warnings = () => screen.queryAllByText(/Nothing brings this in|It has no content/).length;
  await user.click(button("New entry"));
  await user.type(screen.getByLabelText("Title"), "Tower");
  await user.tab();
  expect(warnings()).toBe(0);
  await user.type(screen.getByLabelText("Content"), "It leans.");
  await user.tab();
  expect(warnings()).toBe(1);
  await user.click(button("New entry"));
  expect(warnings()).toBe(0);
  await user.click(button("All entries"));
  await user.click(row("Untitled"));
  expect(warnings()).toBe(2);
});

test("an entry opens, and what is typed is passed on with the focus", async () => {
  const user = show(aDraftBook([entry("1"), entry("2")]));
  await user.click(row("Entry 2"));
  const title = screen.getByLabelText("Title");
  await user.clear(title);
  await user.type(title, "Tower");
  await user.tab();
  expect(titles()).toEqual(["Entry 1", "Tower"]);
});

test("what is typed overwrites no other field that is changed elsewhere meanwhile", async () => {
  const user = show(aDraftBook([entry("1")]));
  await user.click(row("Entry 1"));
  await user.type(screen.getByLabelText("Title"), "!");
  act(() => changeElsewhere(() => [aDraftBook([entry("1", { content: "It is blue." })])]));
  await user.tab();
  expect(entries()).toMatchObject([{ name: "Entry 1!", content: "It is blue." }]);
});

test("leaving an entry for its neighbour loses nothing", async () => {
  const user = show(aDraftBook([entry("1"), entry("2")]));
  await user.click(row("Entry 1"));
  await user.type(screen.getByLabelText("Title"), "!");
  await user.click(screen.getByRole("switch", { name: "Always on" }));
  await user.click(button("Next entry"));
  await user.type(screen.getByLabelText("Title"), "?");
  await user.click(button("All entries"));
  expect(titles()).toEqual(["Entry 1!", "Entry 2?"]);
  expect(entries()[0]?.constant).toBe(true);
  expect(screen.queryByRole("article")).toBeNull();
  expect(document.activeElement).toBe(row("Entry 2\\?"));
});

test("where an entry takes the place of the list, Back leads to the list", async () => {
  const narrow = document.head.appendChild(document.createElement("style"));
  narrow.textContent = "[data-open] > :first-child { display: none }";
  const user = show(aDraftBook([entry("1")]));
  await user.click(row("Entry 1"));
  await user.type(screen.getByLabelText("Title"), "!");
  history.back();
  await waitFor(() => expect(screen.queryByRole("article")).toBeNull());
  expect(titles()).toEqual(["Entry 1!"]);
  narrow.remove();
});

test("Alt and an arrow move an entry, which keeps the focus; arrows alone walk", async () => {
  const user = show(aDraftBook([entry("1"), entry("2"), entry("3")]));
  row("Entry 1").focus();
  await user.keyboard("{Alt>}{ArrowDown}{/Alt}");
  expect(titles()).toEqual(["Entry 2", "Entry 1", "Entry 3"]);
  expect(document.activeElement).toBe(row("Entry 1"));
  expect(screen.getByText("Moved to place 2 of 3.")).toBeTruthy();
  await user.keyboard("{ArrowDown}");
  expect(document.activeElement).toBe(row("Entry 3"));
  await user.keyboard("{Home}");
  expect(document.activeElement).toBe(row("Entry 2"));
  await user.keyboard("{Alt>}{ArrowUp}{/Alt}");
  expect(titles()).toEqual(["Entry 2", "Entry 1", "Entry 3"]);
});

test("many are turned off, duplicated, and deleted after a question", async () => {
  const user = show(aDraftBook([entry("1"), entry("2"), entry("3")]));
  await user.click(button("Select"));
  await user.click(screen.getByLabelText("Select “Entry 1”"));
  await user.click(screen.getByLabelText("Select “Entry 3”"));
  await user.click(button("Turn off"));
  expect(entries().map(({ enabled }) => enabled)).toEqual([false, true, false]);
  await user.click(button("Duplicate"));
  expect(titles()).toEqual(["Entry 1", "Entry 1", "Entry 2", "Entry 3", "Entry 3"]);
  await user.click(button("Delete"));
  const dialog = screen.getByRole("dialog");
  expect(within(dialog).getByText(/“Entry 1”, “Entry 3”/)).toBeTruthy();
  await user.click(within(dialog).getByRole("button", { name: "Delete" }));
  expect(titles()).toEqual(["Entry 1", "Entry 2", "Entry 3"]);
  expect(screen.getByText("0 selected")).toBeTruthy();
});

test("selected entries go to another lorebook", async () => {
  const other = { ...aDraftBook([], { name: "Ships" }), id: "b2" };
  const user = show(aDraftBook([entry("1"), entry("2")]), other);
  await user.click(button("Select"));
  await user.click(button("Select all"));
  await user.click(button("Move or copy"));
  await user.click(button("Copy"));
  expect([titles(0), titles(1)]).toEqual([
    ["Entry 1", "Entry 2"],
    ["Entry 1", "Entry 2"],
  ]);
  await user.click(button("Move or copy"));
  await user.click(button("Move"));
  expect([titles(0).length, titles(1).length]).toEqual([0, 4]);
});

test("a text is replaced in the selected entries alone", async () => {
  const user = show(aDraftBook([entry("1"), entry("2")]));
  await user.click(button("Select"));
  await user.click(screen.getByLabelText("Select “Entry 2”"));
  await user.click(button("Replace text"));
  await user.type(screen.getByLabelText("Find"), "green");
  await user.type(screen.getByLabelText("Replace with"), "red");
  expect(screen.getByText("Found 1 time in 1 entry.")).toBeTruthy();
  await user.click(button("Replace"));
  expect(entries().map(({ content }) => content)).toEqual(["It is green.", "It is red."]);
});

test("a search shows what it finds, and how much that is", async () => {
  const user = show(aDraftBook([entry("1"), entry("2", { content: "A bell." })]));
  await user.type(screen.getByRole("searchbox"), "bell");
  expect(screen.queryByRole("button", { name: /^Entry 1/ })).toBeNull();
  expect(screen.getByText(/1 of 2 entries/)).toBeTruthy();
  await user.type(screen.getByRole("searchbox"), "xyz");
  await user.click(button("Show all entries"));
  expect(row("Entry 1")).toBeTruthy();
});

test("what is wrong with an entry is said in it, and at its keyword", async () => {
  const user = show(aDraftBook([entry("1", { keys: ["lamp", "/(/"] }), entry("2", { keys: ["lamp"] })]));
  const says = "The keyword “/(/” is not a valid pattern, so it is never found.";
  expect(screen.getByRole("img", { name: (name) => name.includes(says) })).toBeTruthy();
  await user.click(row("Entry 1"));
  const marks = within(screen.getByRole("list", { name: "What to look at" }));
  expect(marks.getByText(says)).toBeTruthy();
  expect(marks.getByText("“lamp” is also a keyword of “Entry 2”.")).toBeTruthy();
});

test("keywords are added, taken back, split when pasted, and removed", async () => {
  const user = show(aDraftBook([entry("1", { keys: ["a, b"] })]));
  await user.click(row("Entry 1"));
  const field = screen.getByLabelText("Keywords");
  await user.type(field, "lamp{Enter}tower,/x,y/{Enter}");
  await user.click(field);
  await user.paste("one, two\nlamp");
  await user.tab();
  expect(entries()[0]?.keys).toEqual(["a, b", "lamp", "tower", "/x,y/", "one", "two"]);
  await user.click(field);
  await user.keyboard("{Backspace}");
  expect((field as HTMLInputElement).value).toBe("two");
  // The browser takes back what is half typed; the empty field has nothing of its own to take back.
  expect(field.hasAttribute("data-own-undo")).toBe(true);
  await user.keyboard("s");
  await user.click(button("Remove “a, b”"));
  await user.click(button("All entries"));
  expect(entries()[0]?.keys).toEqual(["lamp", "tower", "/x,y/", "one", "twos"]);
});

test("a letter that is being composed adds no keyword", async () => {
  const user = show(aDraftBook([entry("1", { keys: [] })]));
  await user.click(row("Entry 1"));
  const field = screen.getByLabelText("Keywords");
  await user.type(field, "灯");
  fireEvent.keyDown(field, { key: "Enter", isComposing: true });
  expect((field as HTMLInputElement).value).toBe("灯");
});

test("numbers stay within their limits, and an empty one is the default", async () => {
  const user = show(aDraftBook([entry("1", { scanDepth: 3 })]));
  await user.click(row("Entry 1"));
  const chance = screen.getByLabelText("Chance");
  await user.clear(chance);
  await user.type(chance, "250");
  expect(screen.getByText("Enter a whole number from 0 to 100.")).toBeTruthy();
  await user.clear(within(screen.getByRole("article")).getByLabelText("Scan depth"));
  await user.tab();
  expect(entries()[0]).toMatchObject({ probability: 25, scanDepth: null });
  expect((chance as HTMLInputElement).value).toBe("25");
});

test("an entry is for the actors that are chosen, also for names that no actor has", async () => {
  const user = show(aDraftBook([entry("1", { notFor: ["Jon"] })]));
  await user.click(row("Entry 1"));
  const only = within(screen.getByRole("group", { name: "Only for" }));
  await user.click(only.getByRole("button", { name: "Mira" }));
  const not = within(screen.getByRole("group", { name: "Not for" }));
  await user.click(not.getByRole("button", { name: "Jon" }));
  await user.click(button("All entries"));
  expect(entries()[0]).toMatchObject({ onlyFor: ["Mira"], notFor: [] });
});

test("secondary keywords can be ignored without being lost", async () => {
  const user = show(aDraftBook([entry("1", { secondaryKeys: ["night"] })]));
  await user.click(row("Entry 1"));
  const logic = screen.getByLabelText("What secondary keywords do");
  await user.selectOptions(logic, "Use it if none is found");
  await user.tab();
  expect(entries()[0]).toMatchObject({ selective: true, logic: "notAny" });
  await user.selectOptions(logic, "Ignore them");
  await user.tab();
  expect(entries()[0]).toMatchObject({ selective: false, secondaryKeys: ["night"] });
});

test("a lorebook is deleted after a question", async () => {
  const user = show(aDraftBook([entry("1")]), { ...aDraftBook([], { name: "Ships" }), id: "b2" });
  await user.click(screen.getByText("Settings"));
  await user.click(button("Delete this lorebook"));
  await user.click(button("Delete lorebook"));
  expect(now.map(({ book }) => book.name)).toEqual(["Ships"]);
});

test("the settings of a lorebook are folded again for another one", async () => {
  const isOpen = () => document.querySelector("details")?.open;
  const user = show(aDraftBook([], { name: "Coast" }), { ...aDraftBook([], { name: "Ships" }), id: "b2" });
  await user.click(screen.getByText("Settings"));
  expect(isOpen()).toBe(true);
  await user.click(row("Ships"));
  expect(isOpen()).toBe(false);
});

const readBook = (name: string, entries: Entry[]) => ({
  lorebook: aDraftBook(entries, { name }),
  report: [{ field: "entries[].selectiveLogic", outcome: "changed" as const, note: "Unknown logic." }],
  notices: [],
});
const chooseFile = () =>
  userEvent.upload(screen.getByLabelText("Import a lorebook"), new File(["{}"], "harbour.json"));

test("a lorebook of another program becomes another book, or takes the place of the one on screen", async () => {
  const sent = serve(answers("POST /scenarios/lorebooks/read", 200, readBook("Harbour", [entry("h1")])));
  render(<Host books={[aDraftBook([entry("a")])]} />);
  await chooseFile();
  let dialog = within(await screen.findByRole("dialog", { name: "Import “Harbour”" }));
  expect(dialog.getByText("The lorebook has 1 entry.")).toBeTruthy();
  expect(dialog.getByText("1 thing to look at:")).toBeTruthy();
  expect(dialog.getByText("Add it as another lorebook, or replace “Coast” with it.")).toBeTruthy();
  await userEvent.click(dialog.getByRole("button", { name: "Cancel" }));
  expect(now).toHaveLength(1);

  await chooseFile();
  dialog = within(await screen.findByRole("dialog", { name: "Import “Harbour”" }));
  await userEvent.click(dialog.getByRole("button", { name: "Add" }));
  expect(now.map(({ book }) => book.name)).toEqual(["Coast", "Harbour"]);
  expect(screen.getByRole("heading", { name: "Harbour" })).toBeTruthy();
  expect(new Set(now.map(({ id }) => id)).size).toBe(2);

  await userEvent.click(screen.getByRole("button", { name: /^Coast/ }));
  await chooseFile();
  dialog = within(await screen.findByRole("dialog", { name: "Import “Harbour”" }));
  await userEvent.click(dialog.getByRole("button", { name: "Replace" }));
  expect(now.map(({ book }) => book.name)).toEqual(["Harbour", "Harbour"]);
  expect(sent).toHaveLength(3);
  vi.unstubAllGlobals();
});

test("where there can be no more lorebooks, one can only be replaced", async () => {
  serve(answers("POST /scenarios/lorebooks/read", 200, readBook("Harbour", [])));
  const ten = Array.from({ length: 10 }, (_, at) => ({
    ...aDraftBook([], { name: `B${at}` }),
    id: `b${at}`,
  }));
  render(<Host books={ten} />);
  await chooseFile();
  const dialog = within(await screen.findByRole("dialog", { name: "Import “Harbour”" }));
  expect(dialog.queryByRole("button", { name: "Add" })).toBeNull();
  await userEvent.click(dialog.getByRole("button", { name: "Replace" }));
  expect(now.map(({ book }) => book.name).slice(0, 2)).toEqual(["Harbour", "B1"]);
  vi.unstubAllGlobals();
});

test("a file without a lorebook says so, and changes nothing", async () => {
  serve(
    problem("POST /scenarios/lorebooks/read", 422, "VALIDATION_FAILED", {
      message: "There is no lorebook in it.",
    }),
  );
  render(<Host books={[]} />);
  await chooseFile();
  expect(await screen.findByText("There is no lorebook in it.")).toBeTruthy();
  expect(now).toEqual([]);
  vi.unstubAllGlobals();
});
