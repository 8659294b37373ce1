// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, type Mock, test, vi } from "vitest";
import { aDraft } from "../../../testing/sampleDraft";
import type { Conflict } from "../model/merge";
import type { Draft } from "../types";
import { Conflicts } from "./Conflicts";
import { EditorProvider, type EditorState } from "./EditorContext";

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
});
afterEach(cleanup);

const goTo = vi.fn();

/** The editor's head over a field; `resolve` is called with what is decided. */
function Host({ draft, conflicts, resolve }: Pick<EditorState, "draft" | "conflicts"> & { resolve?: Mock }) {
  const editor = { draft, conflicts, session: { resolve }, goTo } as unknown as EditorState;
  return (
    <EditorProvider value={editor}>
      <Conflicts />
      <textarea aria-label="Setting" />
    </EditorProvider>
  );
}

const choose = () => userEvent.click(screen.getByRole("button", { name: "Choose what it should say" }));

async function ask(draft: Draft, conflict: Conflict): Promise<Mock> {
  const resolve = vi.fn();
  render(<Host draft={draft} conflicts={[conflict]} resolve={resolve} />);
  await choose();
  return resolve;
}
const answers = () => screen.getAllByRole("radio").length;
const use = () => userEvent.click(screen.getByRole("button", { name: "Use this" }));

test("a conflict is said while somebody types, and takes nothing of it", async () => {
  const conflict = { path: ["setting"], base: "", mine: "A pi", theirs: "A port." };
  const { rerender } = render(<Host draft={aDraft()} conflicts={[]} />);
  const field = screen.getByLabelText<HTMLTextAreaElement>("Setting");
  await userEvent.type(field, "A pi");
  rerender(<Host draft={aDraft({ setting: "A pi" })} conflicts={[conflict]} />);
  expect(screen.getByText("Setting: also changed in another window.")).toBeTruthy();
  await userEvent.keyboard("er.");
  expect(field.value).toBe("A pier.");
  expect(screen.queryByRole("dialog")).toBeNull();
  // What is offered is the text as it is by now.
  rerender(<Host draft={aDraft({ setting: "A pier." })} conflicts={[conflict]} />);
  await choose();
  expect(screen.getByRole("dialog", { name: "Setting" }).textContent).toContain("A pier.");
});

test("once all is decided the editor leads to the field, and the next conflict is said again", async () => {
  const conflict = { path: ["setting"], base: "", mine: "A pier.", theirs: "A port." };
  const draft = aDraft({ setting: "A pier." });
  const { rerender } = render(<Host draft={draft} conflicts={[conflict]} resolve={vi.fn()} />);
  await choose();
  await use();
  rerender(<Host draft={draft} conflicts={[]} />);
  expect(goTo).toHaveBeenCalledWith(["setting"]);
  rerender(<Host draft={draft} conflicts={[conflict]} />);
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("two versions of prose can stand one after the other", async () => {
  const conflict = { path: ["setting"], base: "", mine: "A pier.", theirs: "A port." };
  const resolve = await ask(aDraft({ setting: "A pier." }), conflict);
  await userEvent.click(screen.getByRole("radio", { name: /^Both, one after the other/ }));
  await use();
  expect(resolve).toHaveBeenCalledWith(conflict, "A pier. A port.");
});

test("one of a few choices is named as the editor names it, and there is no both", async () => {
  const conflict = { path: ["rating"], base: null, mine: "mature", theirs: "explicit" };
  const resolve = await ask(aDraft({ rating: "mature" }), conflict);
  expect(screen.getByText("Mature")).toBeTruthy();
  expect(answers()).toBe(2);
  await userEvent.click(screen.getByRole("radio", { name: /Explicit/ }));
  await use();
  expect(resolve).toHaveBeenCalledWith(conflict, "explicit");
});

test("two pictures are seen, not read", async () => {
  const mine = { key: "k1", alt: "A pier", focus: null, crop: null, uri: "" };
  const theirs = { ...mine, key: "k2", alt: "" };
  await ask(aDraft({ cover: mine }), { path: ["cover"], base: null, mine: { ...mine }, theirs });
  const dialog = screen.getByRole("dialog");
  expect([...dialog.querySelectorAll("img")].map(({ src }) => /k\d/.exec(src)?.[0])).toEqual(["k1", "k2"]);
  expect(dialog.textContent).not.toMatch(/k1|uri|null/);
  expect(answers()).toBe(2);
});

test("what differs is marked on both sides, and what both have is not doubled", async () => {
  const [mine, theirs] = ["Fog lies. A pier. Night.", "Fog lies. A long port. Night."];
  const conflict = { path: ["setting"], base: "Fog lies. Night.", mine, theirs };
  const resolve = await ask(aDraft({ setting: mine }), conflict);
  const marks = [...screen.getByRole("dialog").querySelectorAll("mark")].map((mark) => mark.textContent);
  expect(marks).toEqual([" pier", " long port"]);
  await userEvent.click(screen.getByRole("radio", { name: /^Both, one after the other/ }));
  await use();
  expect(resolve).toHaveBeenCalledWith(conflict, "Fog lies. A pier. A long port. Night.");
});
