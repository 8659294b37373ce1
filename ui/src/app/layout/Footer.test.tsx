// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { SiteProvider } from "../../api/site";
import LegalPage from "../../features/static-pages/LegalPage";
import { renderInPage } from "../../testing/render";
import { Footer } from "./Footer";

afterEach(cleanup);

test.each(["mailto:help@play.example", "https://play.example/contact"])(
  "the footer leads to %s",
  (contact) => {
    render(
      <SiteProvider value={{ contact }}>
        <Footer />
      </SiteProvider>,
    );
    expect(screen.getByRole("link", { name: "Contact" }).getAttribute("href")).toBe(contact);
  },
);

test("nobody is led to an address that is not there", () => {
  render(<Footer />);
  expect(screen.queryByRole("link", { name: "Contact" })).toBeNull();
});

test("the house rules name the address where there is one", () => {
  renderInPage(
    <SiteProvider value={{ contact: "mailto:help@play.example" }}>
      <LegalPage />
    </SiteProvider>,
  );
  expect(screen.getByRole("link", { name: /get in touch/i }).getAttribute("href")).toBe(
    "mailto:help@play.example",
  );
  cleanup();
  renderInPage(<LegalPage />);
  expect(screen.queryByRole("heading", { name: "Contact" })).toBeNull();
  expect(document.body.textContent).not.toContain("contact address");
});
