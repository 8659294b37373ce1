// @vitest-environment jsdom
import { act, cleanup, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { failedAnswer } from "../../../api/errors";
import { refusal } from "../../../testing/api";
import { showInPlay } from "../../../testing/play";
import type { PlayApi } from "../api";
import { draftOf } from "../drafts";
import type { Following } from "../stream";
import { aMessage, aSession, aSlice, aTurn } from "../testing";
import type { ChatSession, Turn, TurnRequest } from "../types";
import { Composer } from "./Composer";

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal("matchMedia", (query: string) =>
    Object.assign(new EventTarget(), { matches: query.includes("fine") }),
  );
  vi.stubGlobal("CSS", { supports: () => true, escape: (text: string) => text });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function showComposer(session: Partial<ChatSession> = {}, more: Partial<PlayApi> = {}) {
  const shown = await showInPlay(<Composer ref={null} />, {
    session: async () => aSession(session),
    price: async () => aSession(session).price,
    stop: async () => aTurn(),
    ...more,
  });
  const sent = () => shown.last().open(null).body as TurnRequest;
  return { ...shown, sent };
}

const field = () => screen.getByRole<HTMLTextAreaElement>("textbox");

test("Enter sends, Shift+Enter begins a new line", async () => {
  const { user, sent, story } = await showComposer();
  await user.type(field(), "One{Shift>}{Enter}{/Shift}two{Enter}");
  expect(sent()).toMatchObject({ kind: "say", message: "One\ntwo" });
  expect(field().value).toBe("");
  expect(story.messages.at(-1)?.content).toBe("One\ntwo");
});

test("Enter while a reply is coming keeps the text and explains why, as long as that is true", async () => {
  const { user, last, story } = await showComposer();
  await user.type(field(), "One{Enter}");
  expect(screen.queryByText(/^Not sent yet/)).toBeNull();
  await user.type(field(), "Two{Enter}");
  expect(field().value).toBe("Two");
  const first = last();
  const event = (name: string, data: unknown) =>
    first.onEvent({ id: "1", event: name, data: JSON.stringify(data) });
  await act(async () => void event("turn", { turn: aTurn() }));
  expect(screen.getByText(/^Not sent yet: a reply is still coming/)).toBeTruthy();
  await act(async () => {
    event("end", {
      turn: aTurn({ state: "complete" }),
      price: { held: 1, captured: 1, free: false },
      balance: null,
    });
  });
  expect(story.state.turn).toBeNull();
  expect(screen.queryByText(/^Not sent yet/)).toBeNull();
  expect(field().value).toBe("Two");
});

/** Somebody speaks, and a line is sent meanwhile: the stream of the turn, and that of the line. */
async function interrupted(words: string) {
  const stage = await showComposer();
  const { user, last, sent } = stage;
  await user.type(field(), "One{Enter}");
  const speaking = last();
  const said = aMessage({
    id: "u1",
    depth: 2,
    parentId: "m1",
    author: "user",
    origin: "said",
    content: "One",
  });
  const reply = aMessage({ id: "r1", depth: 3, parentId: "u1", state: "writing", content: "I talk" });
  const tell = (following: Following, event: string, data: unknown) =>
    act(async () => void following.onEvent({ id: "1", event, data: JSON.stringify(data) }));
  await tell(speaking, "turn", { turn: aTurn({ userMessage: said }) });
  await tell(speaking, "message", { message: reply });
  await user.type(field(), `${words}{Enter}{Enter}`);
  const asking = last();
  expect(asking).not.toBe(speaking);
  expect(sent()).toMatchObject({ kind: "say", message: words });
  // After what is not there yet: the server takes nothing there but a cry for help.
  expect(sent().parentId).toBe("local-c1");
  expect(screen.getByText(/^Not sent yet/)).toBeTruthy();
  return { ...stage, speaking, asking, reply, tell };
}

test("a line that the server refuses while somebody speaks stays in the field, and they go on", async () => {
  const { story, asking, speaking, tell } = await interrupted("Two");
  await act(async () => void asking.onRefused(refusal(404, "NOT_FOUND"), 1));
  expect(field().value).toBe("Two");
  expect(screen.getByText(/^Not sent yet/)).toBeTruthy();
  expect(screen.queryByRole("alert")).toBeNull();
  expect(story.state.turn?.id).toBe("t1");
  await tell(speaking, "delta", { messageId: "r1", offset: 6, text: " on." });
  expect(story.message("r1")?.content).toBe("I talk on.");
});

test("the server's other answers to it are shown", async () => {
  const { asking } = await interrupted("Two");
  const message = "People who listen: 988.";
  await act(async () => void asking.onRefused(refusal(429, "RATE_LIMITED", { message }), 1));
  expect(screen.getByRole("alert").textContent).toContain(message);
  expect(field().value).toBe("Two");
});

test("a cry for help is answered while somebody speaks, and they stop", async () => {
  const { story, asking, speaking, reply, tell } = await interrupted("I want to die.");
  const cry = aMessage({ id: "u2", depth: 4, parentId: "r1", author: "user", origin: "said" });
  const aside = aMessage({ id: "a2", depth: 5, parentId: "u2", author: "narrator", aside: true });
  await tell(asking, "turn", { turn: aTurn({ id: "t2", userMessage: cry }) });
  expect(field().value).toBe("");
  expect(draftOf("u1", "s1")).toBeNull();
  expect(screen.queryByText(/^Not sent yet/)).toBeNull();
  const stopped = { ...reply, state: "stopped" as const };
  const price = { held: 1, captured: 0, free: false };
  const end = (turn: Partial<Turn>) => ({ turn: aTurn(turn), price, balance: null });
  await tell(speaking, "done", { message: stopped });
  await tell(speaking, "end", end({ state: "stopped", replies: [stopped] }));
  expect(story.message("r1")?.state).toBe("stopped");
  expect(story.state.turn?.id).toBe("t2");
  await tell(asking, "message", { message: aside });
  await tell(asking, "end", end({ id: "t2", state: "complete", userMessage: cry, replies: [aside] }));
  expect(story.state).toMatchObject({ turn: null, ids: ["m0", "m1", "u1", "r1", "u2", "a2"] });
});

test("the end of who was stopped may come before the answer to the cry", async () => {
  const { story, asking, speaking, tell } = await interrupted("I want to die.");
  const turn = aTurn({ state: "stopped" });
  await tell(speaking, "end", { turn, price: turn.price, balance: null });
  expect(field().value).toBe("I want to die.");
  await tell(asking, "turn", { turn: aTurn({ id: "t2" }) });
  expect(story.state.turn?.id).toBe("t2");
  expect(field().value).toBe("");
});

test("without a keyboard a button sends while somebody speaks", async () => {
  const { user, sent, last, story } = await showComposer();
  await user.click(screen.getByRole("button", { name: "Next" }));
  await act(async () => {
    last().onEvent({ id: "1", event: "turn", data: JSON.stringify({ turn: aTurn() }) });
  });
  await user.type(field(), "I want to die.");
  await user.click(screen.getByRole("button", { name: "Send" }));
  expect(sent()).toMatchObject({ kind: "say", message: "I want to die." });
  expect(screen.getByRole("button", { name: "Stop" })).toBeTruthy();
  expect(story.state.turn?.id).toBe("t1");
});

/** Answers as the server does when the player has said their name; the names that were said. */
function naming(refusal?: Error) {
  const names: string[] = [];
  const namePlayer = async (_chatID: string, name: string) => {
    names.push(name);
    if (refusal !== undefined) throw refusal;
    const personas = { default: { name, description: "" } };
    return aSession({ asksName: false, selectedPersona: "default", personas, version: 2 });
  };
  return { names, api: { namePlayer } };
}
const line = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: /^What do you do/ });

