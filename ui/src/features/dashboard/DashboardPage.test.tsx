// @vitest-environment jsdom
import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { readUri } from "../../api/address";
import { reads } from "../../api/reads";
import { serve } from "../../testing/api";
import { fetched, renderPage } from "../../testing/page";
import * as DashboardPage from "./DashboardPage";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test("a dashboard without activity leads those who write to their scenarios", () => {
  serve();
  const totals = {
    lovesGiven: 0,
    ratingsGiven: 0,
    following: 0,
    followers: 0,
    scenarios: 0,
    loves: 0,
    stories: 0,
    messages: 0,
  };
  renderPage("dashboard", DashboardPage, "/dashboard", [
    fetched(readUri(reads.dashboard), { totals, days: [], recent: [], scenarios: [] }),
  ]);
  const link = screen.getByRole("link", { name: "Write or import a scenario" });
  expect(link.getAttribute("href")).toBe("/my-scenarios");
});
