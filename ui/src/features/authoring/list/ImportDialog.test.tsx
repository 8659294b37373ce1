// @vitest-environment jsdom
import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { renderInPage } from "../../../testing/render";
import { aDraft } from "../../../testing/sampleDraft";
import { authoringApi } from "../api";
import type { Imported } from "../types";
import { ImportDialog } from "./ImportDialog";

const imported = (alreadyImported: boolean): Imported =>
  ({
    alreadyImported,
    scenario: { id: "s1", draft: aDraft({ title: "Fog" }) },
    report: [],
    links: [],
    notices: [],
  }) as unknown as Imported;

const importCard = vi.spyOn(authoringApi, "importCard");
const keys = () => importCard.mock.calls.map(([, key]) => key);

beforeEach(() => {
  importCard.mockReset();
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
});
afterEach(cleanup);

function show() {
  renderInPage(
    <ImportDialog
      dropped={new File(["a"], "fog.png")}
      onImported={() => undefined}
      onClose={() => undefined}
    />,
  );
}
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));

test("a file that is sent again after a failure is the same import, another file another one", async () => {
  importCard.mockRejectedValue(new Error("timeout"));
  show();
  await press("Import");
  await press("Import");
  await userEvent.upload(screen.getByLabelText(/^File/), new File(["b"], "pier.json"));
  expect(screen.getByText("pier.json")).toBeTruthy();
  await press("Import");
  const [first, second, other] = keys();
  expect(first).toBe(second);
  expect(other).not.toBe(first);
});

test("a file that was imported before is imported again once, however often that is tried", async () => {
  importCard.mockResolvedValueOnce(imported(true)).mockRejectedValueOnce(new Error("timeout"));
  importCard.mockResolvedValueOnce(imported(false));
  show();
  await press("Import");
  await press("Import it again");
  await press("Import it again");
  expect(await screen.findByRole("dialog", { name: "Imported" })).toBeTruthy();
  const [first, again, retried] = keys();
  expect(again).toBe(retried);
  expect(again).not.toBe(first);
  expect(importCard.mock.calls.map(([, , duplicate]) => duplicate === true)).toEqual([false, true, true]);
});