test("the first story asks once what they should call the player", async () => {
  const { names, api } = naming();
  const { user } = await showComposer({ asksName: true }, api);
  await user.type(screen.getByRole("textbox", { name: "What should they call you?" }), " Zoë {Enter}");
  expect(names).toEqual(["Zoë"]);
  expect(screen.queryByText("What should they call you?")).toBeNull();
  expect(document.activeElement).toBe(line());
  expect(line().placeholder).toBe("What do you do, Zoë?");
});

test("who just writes has answered", async () => {
  const { names, api } = naming();
  const { user, sent } = await showComposer({ asksName: true }, api);
  await user.type(line(), "I step in.{Enter}");
  expect(sent()).toMatchObject({ kind: "say", message: "I step in." });
  expect(names).toEqual([]);
  expect(screen.queryByText("What should they call you?")).toBeNull();
});

test("a name that was not confirmed goes before the first line", async () => {
  const { names, api } = naming();
  const { user, sent } = await showComposer({ asksName: true }, api);
  await user.type(screen.getByRole("textbox", { name: "What should they call you?" }), "李 小龙");
  await user.type(line(), "I step in.{Enter}");
  expect(names).toEqual(["李 小龙"]);
  expect(sent()).toMatchObject({ kind: "say", message: "I step in." });
});

