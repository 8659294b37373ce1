// @vitest-environment jsdom
import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readUri } from "../../../api/address";
import type { Answer } from "../../../api/operations";
import { createQueryClient, fillCache } from "../../../api/query";
import { reads } from "../../../api/reads";
import { answers, type Handler, problem, serve } from "../../../testing/api";
import { aMe } from "../../../testing/people";
import { renderInPage } from "../../../testing/render";
import { YourData } from "./YourData";

type Shelf = Answer<"GET /scenarios/my">;

const shelf = (count: number): Handler =>
  answers("GET /scenarios/my", 200, {
    results: Array.from({ length: count }, () => ({})),
    nextCursor: null,
  } as unknown as Shelf);
const ASKED = answers("POST /users/me/deletion", 200, { deletionOn: "2026-12-09T00:00:00Z" });

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close ??= () => undefined;
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Opens the dialog and answers it, and what was sent to ask for the deletion. */
async function ask(...handlers: Handler[]) {
  const sent = serve(...handlers);
  const client = createQueryClient();
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, retry: false } });
  fillCache(client, { [readUri(reads.me)]: { status: 200, body: aMe() } }, Date.now());
  renderInPage(
    <QueryClientProvider client={client}>
      <YourData me={aMe()} />
    </QueryClientProvider>,
  );
  await waitFor(() => expect(sent.length).toBe(1));
  fireEvent.click(screen.getByRole("button", { name: "Delete my account" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Delete your account?" }));
  const send = async () => {
    fireEvent.change(dialog.getByLabelText("Password"), { target: { value: "seven lanterns" } });
    fireEvent.click(dialog.getByRole("button", { name: "Delete my account" }));
    await waitFor(() => expect(sent).toHaveLength(2));
    return sent[1]?.body;
  };
  return { dialog, send };
}

test("an author who leaves says what becomes of the work; withdrawing it is what happens by default", async () => {
  const { dialog, send } = await ask(shelf(1), ASKED);
  const withdraw = await dialog.findByRole<HTMLInputElement>("radio", { name: /^Withdraw them/ });
  expect(withdraw.checked).toBe(true);
  expect(dialog.getByText(/Stories that others have begun go on either way/)).toBeTruthy();
  fireEvent.click(dialog.getByRole("radio", { name: /^Leave them/ }));
  expect(await send()).toEqual({ password: "seven lanterns", work: "leave" });
});

test("who has written nothing is not asked", async () => {
  const { dialog, send } = await ask(shelf(0), ASKED);
  await waitFor(() => expect(dialog.queryByRole("radio")).toBeNull());
  expect(await send()).toEqual({ password: "seven lanterns", work: "withdraw" });
});

test("who may have written something is asked", async () => {
  const { dialog } = await ask(problem("GET /scenarios/my", 503, "OVERLOADED"), ASKED);
  expect(await dialog.findByRole("radio", { name: /^Leave them/ })).toBeTruthy();
});

test("who is quicker than the list of the work is asked", async () => {
  serve();
  vi.stubGlobal("fetch", () => new Promise(() => undefined));
  renderInPage(
    <QueryClientProvider client={createQueryClient()}>
      <YourData me={aMe()} />
    </QueryClientProvider>,
  );
  fireEvent.click(screen.getByRole("button", { name: "Delete my account" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Delete your account?" }));
  expect(dialog.getByRole("radio", { name: /^Leave them/ })).toBeTruthy();
});
