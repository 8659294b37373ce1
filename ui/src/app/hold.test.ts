// @vitest-environment jsdom
import { createMemoryRouter } from "react-router";
import { expect, test, vi } from "vitest";
import { holdPage } from "../lib/navigation";
import { makeHoldable } from "./hold";

test("a held page is left only when it is let go, forwards as well as back", async () => {
  const router = createMemoryRouter([{ path: "*", element: null }], { initialEntries: ["/a", "/b"] });
  makeHoldable(router);
  const asked: (() => void)[] = [];
  const ask = vi.fn((leave: () => void) => void asked.push(leave));
  const at = () => router.state.location.pathname + router.state.location.search;

  holdPage(ask);
  await router.navigate("/c");
  expect([at(), ask.mock.calls.length]).toEqual(["/b", 1]);
  await router.navigate(-1);
  await vi.waitFor(() => expect(ask).toHaveBeenCalledTimes(2));
  expect(at()).toBe("/b");
  await router.navigate("/b?tab=2");
  expect([at(), ask.mock.calls.length]).toEqual(["/b", 3]);
  // A link to a place on the page does not leave it.
  await router.navigate("/b#end");
  expect([router.state.location.hash, ask.mock.calls.length]).toEqual(["#end", 3]);

  await router.navigate("/c");
  asked.at(-1)?.();
  await vi.waitFor(() => expect(at()).toBe("/c"));
  holdPage(null);
  await router.navigate("/d");
  expect([at(), ask.mock.calls.length]).toEqual(["/d", 4]);
});

test("addresses that are still the held page are not asked about", async () => {
  const router = createMemoryRouter([{ path: "*", element: null }], { initialEntries: ["/new"] });
  makeHoldable(router);
  const ask = vi.fn();
  holdPage(ask, (pathname) => pathname === "/draft");
  await router.navigate("/draft?part=lore");
  expect(router.state.location.search).toBe("?part=lore");
  expect(ask).not.toHaveBeenCalled();
  await router.navigate("/shelf");
  expect(router.state.location.pathname).toBe("/draft");
  expect(ask).toHaveBeenCalledOnce();
  holdPage(null);
});
