// @vitest-environment jsdom
import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createQueryClient } from "../../api/query";
import { answers, serve } from "../../testing/api";
import { aPublishingStatus } from "../../testing/publishing";
import { renderInPage } from "../../testing/render";
import { PublishForm } from "./PublishForm";

const STATUS = "GET /scenarios/scenario/{id}/publishing";
const PUBLISHED = aPublishingStatus({ state: "public", publishedVersion: 1 });
const SEEN = "Everybody can find, read and play it.";

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close ??= () => undefined;
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show(notSaved: string | null = null, version = 3): void {
  renderInPage(
    <QueryClientProvider client={createQueryClient()}>
      <PublishForm
        id="sc1"
        version={version}
        notSaved={notSaved}
        nameOf={(field) => field}
        goTo={() => undefined}
      />
    </QueryClientProvider>,
  );
}

test("after publishing it is said once who sees it, and the button says that it is done", async () => {
  serve(
    answers(STATUS, 200, aPublishingStatus()),
    answers("POST /scenarios/scenario/{id}/publish", 200, PUBLISHED),
  );
  show();
  fireEvent.click(await screen.findByRole("button", { name: "Publish" }));
  const button = await screen.findByRole("button", { name: "Published" });
  expect(button.getAttribute("aria-disabled")).toBe("true");
  const said = screen.getAllByText(new RegExp(`^${SEEN}`));
  expect(said).toHaveLength(1);
  expect(said[0]?.getAttribute("role")).toBe("status");
});

test("what is published as it is is not sent again", async () => {
  const sent = serve(answers(STATUS, 200, PUBLISHED));
  show();
  fireEvent.click(await screen.findByRole("button", { name: "Published" }));
  expect(sent).toHaveLength(1);
});

test("why it can’t be published now is what keeps it from being saved", async () => {
  serve(answers(STATUS, 200, PUBLISHED));
  show("Complete “Whose work it is” first. Say who gave permission.");
  const button = await screen.findByRole("button", { name: "Publish the changes" });
  const reason = document.getElementById(button.getAttribute("aria-describedby") ?? "");
  expect(reason?.textContent).toBe("Complete “Whose work it is” first. Say who gave permission.");
});

test("what waits for review is not sent again, and says why", async () => {
  const sent = serve(
    answers(STATUS, 200, aPublishingStatus({ state: "inReview", inReview: "public", versionInReview: 3 })),
  );
  show();
  const button = await screen.findByRole("button", { name: "Waiting for review" });
  expect(button.getAttribute("aria-disabled")).toBe("true");
  const reason = document.getElementById(button.getAttribute("aria-describedby") ?? "");
  expect(reason?.textContent).toContain("The version you sent is waiting.");
  fireEvent.click(button);
  expect(sent).toHaveLength(1);
});

test("what waits can be sent for other readers, and again once it was changed", async () => {
  const waits = aPublishingStatus({
    id: "sc2",
    state: "inReview",
    inReview: "public",
    versionInReview: 3,
    doubted: [{ field: "/setting", passage: "", message: "It may be about somebody real." }],
  });
  serve(answers(STATUS, 200, waits), answers(STATUS, 200, { ...waits, version: 4 }));
  show();
  await screen.findByRole("button", { name: "Waiting for review" });
  fireEvent.click(screen.getByRole("radio", { name: /^Unlisted/ }));
  expect(screen.getByRole("button", { name: "Send to review" }).hasAttribute("aria-disabled")).toBe(false);
  cleanup();
  show(null, 4);
  const button = await screen.findByRole("button", { name: "Send to review" });
  expect(button.hasAttribute("aria-disabled")).toBe(false);
});

test("what is public can be passed on, and running stories are said to stay as they are", async () => {
  serve(answers(STATUS, 200, PUBLISHED));
  const writeText = vi.fn(async () => undefined);
  vi.stubGlobal("navigator", { ...navigator, clipboard: { writeText } });
  show();
  const address = `${location.origin}/scenario/sc1`;
  expect((await screen.findByRole("link", { name: address })).getAttribute("href")).toBe("/scenario/sc1");
  expect(screen.getByRole("link", { name: "Open the page" }).getAttribute("href")).toBe("/scenario/sc1");
  fireEvent.click(screen.getByRole("button", { name: "Copy link" }));
  expect(await screen.findByText("Link copied.")).toBeTruthy();
  expect(writeText).toHaveBeenCalledWith(address);
  expect(screen.getByText(/Stories that are running stay on the version they began with\./)).toBeTruthy();
});

test("what nobody else can see has no address to pass on", async () => {
  serve(answers(STATUS, 200, aPublishingStatus()));
  show();
  await screen.findByRole("button", { name: "Publish" });
  expect(screen.queryByRole("button", { name: "Copy link" })).toBeNull();
});

test("making private what others see asks as withdrawing does", async () => {
  const sent = serve(
    answers(STATUS, 200, PUBLISHED),
    answers("POST /scenarios/scenario/{id}/publish", 200, { ...PUBLISHED, state: "private" }),
  );
  show();
  fireEvent.click(await screen.findByRole("radio", { name: /^Private/ }));
  fireEvent.click(screen.getByRole("button", { name: "Save as private" }));
  const dialog = within(screen.getByRole("dialog", { name: "Withdraw it and make it private?" }));
  expect(sent).toHaveLength(1);
  fireEvent.click(dialog.getByRole("button", { name: "Withdraw" }));
  expect(await screen.findByRole("button", { name: "Saved as private" })).toBeTruthy();
  expect(sent.at(-1)?.body).toEqual({ version: 3, access: "private" });
});

test("saving a draft as private asks nothing", async () => {
  serve(
    answers(STATUS, 200, aPublishingStatus()),
    answers("POST /scenarios/scenario/{id}/publish", 200, { ...PUBLISHED, state: "private" }),
  );
  show();
  fireEvent.click(await screen.findByRole("radio", { name: /^Private/ }));
  fireEvent.click(screen.getByRole("button", { name: "Save as private" }));
  expect(await screen.findByRole("button", { name: "Saved as private" })).toBeTruthy();
});

test("what is for readers alone is not missing for its author, and the choice stays while it is filled in", async () => {
  const missing = [
    { field: "/language", message: "Choose the language." },
    { field: "/rating", message: "Choose an age rating." },
  ];
  const status = aPublishingStatus({ id: "sc3", missing, missingForAuthor: missing.slice(0, 1) });
  serve(answers(STATUS, 200, status), answers(STATUS, 200, status));
  show();
  expect(await screen.findByText("Choose an age rating.")).toBeTruthy();
  fireEvent.click(screen.getByRole("radio", { name: /^Private/ }));
  expect(screen.queryByText("Choose an age rating.")).toBeNull();
  expect(screen.getByText("Choose the language.")).toBeTruthy();
  cleanup();
  show();
  expect((await screen.findByRole<HTMLInputElement>("radio", { name: /^Private/ })).checked).toBe(true);
});
