// @vitest-environment jsdom
import { cleanup, screen, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { createQueryClient, fillCache } from "../../../api/query";
import { reads } from "../../../api/reads";
import { showInPlay } from "../../../testing/play";
import { aMessage, aSession, aSlice } from "../testing";
import type { ChatSession } from "../types";
import { Line } from "./Line";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const LINES = [
  { region: "US", name: "988 Lifeline", contact: "Call or text 988", url: "https://988lifeline.org" },
  { region: "DE", name: "TelefonSeelsorge", contact: "0800 111 0 111" },
  {
    region: "*",
    name: "Find A Helpline",
    contact: "Lines in your country",
    url: "https://findahelpline.com",
  },
];

/** An aside after a reload: the notice is gone by then. */
async function showAside(status: number, crisis: ChatSession["notices"]["crisis"] = null) {
  const aside = aMessage({ id: "m1", aside: true, author: "narrator", authorId: null, name: "Dramatis" });
  const session = aSession({ messages: aSlice([aside]), notices: { ...aSession().notices, crisis } });
  const client = createQueryClient();
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, retry: false } });
  const body = { crisis: { text: "You are not alone.", lines: LINES } };
  fillCache(client, { [reads.careNotices]: { status, body } }, Date.now());
  const nothing = () => undefined;
  await showInPlay(
    <Line id="m1" isLast editing={false} onEdit={nothing} onEdited={nothing} onMenu={nothing} />,
    { session: async () => session },
    client,
  );
}

const links = (within_: Pick<typeof screen, "getAllByRole">) =>
  within_.getAllByRole("link").map((link) => link.getAttribute("href"));

test("the helplines that an aside names stand in it, the reader’s own first", async () => {
  vi.stubGlobal("navigator", { languages: ["de-DE", "en"] });
  await showAside(200);
  const near = within(screen.getAllByRole("list")[0] as HTMLElement);
  expect(links(near)).toEqual(["tel:08001110111", "https://findahelpline.com"]);
  expect(links(screen)).toEqual(expect.arrayContaining(["tel:988", "https://988lifeline.org", "/safety"]));
  expect(screen.getByRole("button", { name: "Continue the story" })).toBeTruthy();
});

test("the lines of the language that help was offered in stand first, whatever the browser speaks", async () => {
  vi.stubGlobal("navigator", { languages: ["en-US", "en"] });
  const labels = { language: "de", help: "Reden", goOn: "Weiter", close: "Schließen" };
  await showAside(200, { kind: "crisis", text: "Du bist nicht allein.", link: "/safety", labels });
  const near = within(screen.getAllByRole("list")[0] as HTMLElement);
  expect(links(near)).toEqual([
    "tel:08001110111",
    "https://988lifeline.org",
    "tel:988",
    "https://findahelpline.com",
  ]);
});

test("where the lines cannot be had, the emergency numbers are there", async () => {
  await showAside(500);
  expect(links(screen)).toEqual(expect.arrayContaining(["tel:112", "tel:911", "/safety"]));
});
