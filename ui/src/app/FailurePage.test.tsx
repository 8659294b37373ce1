// @vitest-environment jsdom
import { cleanup, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { keepGuest, keepGuestStory } from "../api/guest-store";
import { renderedSession, viewerOf } from "../api/session";
import { setSession } from "../api/session-store";
import { refusal } from "../testing/api";
import { aMe } from "../testing/people";
import { renderInPage } from "../testing/render";
import { FailurePage } from "./FailurePage";

const WITHDRAWN = refusal(410, "GONE", { message: "This scenario was withdrawn by its author." });

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  setSession(renderedSession(null));
});

/** Where the page leads on, by what the ways say. */
const ways = () =>
  screen.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")] as const);

test("why a scenario is gone is what the server says", () => {
  renderInPage(<FailurePage failed={WITHDRAWN} />);
  expect(screen.getByRole("heading", { name: "This scenario is gone" })).toBeTruthy();
  expect(screen.getByText("This scenario was withdrawn by its author.")).toBeTruthy();
  expect(ways()).toEqual([["Browse scenarios", "/search"]]);
});

test("where a scenario is gone, its readers find their stories", () => {
  setSession(renderedSession(viewerOf(aMe())));
  renderInPage(<FailurePage failed={WITHDRAWN} />);
  expect(ways()).toContainEqual(["Your stories", "/stories"]);
});

test("a guest finds the story that goes on", () => {
  keepGuest({ guestSessionId: "g", deviceHash: "d", expiresAt: Date.now() + 60_000 });
  keepGuestStory("/story/s1");
  renderInPage(<FailurePage failed={WITHDRAWN} />);
  expect(ways()).toContainEqual(["Your story", "/story/s1"]);
});

test("where something else has failed, no stories are offered", () => {
  setSession(renderedSession(viewerOf(aMe())));
  renderInPage(<FailurePage failed={refusal(503, "OVERLOADED")} />);
  expect(ways().map(([text]) => text)).toEqual(["Try again", "Browse scenarios"]);
});
