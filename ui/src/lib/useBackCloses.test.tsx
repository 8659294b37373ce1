// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { useBackCloses } from "./useBackCloses";

/** What the router saw of the way back. */
let seen: string[];
const routed = () => void seen.push(location.pathname);
/** Told of every move before anybody can stop the event. */
let arrived: () => void;
const moves = () => setTimeout(arrived);

beforeEach(() => {
  seen = [];
  addEventListener("popstate", moves, true);
  history.pushState(null, "", "/shelf");
  history.pushState({ idx: 1 }, "", "/list");
  addEventListener("popstate", routed);
});
afterEach(() => {
  cleanup();
  removeEventListener("popstate", moves, true);
  removeEventListener("popstate", routed);
});

function Host({ covers }: { covers: boolean }) {
  const [open, setOpen] = useState(false);
  useBackCloses(
    open,
    () => setOpen(false),
    () => covers,
  );
  return (
    <button type="button" onClick={() => setOpen(!open)}>
      {open ? "Close" : "Open"}
    </button>
  );
}

const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
/** Resolves once the history has moved and everybody was told. */
const moved = (move: () => void) =>
  act(
    () =>
      new Promise<void>((resolve) => {
        arrived = resolve;
        move();
      }),
  );
const back = () => moved(() => history.back());

test("Back closes what covers the page, and the router sees nothing of it", async () => {
  render(<Host covers />);
  press("Open");
  await back();
  expect(screen.getByRole("button", { name: "Open" })).toBeTruthy();
  expect([location.pathname, history.state, seen]).toEqual(["/list", { idx: 1 }, []]);
  await back();
  expect(seen).toEqual(["/shelf"]);
});

test("what is closed otherwise leaves no entry behind", async () => {
  render(<Host covers />);
  press("Open");
  await moved(() => press("Close"));
  expect([location.pathname, history.state, seen]).toEqual(["/list", { idx: 1 }, []]);
  await back();
  expect(seen).toEqual(["/shelf"]);
});

test.each([
  ["Back", () => history.back()],
  ["closing", () => press("Close")],
])("an address that was given meanwhile stays after %s", async (_, close) => {
  const { rerender } = render(<Host covers />);
  press("Open");
  history.replaceState(history.state, "", "/list/1");
  rerender(<Host covers />);
  await moved(close);
  expect(location.pathname).toBe("/list/1");
});

test("what covers nothing is left with the page", async () => {
  render(<Host covers={false} />);
  press("Open");
  await back();
  expect(seen).toEqual(["/shelf"]);
  expect(screen.getByRole("button", { name: "Close" })).toBeTruthy();
});