test("a name that is refused keeps the line, and shows why", async () => {
  const errors = [{ pointer: "/name", message: "Use at most 50 characters." }];
  const { api } = naming(refusal(422, "VALIDATION_FAILED", { errors }));
  const { user, story } = await showComposer({ asksName: true }, api);
  await user.type(screen.getByRole("textbox", { name: "What should they call you?" }), "x");
  await user.type(line(), "I step in.{Enter}");
  expect(screen.getByText("Use at most 50 characters.")).toBeTruthy();
  expect(line().value).toBe("I step in.");
  expect(story.state.turn).toBeNull();
});

test("with nothing written the button lets the scene move on", async () => {
  const { user, sent } = await showComposer();
  await user.click(screen.getByRole("button", { name: "Next" }));
  expect(sent()).toMatchObject({ kind: "next" });
});

test("what is refused comes back into the field, with the reason and the way out", async () => {
  const { user, last } = await showComposer();
  await user.type(field(), "Who lit it?{Enter}");
  await act(async () => void last().onRefused(refusal(402, "INSUFFICIENT_SHEKELS"), 1));
  expect(field().value).toBe("Who lit it?");
  expect(screen.getByRole("alert").textContent).toContain("enough shekels");
  expect(screen.getByRole("link", { name: "Your wallet" })).toBeTruthy();
});

test("nothing that was typed meanwhile is overwritten", async () => {
  const { user, last } = await showComposer();
  await user.type(field(), "First{Enter}");
  await user.type(field(), "Second");
  await act(async () => void last().onRefused(failedAnswer(429, { retryAfter: 7 }), 1));
  expect(field().value).toBe("First\n\nSecond");
  expect(screen.getByRole("alert").textContent).toMatch(/You can try again in \d s/);
});

test("a draft is kept until the server has the line", async () => {
  const { user, last } = await showComposer();
  await user.type(field(), "Who lit it?{Enter}");
  expect(draftOf("u1", "s1")).toMatchObject({ text: "Who lit it?", sentAs: "c1" });
  const said = aMessage({ id: "u9", parentId: "m1", author: "user", origin: "said", content: "Who lit it?" });
  await act(async () => {
    last().onEvent({
      id: "1",
      event: "turn",
      data: JSON.stringify({ turn: aTurn({ userMessage: said }) }),
    });
  });
  expect(draftOf("u1", "s1")).toBeNull();
});

test("what was left unsent is there again, under the id it may have arrived under", async () => {
  localStorage.setItem(
    "dramatis.drafts",
    JSON.stringify({ owner: "u1", drafts: { s1: { text: "Kept", sentAs: "old", at: Date.now() } } }),
  );
  const { user, sent } = await showComposer();
  expect(field().value).toBe("Kept");
  await user.type(field(), "{Enter}");
  expect(sent()).toMatchObject({ message: "Kept", clientMessageId: "old" });
});

test("while somebody speaks there is a way to stop them", async () => {
  const { user, last, story } = await showComposer();
  await user.click(screen.getByRole("button", { name: "Next" }));
  await act(async () => {
    last().onEvent({ id: "1", event: "turn", data: JSON.stringify({ turn: aTurn() }) });
  });
  await user.click(screen.getByRole("button", { name: "Stop" }));
  expect(story.state.turn?.stopping).toBe(true);
});

