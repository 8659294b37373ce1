// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SiteProvider } from "../../api/site";
import { type Reportable, ReportButton } from "./public";

const scenario: Reportable = { kind: "scenario", targetId: "s1", label: "The scenario" };
const poster: Reportable = { kind: "picture", targetId: "/media/s1/cover.webp", label: "The poster" };

let sent: { body: unknown; guest: string | null }[] = [];
let answers: Response[] = [];

const receipt = () =>
  Response.json(
    { id: "r-7", receivedOn: "2026-11-22T10:00:00Z", next: "The people who run this site will look at it." },
    { status: 201 },
  );
const problem = (status: number, message: string, authErrorType: string | null = null) =>
  Response.json({ status, title: "No", message, authErrorType }, { status });

beforeEach(() => {
  sent = [];
  answers = [];
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
    this.open = false;
  };
  localStorage.clear();
  vi.stubGlobal("fetch", async (_: string, init: RequestInit) => {
    const headers = new Headers(init.headers);
    sent.push({ body: JSON.parse(String(init.body)), guest: headers.get("guest-token") });
    const answer = answers.shift();
    if (answer === undefined) throw new TypeError("nobody answers");
    return answer;
  });
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
  answers = [receipt()];
  const form = await open("mailto:help@play.example");
  expect(screen.queryByRole("link", { name: "get in touch" })).toBeNull();
  fireEvent.change(form.getByRole("combobox", { name: "What is it about?" }), { target: { value: "1" } });
  fireEvent.click(form.getByRole("radio", { name: /^Somebody under 18/ }));
  fireEvent.change(form.getByRole("textbox"), { target: { value: "Look at her uniform." } });
  const send = form.getByRole("button", { name: "Send report" });
  fireEvent.click(send);
  fireEvent.click(send);
  const thanks = within(await screen.findByRole("dialog", { name: "Thank you, we have your report" }));
  expect(sent).toEqual([
    {
      guest: null,
      body: { kind: "picture", targetId: poster.targetId, reason: "minor", note: "Look at her uniform." },
    },
  ]);
  expect(thanks.getByText("r-7")).toBeTruthy();
  expect(thanks.getByRole("link", { name: "get in touch" }).getAttribute("href")).toBe(
    "mailto:help@play.example",
  );
  fireEvent.click(thanks.getByRole("button", { name: "Done" }));
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("without a reason nothing is sent, and the form says what is missing", async () => {
  const form = await open();
  fireEvent.click(form.getByRole("button", { name: "Send report" }));
  expect(form.getByText("Choose what is wrong.")).toBeTruthy();
  expect(sent).toEqual([]);
  fireEvent.click(form.getByRole("radio", { name: "Something else" }));
  expect(form.queryByText("Choose what is wrong.")).toBeNull();
});

test("a failure is said in place, and nothing that was filled in is lost", async () => {
  answers = [problem(429, "Please try again later."), receipt()];
  const form = await open(null, [scenario]);
  expect(form.queryByText("What is it about?")).toBeNull();
  fireEvent.click(form.getByRole("radio", { name: "Hatred or threats" }));
  fireEvent.change(form.getByRole("textbox"), { target: { value: "All of it." } });
  fireEvent.click(form.getByRole("button", { name: "Send report" }));
  expect(await form.findByText("Please try again later.")).toBeTruthy();
  expect(form.getByRole<HTMLTextAreaElement>("textbox").value).toBe("All of it.");
  expect(form.getByRole<HTMLInputElement>("radio", { name: "Hatred or threats" }).checked).toBe(true);
  fireEvent.click(form.getByRole("button", { name: "Send report" }));
  const thanks = within(await screen.findByRole("dialog", { name: "Thank you, we have your report" }));
  expect(thanks.queryByRole("link")).toBeNull();
});

test("a guest session that has run out keeps nobody from reporting", async () => {
  const { keepGuest } = await import("../../api/guest-store");
  keepGuest({ guestSessionId: "g1", deviceHash: "d1", expiresAt: Date.now() + 60_000 });
  answers = [problem(401, "The sign-in is not valid any more.", "invalid_token"), receipt()];
  const form = await open();
  fireEvent.click(form.getByRole("radio", { name: "Something else" }));
  fireEvent.click(form.getByRole("button", { name: "Send report" }));
  await screen.findByRole("dialog", { name: "Thank you, we have your report" });
  expect(sent.map(({ guest }) => guest)).toEqual(["g1", null]);
});
