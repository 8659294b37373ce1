// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { useBuffered } from "../lore/useBuffered";
import { useUndoKeys } from "./useUndoKeys";

afterEach(cleanup);

const steps: string[] = [];
const undo = vi.fn(() => void steps.push("undo"));
const redo = vi.fn(() => void steps.push("redo"));
const stored = { text: "a" };

function Host() {
  const { now, change } = useBuffered(stored, ({ text }) => steps.push(`passed on: ${text}`));
  useUndoKeys(undo, redo);
  return (
    <>
      <button type="button">Elsewhere</button>
      <input aria-label="Find" />
      <input aria-label="Message" type="email" />
      <div data-field="/lorebooks">
        <input
          aria-label="Draft"
          value={now.text}
          onChange={({ target }) => change({ text: target.value })}
        />
        <input aria-label="Chosen" type="checkbox" />
        <input aria-label="Search" type="search" data-own-undo />
        <dialog open>
          <textarea aria-label="Full screen" />
          <div data-own-undo>
            <textarea aria-label="Alternative text" />
          </div>
        </dialog>
      </div>
      <div data-own-undo>
        <div data-field="/title">
          <input aria-label="Within" />
        </div>
      </div>
    </>
  );
}

function show() {
  steps.length = 0;
  render(<Host />);
}
const press = (element: Element, keys: object) => fireEvent.keyDown(element, { ctrlKey: true, ...keys });

test.each(["Draft", "Chosen", "Full screen", "Within"])(
  "in %s a step of the draft is taken back",
  (label) => {
    show();
    // The browser's own undo does not come on top.
    expect(press(screen.getByLabelText(label), { key: "z" })).toBe(false);
    press(screen.getByLabelText(label), { key: "Z", shiftKey: true });
    press(screen.getByLabelText(label), { key: "y" });
    expect(steps).toEqual(["undo", "redo", "redo"]);
  },
);

test("where no text is typed the keys are those of the draft", () => {
  show();
  press(screen.getByRole("button", { name: "Elsewhere" }), { key: "z" });
  press(document.body, { key: "z", ctrlKey: false, metaKey: true });
  expect(steps).toEqual(["undo", "undo"]);
});

test.each(["Find", "Message", "Search", "Alternative text"])("%s keeps its own undo", (label) => {
  show();
  const field = screen.getByLabelText(label);
  expect(press(field, { key: "z" })).toBe(true);
  expect(press(field, { key: "y" })).toBe(true);
  const menu = new InputEvent("beforeinput", { inputType: "historyUndo", bubbles: true, cancelable: true });
  expect(fireEvent(field, menu)).toBe(true);
  expect(steps).toEqual([]);
});

test("what is still being typed is a step of its own before one is taken back or done again", () => {
  show();
  const field = screen.getByLabelText("Draft");
  fireEvent.change(field, { target: { value: "ab" } });
  press(field, { key: "z" });
  fireEvent.change(field, { target: { value: "abc" } });
  const menu = new InputEvent("beforeinput", { inputType: "historyRedo", bubbles: true, cancelable: true });
  act(() => void field.dispatchEvent(menu));
  expect(menu.defaultPrevented).toBe(true);
  expect(steps).toEqual(["passed on: ab", "undo", "passed on: abc", "redo"]);
});
