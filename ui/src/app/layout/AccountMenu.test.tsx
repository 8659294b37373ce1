// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test } from "vitest";
import { AccountBlock, AccountButton } from "./AccountMenu";

afterEach(cleanup);

test.each([
  ["/story/s1", "/signin?returnTo=%2Fstory%2Fs1", "/signup?returnTo=%2Fstory%2Fs1"],
  [
    "/search?search=lamp",
    "/signin?returnTo=%2Fsearch%3Fsearch%3Dlamp",
    "/signup?returnTo=%2Fsearch%3Fsearch%3Dlamp",
  ],
  ["/", "/signin", "/signup"],
  ["/signup?returnTo=%2Fstory%2Fs1", "/signin", "/signup"],
  ["/signin", "/signin", "/signup"],
])("who signs in from %s comes back to it", (address, signIn, signUp) => {
  render(
    <MemoryRouter initialEntries={[address]}>
      <AccountButton pathname="/" />
      <AccountBlock />
    </MemoryRouter>,
  );
  const hrefs = (name: string) =>
    screen.getAllByRole("link", { name }).map((link) => link.getAttribute("href"));
  expect(hrefs("Sign in")).toEqual([signIn, signIn]);
  expect(hrefs("Create an account")).toEqual([signUp]);
});
