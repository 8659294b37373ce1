// @vitest-environment jsdom
import { act, cleanup, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepGuest } from "../../../api/guest-store";
import { longDate } from "../../../lib/dates";
import { answers, problem, refusal, serve } from "../../../testing/api";
import { showInPlay } from "../../../testing/play";
import { Composer } from "../composer/Composer";
import { aMessage, aSession, aSlice, aTurn } from "../testing";
import { Bottom } from "../transcript/Bottom";
import type { ChatSession, Message } from "../types";

const CONNECT = ["Start a server.", "Set DRAMATIS_MODEL_URL.", "Restart."];
const DAY_MS = 86_400_000;

let phone = false;

beforeEach(() => {
  localStorage.clear();
  phone = false;
  vi.stubGlobal("matchMedia", (query: string) =>
    Object.assign(new EventTarget(), { matches: phone || query.includes("fine") }),
  );
  vi.stubGlobal("CSS", { supports: () => true, escape: (text: string) => text });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const opening = aMessage({
  id: "m0",
  origin: "opening",
  siblings: { index: 1, count: 2, ids: ["mx", "m0"] },
});
const last = (changes: Partial<Message>) =>
  aMessage({ id: "m1", depth: 1, parentId: "m0", content: "He bows.", ...changes });

/** The composer of a story of the demo that stands at this message. */
async function showEnd(at: Message, changes: Partial<ChatSession> = {}, shown = <Composer ref={null} />) {
  const base = aSession();
  const notices = { ...base.notices, connect: CONNECT };
  const session = aSession({ scenarioID: "sc", notices, messages: aSlice([opening, at]), ...changes });
  return showInPlay(shown, { session: async () => session, price: async () => session.price });
}

test("where the demo ends nobody can write, and three ways lead on", async () => {
  const { announced } = await showEnd(last({ ending: true }));
  expect(await screen.findByRole("heading", { name: "The end" })).toBeTruthy();
  expect(screen.queryByRole("textbox")).toBeNull();
  expect(screen.getByRole("button", { name: "Play it again" })).toBeTruthy();
  expect(screen.getByRole("link", { name: "Find another story" }).getAttribute("href")).toBe("/search");
  expect(screen.getByRole("link", { name: "Help and safety" }).getAttribute("href")).toBe("/safety");
  expect(screen.queryByRole("link", { name: /sign up/i })).toBeNull();
  expect(screen.getByText("Do you run this site? Connect an AI model")).toBeTruthy();
  expect(screen.getAllByRole("listitem", { hidden: true }).map(({ textContent }) => textContent)).toEqual(
    CONNECT,
  );
  expect(announced).toEqual([]);
});

test("on a phone it leaves the composer's place to the story, and follows the last line", async () => {
  phone = true;
  await showEnd(last({ ending: true }));
  expect(screen.queryByRole("textbox")).toBeNull();
  expect(screen.queryByRole("heading", { name: "The end" })).toBeNull();
  cleanup();
  await showEnd(last({ ending: true }), {}, <Bottom ending={{ came: false }} />);
  expect(await screen.findByRole("heading", { name: "The end" })).toBeTruthy();
});

test("a guest reads until when the story stays, and how it stays for good", async () => {
  keepGuest({ guestSessionId: "g", deviceHash: "d", expiresAt: Date.now() + DAY_MS, lasts: 30 * DAY_MS });
  await showEnd(last({ ending: true }), { userID: null });
  const until = longDate(new Date(Date.now() + 30 * DAY_MS).toISOString());
  expect((await screen.findByText(/stays in this browser until/)).textContent).toContain(until);
  expect(screen.getByRole("link", { name: "Sign up to keep your stories" })).toBeTruthy();
});

test("a story of a scenario that is gone is not played again", async () => {
  await showEnd(last({ ending: true }), { scenarioID: null });
  await screen.findByRole("heading", { name: "The end" });
  expect(screen.queryByRole("button", { name: "Play it again" })).toBeNull();
});

const SCENARIO = {
  id: "sc",
  displayName: "The Salt Lamp",
  tagline: "",
  avatar_urls: { thumbnail: null, thumbnail_mobile: null, avatar: null, banner: null, fullres: null },
  author: "ann",
  authorname: "Ann",
  explicit: false,
};

/** A story that has ended, of the scenario as it is now. */
async function showEndOf(scenario: ChatSession["story"]["scenario"]) {
  await showEnd(last({ ending: true }), { story: { ...aSession().story, scenario } });
  await screen.findByRole("heading", { name: "The end" });
  return screen.queryByRole("button", { name: "Play it again" });
}

test.each([
  ["withdrawn", "You can’t play it again: its author has withdrawn the scenario."],
  ["deleted", "You can’t play it again: the scenario was removed."],
])("where the scenario is %s, it says why the story is not played again", async (what, why) => {
  expect(await showEndOf({ ...SCENARIO, [what]: true })).toBeNull();
  expect(screen.getByText(why)).toBeTruthy();
});

test("an author plays again what they have withdrawn", async () => {
  expect(await showEndOf({ ...SCENARIO, author: "u1", withdrawn: true })).toBeTruthy();
  expect(screen.queryByText(/^You can’t play it again/)).toBeNull();
});

test("it is played again from the same opening, beside the story there is", async () => {
  const sent = serve(
    answers("POST /guest/sessions", 201, { guestSessionId: "g1", expiresInSeconds: 600 }),
    problem("POST /stories", 429, "STORY_QUOTA_REACHED", { message: "That is enough." }),
  );
  const { user } = await showEnd(last({ ending: true }), { userID: null });
  await user.click(await screen.findByRole("button", { name: "Play it again" }));
  expect(await screen.findByText("That is enough.")).toBeTruthy();
  expect(sent.map(({ body }) => body)).toContainEqual({ scenarioId: "sc", opening: 1, startAnew: true });
});

test("the end is said and takes the focus where somebody wrote; another version opens the composer again", async () => {
  const { story, announced, hear, user } = await showEnd(last({}));
  await user.type(screen.getByRole("textbox"), "Farewell.{Enter}");
  const said = last({ id: "m2", depth: 2, parentId: "m1", author: "user", origin: "said" });
  await hear("turn", { turn: aTurn({ userMessage: said }) });
  const ending = last({ id: "m3", depth: 3, parentId: "m2", ending: true });
  await hear("message", { message: { ...ending, state: "writing", ending: false } });
  await hear("done", { message: ending });
  const turn = aTurn({ state: "complete", replies: [ending] });
  await hear("end", { turn, price: turn.price, balance: null });
  await screen.findByRole("heading", { name: "The end" });
  expect(document.activeElement).toBe(screen.getByRole("region", { name: "The end" }));
  expect(announced).toEqual(["The end. Choose what to do next."]);
  await act(async () => void story.act({ kind: "regenerate", messageId: "m3" }));
  expect(screen.getByRole("textbox")).toBeTruthy();
});

test("words that were not sent when the end came stay, and can be sent", async () => {
  const { story, user } = await showEnd(last({}));
  const field = () => screen.getByRole<HTMLTextAreaElement>("textbox");
  await user.type(field(), "I want to die.");
  const before = field();
  await act(async () => story.takeCurrent(last({ ending: true })));
  await screen.findByRole("heading", { name: "The end" });
  expect(field()).toBe(before);
  expect(document.activeElement).toBe(before);
  const says = vi.spyOn(story, "say");
  await user.keyboard("{Enter}");
  expect(says).toHaveBeenCalledWith("I want to die.", null, expect.anything());
  // Until the server has taken them.
  expect(field().value).toBe("I want to die.");
  await user.clear(field());
  expect(story.state.turn?.kind).toBe("say");
});

test("words that the ended story does not take stay, with the reason", async () => {
  const { story, user, refuse } = await showEnd(last({}));
  const field = () => screen.getByRole<HTMLTextAreaElement>("textbox");
  await user.type(field(), "And then?");
  await act(async () => story.takeCurrent(last({ ending: true })));
  await screen.findByRole("heading", { name: "The end" });
  await user.keyboard("{Enter}");
  await refuse(refusal(409, "DEMO_ENDED", { message: "The demo’s story ends here." }));
  expect(field().value).toBe("And then?");
  expect(screen.getByText("The demo’s story ends here.")).toBeTruthy();
  await user.clear(field());
  expect(screen.queryByRole("textbox")).toBeNull();
});

test("with a model the story goes on where it ended", async () => {
  await showEnd(last({ ending: true }), { notices: aSession().notices });
  expect(screen.getByRole("textbox")).toBeTruthy();
  expect(screen.queryByText("The end")).toBeNull();
});