test("a draft for the player takes the place of what they wrote, which can be put back", async () => {
  const { user, last, sent } = await showComposer();
  await user.type(field(), "i go in");
  await user.click(screen.getByRole("button", { name: "Write my next line" }));
  expect(sent()).toMatchObject({ kind: "impersonate", message: "i go in" });
  const turn = aTurn({ kind: "impersonate", state: "complete", text: "I push the door." });
  const frames = [
    ["turn", { turn: aTurn({ kind: "impersonate" }) }],
    ["delta", { messageId: null, offset: 0, text: "I push the door." }],
    ["end", { turn, price: turn.price, balance: null }],
  ] as const;
  for (const [event, data] of frames) {
    await act(async () => void last().onEvent({ id: undefined, event, data: JSON.stringify(data) }));
  }
  expect(field().value).toBe("I push the door.");
  await user.click(screen.getByRole("button", { name: "Restore my text" }));
  expect(field().value).toBe("i go in");
});

test("the price is shown before anything is sent", async () => {
  const price = { ...aSession().price, perReply: 2, turn: 2, balance: 1 };
  await showComposer({ price });
  expect(screen.getByText("2 shekels a reply, you have 1 shekel")).toBeTruthy();
});

test("a guest with nothing left cannot send, and reads why in one place", async () => {
  const price = { ...aSession().price, perReply: 0, counts: true, guest: { left: 0, of: 20 }, balance: null };
  const { user, story } = await showComposer({ userID: null, price });
  await user.type(field(), "One more?{Enter}");
  expect(field().value).toBe("One more?");
  expect(story.state.turn).toBeNull();
  const send = screen.getByRole<HTMLButtonElement>("button", { name: "Send" });
  expect(send.disabled).toBe(true);
  expect(send.title).toContain("No guest messages left");
  expect(screen.getAllByRole("link", { name: /sign up/i })).toHaveLength(1);
});

test("what the player branches off waits for an answer, and one button gets it", async () => {
  const { user, story, sent } = await showComposer();
  await act(async () => story.showBranched("m1"));
  expect(screen.getByText(/Nobody has replied to it yet\. Choose Next/)).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Next" }));
  expect(sent()).toMatchObject({ kind: "next" });
  expect(story.state.branched).toBeNull();
});

test("with something written the strip has the way to a reply, and the text stays", async () => {
  const { user, story, sent } = await showComposer();
  await user.type(field(), "Later");
  await act(async () => story.showBranched("m1"));
  await user.click(screen.getByRole("button", { name: "Next" }));
  expect(sent()).toMatchObject({ kind: "next" });
  expect(field().value).toBe("Later");
});

describe("a story that was begun by a tap", () => {
  const opening = aMessage({ id: "m1", origin: "opening", name: "Mara", content: "It *rains*." });
  const tapped = (isActive: boolean) => vi.stubGlobal("navigator", { userActivation: { isActive } });

  test("can be written in at once, and its opening is read out", async () => {
    tapped(true);
    const { announced } = await showComposer({ messages: aSlice([opening]) });
    expect(document.activeElement).toBe(field());
    expect(announced).toEqual(["Mara: It rains."]);
  });

  test("leaves the field alone where the tap is long past, or a line has been said", async () => {
    tapped(false);
    await showComposer({ messages: aSlice([opening]) });
    expect(document.activeElement).toBe(document.body);
    cleanup();
    tapped(true);
    await showComposer({
      messages: aSlice([opening, aMessage({ id: "m2", parentId: "m1", origin: "said" })]),
    });
    expect(document.activeElement).toBe(document.body);
  });

  test("takes the focus from nobody", async () => {
    tapped(true);
    const other = document.body.appendChild(document.createElement("button"));
    other.focus();
    await showComposer({ messages: aSlice([opening]) });
    expect(document.activeElement).toBe(other);
    other.remove();
  });
});

test("the field shows as whom one writes", async () => {
  await showComposer({ controlMode: "steer" });
  expect(field().placeholder).toBe("Narrate what happens next");
});

