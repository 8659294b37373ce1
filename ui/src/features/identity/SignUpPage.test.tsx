// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { readUri } from "../../api/address";
import { dropGuest, keepGuest, keepGuestStory } from "../../api/guest-store";
import { rememberIntent } from "../../api/pendingIntent";
import { reads } from "../../api/reads";
import { answers, problem, serve } from "../../testing/api";
import { fetched, renderPage } from "../../testing/page";
import * as signInPage from "./SignInPage";
import * as signUpPage from "./SignUpPage";
import { dropTicket } from "./signUpTicket";

const providers = fetched(readUri(reads.authProviders), { providers: [] });
const show = () => renderPage("signup", signUpPage, "/signup", [providers]);

afterEach(() => {
  cleanup();
  dropGuest();
  dropTicket();
  localStorage.clear();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

test("what is said about a field goes as soon as the field is changed, and the cursor stays in it", async () => {
  show();
  const email = screen.getByLabelText("Email address");
  await userEvent.type(email, "no address");
  await userEvent.click(screen.getByRole("button", { name: "Create account" }));
  expect(screen.getByText(/^Enter your email address/)).toBeTruthy();
  expect(screen.getByText("Use at least 8 characters.")).toBeTruthy();
  await userEvent.type(email, "@x");
  expect(screen.queryByText(/^Enter your email address/)).toBeNull();
  expect(screen.getByText("Use at least 8 characters.")).toBeTruthy();
  expect(document.activeElement).toBe(email);
});

test("what the server refused is not held against what is typed next", async () => {
  serve(problem("POST /auth/sign-up", 500, "INTERNAL"));
  show();
  await userEvent.type(screen.getByLabelText("Email address"), "ann@example.org");
  await userEvent.type(screen.getByLabelText("Password"), "lamp rain ferry");
  await userEvent.click(screen.getByRole("button", { name: "Create account" }));
  await waitFor(() => expect(screen.getByRole("alert").textContent).toContain("went wrong"));
  fireEvent.input(screen.getByLabelText("Password"), { target: { value: "lamp rain ferry 2" } });
  expect(screen.queryByText(/went wrong/)).toBeNull();
});

test("a guest reads that the story comes along, a visitor does not", () => {
  show();
  const promise = () => screen.getByText("Your stories come with you.").closest("p");
  expect(promise()?.getAttribute("aria-hidden")).toBe("true");
  cleanup();
  keepGuest({ guestSessionId: "g", deviceHash: "d", expiresAt: Date.now() + 60_000 });
  keepGuestStory("/chat/c1");
  show();
  expect(promise()?.getAttribute("aria-hidden")).toBeNull();
});

const signIn = () => renderPage("signin", signInPage, "/signin", [providers]);

test("signing in takes a guest’s story along, too, and announces it", () => {
  keepGuest({ guestSessionId: "g", deviceHash: "d", expiresAt: Date.now() + 60_000 });
  keepGuestStory("/chat/c1");
  signIn();
  const promise = screen.getByText("Your stories come with you.").closest("p");
  expect(promise?.getAttribute("aria-hidden")).toBeNull();
});

test.each([
  ["love:s1", "love"],
  ["dislike:s1", "rate"],
  ["follow:u1", "follow"],
] as const)("whoever pressed %s reads why they are here", (act, verb) => {
  rememberIntent(act, "The Lamp");
  const line = () => screen.queryByText(/We’ll do it as soon/)?.closest("p")?.textContent;
  show();
  expect(line()).toBe(`Create an account to ${verb} The Lamp. We’ll do it as soon as you’re in.`);
  cleanup();
  signIn();
  expect(line()).toBe(`Sign in to ${verb} The Lamp. We’ll do it as soon as you’re in.`);
  cleanup();
  localStorage.clear();
  show();
  expect(line()).toBeUndefined();
});

test.each([
  [true, "a guest"],
  [false, "a visitor"],
])("what becomes of the stories is said beside the email: %s (%s)", async (isGuest) => {
  serve(answers("POST /auth/sign-up", 202, { ticket: "t1" }));
  if (isGuest) {
    keepGuest({ guestSessionId: "g", deviceHash: "d", expiresAt: Date.now() + 60_000 });
    keepGuestStory("/chat/c1");
  }
  show();
  await userEvent.type(screen.getByLabelText("Email address"), "ann@example.org");
  await userEvent.type(screen.getByLabelText("Password"), "lamp rain ferry");
  await userEvent.click(screen.getByRole("button", { name: "Create account" }));
  await screen.findByRole("heading", { name: "Check your email" });
  expect(screen.queryByText(/Your stories wait here/) !== null).toBe(isGuest);
});

test("a reload still waits for the email, until the link was opened or another address is used", async () => {
  serve(answers("POST /auth/sign-up", 202, { ticket: "t1" }));
  show();
  await userEvent.type(screen.getByLabelText("Email address"), "ann@example.org");
  await userEvent.type(screen.getByLabelText("Password"), "lamp rain ferry");
  await userEvent.click(screen.getByRole("button", { name: "Create account" }));
  await screen.findByRole("heading", { name: "Check your email" });
  cleanup();
  show();
  expect(screen.getByRole("heading", { name: "Check your email" })).toBeTruthy();
  expect(screen.getByText("ann@example.org")).toBeTruthy();
  expect(screen.getByRole("button", { name: /^Send again/ })).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Use another address" }));
  cleanup();
  show();
  expect(screen.getByRole("heading", { name: "Create your account" })).toBeTruthy();
  sessionStorage.setItem("dramatis.awaited", "ann@example.org");
  dropTicket();
  cleanup();
  show();
  expect(screen.getByRole("heading", { name: "Create your account" })).toBeTruthy();
});

test("who wanted to see a page of their own reads why, and can sign in first", () => {
  history.replaceState(null, "", "/signup?returnTo=%2Fmy-scenarios%2Fsc1");
  show();
  expect(screen.getByText("Sign in to see your scenarios.")).toBeTruthy();
  const [first] = screen.getAllByRole("link", { name: "Sign in" });
  expect(first?.getAttribute("href")).toBe("/signin?returnTo=%2Fmy-scenarios%2Fsc1");
  history.replaceState(null, "", "/");
});

test("who comes from a page of everybody is not asked to sign in first", () => {
  history.replaceState(null, "", "/signup?returnTo=%2Fscenario%2Fsc1");
  show();
  expect(screen.queryByText(/^Sign in to see/)).toBeNull();
  expect(screen.queryByText("Pick up where you left off.")).toBeNull();
  history.replaceState(null, "", "/");
});
