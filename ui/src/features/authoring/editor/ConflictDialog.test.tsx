// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { aDraft } from "../../../testing/sampleDraft";
import type { Conflict } from "../model/merge";
import type { Draft } from "../types";
import { ConflictDialog } from "./ConflictDialog";
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

function ask(draft: Draft, conflict: Conflict) {
  const resolve = vi.fn();
  const editor = { draft, conflicts: [conflict], session: { resolve } } as unknown as EditorState;
  render(
    <EditorProvider value={editor}>
      <ConflictDialog />
    </EditorProvider>,
  );
  return resolve;
}
const answers = () => screen.getAllByRole("radio").length;
const use = () => userEvent.click(screen.getByRole("button", { name: "Use this" }));

test("two versions of prose can stand one after the other", async () => {
  const conflict = { path: ["setting"], base: "", mine: "A pier.", theirs: "A port." };
  const resolve = ask(aDraft({ setting: "A pier." }), conflict);
  await userEvent.click(screen.getByRole("radio", { name: "Both, one after the other" }));
  await use();
  expect(resolve).toHaveBeenCalledWith(conflict, "A pier.\n\nA port.");
});

test("one of a few choices is named as the editor names it, and there is no both", async () => {
  const conflict = { path: ["rating"], base: null, mine: "mature", theirs: "explicit" };
  const resolve = ask(aDraft({ rating: "mature" }), conflict);
  expect(screen.getByText("Mature")).toBeTruthy();
  expect(answers()).toBe(2);
  await userEvent.click(screen.getByRole("radio", { name: /Explicit/ }));
  await use();
  expect(resolve).toHaveBeenCalledWith(conflict, "explicit");
});

test("two pictures are seen, not read", () => {
  const mine = { key: "k1", alt: "A pier", focus: null, crop: null, uri: "" };
  const theirs = { ...mine, key: "k2", alt: "" };
  ask(aDraft({ cover: mine }), { path: ["cover"], base: null, mine: { ...mine }, theirs });
  const dialog = screen.getByRole("dialog");
  expect([...dialog.querySelectorAll("img")].map(({ src }) => /k\d/.exec(src)?.[0])).toEqual(["k1", "k2"]);
  expect(dialog.textContent).not.toMatch(/k1|uri|null/);
  expect(answers()).toBe(2);
});
