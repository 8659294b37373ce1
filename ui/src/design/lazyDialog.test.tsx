// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { Suspense } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { AlertDialog } from "./AlertDialog";
import { closeAlert } from "./alert";
import { lazyDialog } from "./lazyDialog";
import { lazyPart } from "./lazyPart";

beforeEach(() => {
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close ??= () => undefined;
});

afterEach(() => {
  cleanup();
  closeAlert();
});

/** Code whose name a deployment took away. */
const gone = async (): Promise<never> => {
  throw new TypeError("Failed to fetch");
};

test("a dialog that cannot be loaded is closed with a message, and the page stays", async () => {
  const Gone = lazyDialog(gone);
  const onClose = vi.fn();
  render(
    <>
      <p>My draft</p>
      <Suspense>
        <Gone onClose={onClose} />
      </Suspense>
      <AlertDialog />
    </>,
  );
  await screen.findByRole("dialog", { name: "Couldn’t open this" });
  expect(screen.getByRole("button", { name: "Reload page" })).toBeTruthy();
  expect(screen.getByText("My draft")).toBeTruthy();
  expect(onClose).toHaveBeenCalledTimes(1);
});

test("a part that cannot be loaded says so in its place, and the page stays", async () => {
  const Gone = lazyPart(gone);
  render(
    <>
      <p>My draft</p>
      <Suspense fallback="Loading">
        <Gone />
      </Suspense>
    </>,
  );
  expect((await screen.findByRole("alert")).textContent).toContain("Couldn’t load this part");
  expect(screen.getByText("Reload page")).toBeTruthy();
  expect(screen.getByText("My draft")).toBeTruthy();
});
