// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { Pagination } from "./Pagination";

afterEach(cleanup);

test("the button is a real link that loads in place", () => {
  const more = vi.fn();
  render(<Pagination nextHref="/search?cursor=c2" state="idle" onMore={more} noun="scenarios" />);
  const link = screen.getByRole("link", { name: "Load more scenarios" });
  expect(link.getAttribute("href")).toBe("/search?cursor=c2");
  expect(fireEvent.click(link)).toBe(false);
  expect(more).toHaveBeenCalledTimes(1);
});

test("a click with a modifier is left to the browser", () => {
  const more = vi.fn();
  render(<Pagination nextHref="#" state="idle" onMore={more} noun="scenarios" />);
  expect(fireEvent.click(screen.getByRole("link"), { ctrlKey: true })).toBe(true);
  expect(more).not.toHaveBeenCalled();
});

test("a failure is said, and offered again", () => {
  render(<Pagination nextHref="#" state="failed" onMore={() => undefined} noun="cards" />);
  expect(screen.getByRole("alert").textContent).toContain("Couldn’t load more");
  expect(screen.getByRole("link", { name: "Try again" })).toBeTruthy();
});

test("the end is said", () => {
  render(<Pagination nextHref="#" state="end" onMore={() => undefined} noun="cards" />);
  expect(screen.queryByRole("link")).toBeNull();
  expect(screen.getByText("End of list")).toBeTruthy();
});
