// @vitest-environment jsdom
import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { serve } from "../../testing/api";
import { renderPage } from "../../testing/page";
import * as WelcomePage from "./WelcomePage";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test("the welcome leads those who write to their scenarios", () => {
  serve();
  renderPage("welcome", WelcomePage, "/welcome");
  const link = screen.getByRole("link", { name: "Write or import a scenario" });
  expect(link.getAttribute("href")).toBe("/my-scenarios");
});
