// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { readUri } from "../../../api/address";
import type { Me } from "../../../api/person";
import { reads } from "../../../api/reads";
import { answers, problem, serve } from "../../../testing/api";
import { fetched, renderPage } from "../../../testing/page";
import { aMe } from "../../../testing/people";
import * as profilePage from "../ProfilePage";

Element.prototype.scrollIntoView = () => undefined;

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const show = (me: Me) =>
  renderPage("profile", profilePage, "/profile?section=content", [fetched(readUri(reads.me), me)]);
const note = (name: string) => screen.getByRole("button", { name });
const isHidden = (name: string) => note(name).getAttribute("aria-pressed") === "true";

test("content is hidden and shown again with a press each, and the whole list is sent", async () => {
  const sent = serve(
    answers("PATCH /users/me", 200, ({ body }) => aMe({ ...(body as Partial<Me>) })),
    answers("GET /users/me", 200, aMe()),
  );
  show(aMe({ blockedNotes: ["war"] }));
  expect(isHidden("War")).toBe(true);
  fireEvent.click(note("Gore"));
  fireEvent.click(note("War"));
  await waitFor(() => expect([isHidden("Gore"), isHidden("War")]).toEqual([true, false]));
  const bodies = () => sent.filter(({ call }) => call === "PATCH /users/me").map(({ body }) => body);
  await waitFor(() =>
    expect(bodies()).toEqual([{ blockedNotes: ["war", "gore"] }, { blockedNotes: ["gore"] }]),
  );
});

test("what was refused is shown as it was, with why", async () => {
  serve(problem("PATCH /users/me", 503, "OVERLOADED", { message: "Too busy." }));
  show(aMe());
  fireEvent.click(note("Gore"));
  await screen.findByText("Nothing was changed: Too busy.");
  await waitFor(() => expect(isHidden("Gore")).toBe(false));
});
