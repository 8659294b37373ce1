// @vitest-environment jsdom
import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readUri } from "../../../api/address";
import type { Answer } from "../../../api/operations";
import { createQueryClient, fillCache } from "../../../api/query";
import { reads } from "../../../api/reads";
import { answers, type Handler, problem, serve } from "../../../testing/api";
import { aMyScenario } from "../../../testing/myScenarios";
import { aMe } from "../../../testing/people";
import { renderInPage } from "../../../testing/render";
import { useMe } from "../useMe";
import { YourData } from "./YourData";

type ScenarioState = Answer<"GET /scenarios/my">["results"][number]["state"];

const shelf = (...states: ScenarioState[]): Handler =>
  answers("GET /scenarios/my", 200, {
    results: states.map((state, at) => aMyScenario(`s${at}`, { state })),
    nextCursor: null,
  });
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
  const { dialog, send } = await ask(shelf("public"), ASKED);
  const withdraw = await dialog.findByRole<HTMLInputElement>("radio", { name: /^Withdraw them/ });
  expect(withdraw.checked).toBe(true);
  fireEvent.click(dialog.getByRole("radio", { name: /^Leave them/ }));
  expect(await send()).toEqual({ password: "seven lanterns", work: "leave" });
});

test("who has written nothing is not asked", async () => {
  const { dialog, send } = await ask(shelf(), ASKED);
  await waitFor(() => expect(dialog.queryByRole("radio")).toBeNull());
  expect(await send()).toEqual({ password: "seven lanterns", work: "withdraw" });
});

test("drafts alone are not asked about, and it is said that they are deleted", async () => {
  const { dialog } = await ask(shelf("draft", "private"), ASKED);
  await waitFor(() => expect(dialog.queryByRole("radio")).toBeNull());
  expect(dialog.getByText(/will be deleted for good, with your stories, drafts and shekels/)).toBeTruthy();
});

test("it is said how many scenarios it is about, when it happens, and what goes either way", async () => {
  const { dialog } = await ask(shelf("public", "unlisted", "private", "draft", "inReview"), ASKED);
  expect(await dialog.findByText("What happens to your 2 published scenarios?")).toBeTruthy();
  expect(dialog.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "This happens on the day of the deletion. Until then they stay as they are.",
    "Your name goes either way. Stories that others have begun go on with the texts they play.",
    "Drafts are deleted, and what you have withdrawn stays withdrawn.",
  ]);
});

test("what waits for a review is asked about, but not counted", async () => {
  const { dialog } = await ask(shelf("inReview"), ASKED);
  await waitFor(() => expect(dialog.getByText("What happens to your published scenarios?")).toBeTruthy());
  expect(dialog.getByRole("radio", { name: /^Leave them/ })).toBeTruthy();
});

function Shown() {
  const me = useMe();
  return me.state === "ready" ? <YourData me={me.data} /> : null;
}

/** Shows the data of somebody whose deletion is due. */
function showDue(work: "withdraw" | "leave", ...handlers: Handler[]) {
  const sent = serve(...handlers);
  const client = createQueryClient();
  const me = aMe({ deletionOn: "2026-12-11T00:00:00Z", deletionWork: work });
  fillCache(client, { [readUri(reads.me)]: { status: 200, body: me } }, Date.now());
  renderInPage(
    <QueryClientProvider client={client}>
      <Shown />
    </QueryClientProvider>,
  );
  return sent;
}

test("once the deletion is due, what happens to the work is said, and can be changed", async () => {
  const sent = showDue("leave", shelf("public"), ASKED);
  expect(await screen.findByText("Your published scenario")).toBeTruthy();
  expect(screen.getByText(/^Will be left to readers on that day/)).toBeTruthy();
  expect(screen.queryByText(/everything/i)).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Change" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Your published scenarios" }));
  expect(dialog.getByRole<HTMLInputElement>("radio", { name: /^Leave them/ }).checked).toBe(true);
  fireEvent.click(dialog.getByRole("radio", { name: /^Withdraw them/ }));
  fireEvent.change(dialog.getByLabelText("Password"), { target: { value: "seven lanterns" } });
  fireEvent.click(dialog.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Will be withdrawn on that day.")).toBeTruthy();
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(sent.at(-1)?.body).toEqual({ password: "seven lanterns", work: "withdraw" });
});

test("who has published nothing reads nothing of published work", async () => {
  const sent = showDue("withdraw", shelf("draft"));
  await waitFor(() => expect(sent).toHaveLength(1));
  await waitFor(() => expect(screen.queryByRole("button", { name: "Change" })).toBeNull());
  expect(screen.getByRole("button", { name: "Keep my account" })).toBeTruthy();
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
