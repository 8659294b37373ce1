// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SiteProvider } from "../../api/site";
import { answers, problem, serve } from "../../testing/api";
import { type Reportable, ReportButton } from "./public";

const scenario: Reportable = { kind: "scenario", targetId: "s1", label: "The scenario" };
const poster: Reportable = { kind: "picture", targetId: "/media/s1/cover.webp", label: "The poster" };

const receipt = answers("POST /reports", 201, {
  id: "r-7",
  receivedOn: "2026-11-22T10:00:00Z",
  next: "The people who run this site will look at it.",
});

beforeEach(() => {
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
    this.open = false;
  };
  localStorage.clear();
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function open(
  contact: string | null = null,
  things: [Reportable, ...Reportable[]] = [scenario, poster],
) {
  render(
    <SiteProvider value={{ contact }}>
      <ReportButton things={things} />
    </SiteProvider>,
  );
  fireEvent.click(screen.getByRole("button", { name: "Report" }));
  return within(await screen.findByRole("dialog", { name: "Report" }));
}

test("what is wrong is chosen, sent once, and answered with a receipt", async () => {
  const sent = serve(receipt);
  const form = await open("mailto:help@play.example");
  expect(screen.queryByRole("link", { name: "help@play.example" })).toBeNull();
  fireEvent.change(form.getByRole("combobox", { name: "What is it about?" }), { target: { value: "1" } });
  fireEvent.click(form.getByRole("radio", { name: /^Somebody under 18/ }));
  fireEvent.change(form.getByRole("textbox", { name: /^Anything else/ }), {
    target: { value: "Look at her uniform." },
  });
  const send = form.getByRole("button", { name: "Send report" });
  fireEvent.click(send);
  fireEvent.click(send);
  const thanks = within(await screen.findByRole("dialog", { name: "Thank you, we have your report" }));
  expect(sent.map(({ headers, body }) => [headers.get("guest-token"), body])).toEqual([
    [null, { kind: "picture", targetId: poster.targetId, reason: "minor", note: "Look at her uniform." }],
  ]);
  expect(thanks.getByText("r-7")).toBeTruthy();
  expect(thanks.getByRole("link", { name: "help@play.example" }).getAttribute("href")).toBe(
    "mailto:help@play.example?subject=Report%20r-7",
  );
  const writeText = vi.fn(async (_: string) => undefined);
  vi.stubGlobal("navigator", { clipboard: { writeText } });
  fireEvent.click(thanks.getByRole("button", { name: "Copy" }));
  expect(await thanks.findByRole("button", { name: "Copied" })).toBeTruthy();
  expect(writeText).toHaveBeenCalledWith("r-7");
  fireEvent.click(thanks.getByRole("button", { name: "Done" }));
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("who reports that people are talked into hurting themselves is shown whom to call", async () => {
  serve(receipt);
  const form = await open();
  fireEvent.click(form.getByRole("radio", { name: /hurting themselves/ }));
  fireEvent.click(form.getByRole("button", { name: "Send report" }));
  const thanks = within(await screen.findByRole("dialog", { name: "Thank you, we have your report" }));
  expect(thanks.getByRole("link", { name: "here is whom to call" }).getAttribute("href")).toBe("/safety");
});

test("without a reason nothing is sent, and the form says what is missing", async () => {
  const sent = serve();
  const form = await open();
  fireEvent.click(form.getByRole("button", { name: "Send report" }));
  expect(form.getByText("Choose what is wrong.")).toBeTruthy();
  expect(sent).toEqual([]);
  fireEvent.click(form.getByRole("radio", { name: "Something else" }));
  expect(form.queryByText("Choose what is wrong.")).toBeNull();
});

test("a failure is said in place, and nothing that was filled in is lost", async () => {
  serve(problem("POST /reports", 429, "RATE_LIMITED", { message: "Please try again later." }), receipt);
  const form = await open(null, [scenario]);
  expect(form.queryByText("What is it about?")).toBeNull();
  fireEvent.click(form.getByRole("radio", { name: "Hatred or threats" }));
  fireEvent.change(form.getByRole("textbox", { name: /^Anything else/ }), {
    target: { value: "All of it." },
  });
  fireEvent.click(form.getByRole("button", { name: "Send report" }));
  expect(await form.findByText("Please try again later.")).toBeTruthy();
  expect(form.getByRole<HTMLTextAreaElement>("textbox", { name: /^Anything else/ }).value).toBe("All of it.");
  expect(form.getByRole<HTMLInputElement>("radio", { name: "Hatred or threats" }).checked).toBe(true);
  fireEvent.click(form.getByRole("button", { name: "Send report" }));
  const thanks = within(await screen.findByRole("dialog", { name: "Thank you, we have your report" }));
  expect(thanks.queryByRole("link")).toBeNull();
});

test("a guest session that has run out keeps nobody from reporting", async () => {
  const { keepGuest } = await import("../../api/guest-store");
  keepGuest({ guestSessionId: "g1", deviceHash: "d1", expiresAt: Date.now() + 60_000 });
  const sent = serve(
    problem("POST /reports", 401, "UNAUTHENTICATED", { authErrorType: "invalid_token" }),
    receipt,
  );
  const form = await open();
  fireEvent.click(form.getByRole("radio", { name: "Something else" }));
  fireEvent.click(form.getByRole("button", { name: "Send report" }));
  await screen.findByRole("dialog", { name: "Thank you, we have your report" });
  expect(sent.map(({ headers }) => headers.get("guest-token"))).toEqual(["g1", null]);
});

test("of a person, what people do can be said, and a visitor may ask for an answer", async () => {
  const sent = serve(receipt);
  const form = await open(null, [{ kind: "person", targetId: "u1", label: "This person" }]);
  const names = form.getAllByRole("radio").map((radio) => radio.closest("label")?.textContent ?? "");
  expect(names.filter((name) => name.startsWith("It "))).toEqual([]);
  expect(names).toContain("They pretend to be somebody else");
  fireEvent.click(form.getByRole("radio", { name: "They harass or threaten somebody" }));
  const email = form.getByRole("textbox", { name: /^Your email address/ });
  fireEvent.change(email, { target: { value: "kit" } });
  fireEvent.click(form.getByRole("button", { name: "Send report" }));
  expect(form.getByText(/^Enter an address/)).toBeTruthy();
  expect(document.activeElement).toBe(email);
  fireEvent.change(email, { target: { value: " kit@home.example" } });
  fireEvent.click(form.getByRole("button", { name: "Send report" }));
  await screen.findByText("r-7");
  expect(sent.map(({ body }) => body)).toEqual([
    { kind: "person", targetId: "u1", reason: "harassment", note: "", replyTo: "kit@home.example" },
  ]);
});

test("what was copied has to be named", async () => {
  const sent = serve(receipt);
  const form = await open(null, [scenario]);
  fireEvent.click(form.getByRole("radio", { name: /^It copies/ }));
  const note = form.getByRole<HTMLTextAreaElement>("textbox", { name: /^Which work was copied/ });
  expect(note.required).toBe(true);
  fireEvent.click(form.getByRole("button", { name: "Send report" }));
  expect(form.getByText(/^Say which work it is/)).toBeTruthy();
  expect(document.activeElement).toBe(note);
  expect(sent).toEqual([]);
  fireEvent.change(note, { target: { value: "My book." } });
  fireEvent.click(form.getByRole("button", { name: "Send report" }));
  await screen.findByText("r-7");
  expect(sent).toHaveLength(1);
});
