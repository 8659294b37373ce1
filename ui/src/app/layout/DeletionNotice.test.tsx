// @vitest-environment jsdom
import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { createQueryClient } from "../../api/query";
import { currentSession, renderedSession, setMe, viewerOf } from "../../api/session";
import { setSession } from "../../api/session-store";
import { answers, problem, serve } from "../../testing/api";
import { aMe } from "../../testing/people";
import { renderInPage } from "../../testing/render";
import { DeletionNotice } from "./DeletionNotice";

const DUE = aMe({ deletionOn: "2026-12-11T00:00:00Z", deletionWork: "withdraw" });
const KEEP = "DELETE /users/me/deletion";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  setSession(renderedSession(null));
});

/** Somebody has just signed in on some page; their record is not in its cache. */
function show(me = DUE): void {
  setSession(renderedSession(viewerOf(me)));
  renderInPage(
    <QueryClientProvider client={createQueryClient()}>
      <DeletionNotice />
    </QueryClientProvider>,
  );
  act(() => setMe(me));
}

const due = () => screen.findByText(/^Your account will be deleted on/);

test("who signs in while the deletion is due reads on which day", async () => {
  show();
  expect((await due()).textContent).toBe("Your account will be deleted on 11 December 2026.");
});

test("the account is kept from there, and that is said", async () => {
  const sent = serve(answers(KEEP, 204, null));
  show();
  await due();
  await userEvent.click(screen.getByRole("button", { name: "Keep my account" }));
  expect(await screen.findByText("Your account is kept. Nothing will be deleted.")).toBeTruthy();
  expect(sent.map(({ call }) => call)).toEqual([KEEP]);
  expect(currentSession().me?.deletionOn).toBeNull();
  const close = screen.getByRole("button", { name: "Close" });
  expect(document.activeElement).toBe(close);
  await userEvent.click(close);
  expect(screen.queryByText(/^Your account/)).toBeNull();
});

test("why the account could not be kept is said, and it stays due", async () => {
  serve(problem(KEEP, 503, "OVERLOADED", { message: "Not now." }));
  show();
  await due();
  await userEvent.click(screen.getByRole("button", { name: "Keep my account" }));
  expect(await screen.findByText("Not now.")).toBeTruthy();
  expect(await due()).toBeTruthy();
});

test("nobody else reads anything", () => {
  show(aMe());
  expect(screen.queryByRole("complementary")).toBeNull();
});