test("by the button beside a crisis notice a story goes on by the player’s own word", async () => {
  const { user, last, sent } = await showComposer();
  await user.type(field(), "I want to die.{Enter}");
  await act(async () => {
    const event = (name: string, data: unknown) =>
      last().onEvent({ id: "1", event: name, data: JSON.stringify(data) });
    event("turn", { turn: aTurn() });
    event("notice", { kind: "crisis", text: "You are not alone.", link: "/safety" });
    event("end", {
      turn: aTurn({ state: "complete" }),
      price: { held: 0, captured: 0, free: true },
      balance: null,
    });
  });
  expect(screen.getByRole("alert").textContent).toContain("You are not alone.");
  await user.click(screen.getByRole("button", { name: "Continue the story" }));
  expect(sent()).toMatchObject({ kind: "next", goOn: true });
  await act(async () => {
    const turn = aTurn({ id: "t2", kind: "next" });
    last().onEvent({ id: "1", event: "turn", data: JSON.stringify({ turn }) });
  });
  expect(screen.queryByRole("alert")).toBeNull();
  expect(screen.queryByRole("button", { name: "Continue the story" })).toBeNull();
});

test("while a story goes gently, help and the way on stay beside the field, also when the notice is closed", async () => {
  const { story, notices } = aSession();
  const labels = {
    language: "en",
    help: "Find someone",
    goOn: "Continue the story",
    close: "Close this notice",
  };
  const crisis = { kind: "crisis", text: "You are not alone.", link: "/safety", labels };
  const aside = aMessage({ id: "m1", depth: 1, parentId: "m0", aside: true, author: "narrator" });
  const gently = {
    story: { ...story, gentle: true },
    notices: { ...notices, crisis },
    messages: aSlice([aMessage({ id: "m0" }), aside]),
  };
  const { user, last } = await showComposer(gently);
  expect(screen.getByRole("alert").textContent).toContain("You are not alone.");
  await user.click(screen.getByRole("button", { name: "Close this notice" }));
  const help = () => screen.getByRole("link", { name: "Help and safety" }).getAttribute("href");
  expect(help()).toBe("/safety");
  await user.type(field(), "I look out of the window.{Enter}");
  const said = aMessage({ id: "u1", depth: 2, parentId: "m1", author: "user", origin: "said" });
  const reply = aMessage({ id: "r1", depth: 3, parentId: "u1", state: "writing" });
  await act(async () => {
    const event = (name: string, data: unknown) =>
      last().onEvent({ id: "1", event: name, data: JSON.stringify(data) });
    event("turn", { turn: aTurn({ userMessage: said }) });
    event("message", { message: reply });
  });
  expect(help()).toBe("/safety");
  expect(screen.getByRole("button", { name: "Continue the story" })).toBeTruthy();
});

test("a crisis notice and its buttons are in the language of its reader", async () => {
  const { user, last } = await showComposer();
  await user.type(field(), "Ich will sterben.{Enter}");
  const labels = {
    language: "de",
    help: "Jemanden zum Reden finden",
    goOn: "Weiterspielen",
    close: "Schließen",
  };
  await act(async () => {
    const event = (name: string, data: unknown) =>
      last().onEvent({ id: "1", event: name, data: JSON.stringify(data) });
    event("turn", { turn: aTurn() });
    event("notice", { kind: "crisis", text: "Du bist nicht allein.", link: "/safety", labels });
    event("end", {
      turn: aTurn({ state: "complete" }),
      price: { held: 0, captured: 0, free: true },
      balance: null,
    });
  });
  expect(screen.getByRole("alert").lang).toBe("de");
  expect(screen.getByRole("link", { name: labels.help })).toBeDefined();
  expect(screen.getByRole("button", { name: labels.goOn })).toBeDefined();
  expect(screen.getByRole("button", { name: labels.close })).toBeDefined();
});

test("what is never played stays in the field, with the reason", async () => {
  const { user, last } = await showComposer();
  await user.type(field(), "Kiss me.{Enter}");
  const message = "Somebody in this story is under 18.";
  await act(async () => void last().onRefused(refusal(422, "NEVER_PLAYED", { message }), 1));
  expect(field().value).toBe("Kiss me.");
  expect(screen.getByRole("alert").textContent).toContain(message);
});

test("a closed story takes nothing, shows why, and leads to where it can be exported", async () => {
  const { story } = aSession();
  await showComposer({ story: { ...story, closedOn: "2026-01-01T00:00:00Z" } });
  expect(field().disabled).toBe(true);
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Next" }).disabled).toBe(true);
  expect(screen.getByText("This story is closed.")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Your stories" })).toBeTruthy();
});
