// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, test } from "vitest";
import type { Viewer } from "../../api/person";
import { renderedSession, setSession } from "../../api/session-store";
import { SiteProvider } from "../../api/site";
import { AlertDialog } from "../../design/AlertDialog";
import LegalPage from "../../features/static-pages/LegalPage";
import { renderInPage } from "../../testing/render";
import { Footer } from "./Footer";

beforeAll(() => {
  // jsdom knows the element, not its modal behaviour.
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function () {
    this.open = false;
  };
});

afterEach(() => {
  cleanup();
  setSession(renderedSession(null));
});

const somebody: Viewer = {
  userID: "u1",
  authorname: "wren",
  username: "wren",
  avatarUrl: null,
  roles: [],
  showNSFW: false,
  shekels: 0,
};

test.each<[string, Partial<Viewer> | null, boolean]>([
  ["a visitor", null, false],
  ["a person", { role: 2, roles: ["USER"] }, false],
  ["a moderator", { role: 1, roles: ["MODERATOR"] }, false],
  ["an admin by number", { role: 0 }, true],
  ["an admin by word", { role: "ADMIN" }, true],
  ["an admin by list", { role: null, roles: ["admin"] }, true],
])("whether %s finds the Dev mode toggle, and its placeholder", (_, viewer, isThere) => {
  setSession(renderedSession(viewer === null ? null : { ...somebody, ...viewer }));
  render(
    <>
      <Footer />
      <AlertDialog />
    </>,
  );
  const toggle = screen.queryByRole("button", { name: "Dev mode" });
  expect(toggle !== null).toBe(isThere);
  if (toggle === null) return;
  fireEvent.click(toggle);
  expect(screen.getByRole("dialog", { name: "Dev mode" }).textContent).toContain("Nothing to switch on yet.");
  fireEvent.click(screen.getByText("Close"));
});

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

test("the rules name the contact address where there is one", () => {
  renderInPage(
    <SiteProvider value={{ contact: "mailto:help@play.example" }}>
      <LegalPage />
    </SiteProvider>,
  );
  expect(screen.getByRole("link", { name: "help@play.example" }).getAttribute("href")).toBe(
    "mailto:help@play.example",
  );
  cleanup();
  renderInPage(<LegalPage />);
  expect(screen.queryByRole("heading", { name: "Contact" })).toBeNull();
  expect(document.body.textContent).not.toContain("contact address");
});
