// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, within } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { MenuSlot } from "../../../design/MenuSlot";
import { answers, serve } from "../../../testing/api";
import { showInPlay } from "../../../testing/play";
import Settings from "../settings/Settings";
import { aCharacter, aSession } from "../testing";
import type { ChatSession, SessionChange, TurnRequest } from "../types";
import CharacterDetails from "./CharacterDetails";
import CharactersPanel from "./CharactersPanel";
import ControlMode from "./ControlMode";
import { SceneNote } from "./SceneNote";
import { StoryMenu } from "./StoryMenu";
import { setAway } from "./scene";

const YOU = aCharacter("Wren", { id: "you", isUser: true });
const MARA = aCharacter("Mara");
const TOM = aCharacter("Tom");

let narrow = false;

beforeEach(() => {
  narrow = false;
  localStorage.clear();
  sessionStorage.clear();
  vi.stubGlobal("matchMedia", (query: string) =>
    Object.assign(new EventTarget(), { matches: narrow && query.includes("620px") }),
  );
});
afterEach(() => {
  cleanup();
  for (const id of ["mara", "tom"]) setAway("s1", id, false);
  vi.unstubAllGlobals();
});

/** A panel of a story whose server accepts every change. */
async function showPanel(panel: ReactNode, session: Partial<ChatSession> = {}) {
  const changes: SessionChange[] = [];
  const names: string[] = [];
  let now = aSession(session);
  const shown = await showInPlay(panel, {
    session: async () => now,
    namePlayer: async (_chatID: string, name: string) => {
      names.push(name);
      const personas = { ...now.personas, default: { name, description: "" } };
      now = { ...now, personas, selectedPersona: "default", asksName: false };
      return now;
    },
    changeSession: async (_chatID: string, _version: number, change: SessionChange) => {
      changes.push(change);
      const { characters: _cast, ...rest } = change;
      now = { ...now, ...rest };
      return now;
    },
  });
  const asked = () => shown.last().open(null).body as TurnRequest;
  return { ...shown, changes, names, asked };
}

const people = (
  <>
    <ControlMode />
    <CharactersPanel />
  </>
);

test("puppeteer cannot be chosen while there is one character", async () => {
  await showPanel(people, { characters: [YOU, MARA] });
  expect(screen.getByRole<HTMLInputElement>("radio", { name: /^Puppeteer/ }).disabled).toBe(true);
  expect(
    screen.getByText(/^You play one of the characters.* Needs more than one character besides you\.$/),
  ).toBeTruthy();
});

test("a puppeteer plays somebody at once, and it is shown in the words of the specification", async () => {
  const { user, changes } = await showPanel(people, { characters: [YOU, MARA, TOM] });
  await user.click(screen.getByRole("radio", { name: /^Puppeteer/ }));
  expect(changes).toEqual([{ controlMode: "puppeteer", puppetID: "mara" }]);
  expect(screen.getByRole("button", { name: "Currently Puppeteering Mara" })).toBeTruthy();
  await user.click(screen.getByRole("radio", { name: "Tom" }));
  expect(changes.at(-1)).toEqual({ puppetID: "tom" });
  await user.click(screen.getByRole("radio", { name: /^Steer/ }));
  expect(changes.at(-1)).toEqual({ controlMode: "steer", puppetID: null });
  expect(screen.getByRole("button", { name: "Steering as the narrator" })).toBeTruthy();
});

test("a pressed portrait speaks, before those who are in the scene", async () => {
  const { user, asked } = await showPanel(people, { characters: [YOU, MARA, TOM] });
  await user.click(
    within(screen.getByRole("region", { name: "In this scene" })).getByRole("button", { name: /^Tom/ }),
  );
  await user.click(screen.getByRole("button", { name: "Let Mara speak" }));
  expect(asked()).toMatchObject({ kind: "next", speakerId: "mara", presence: ["mara"] });
});

test("who is mute is unmuted by the same press", async () => {
  const { user, changes } = await showPanel(people, {
    characters: [YOU, MARA, aCharacter("Tom", { muted: true })],
  });
  const button = screen.getByRole("button", { name: "Mute Tom" });
  expect(button.getAttribute("aria-pressed")).toBe("true");
  await user.click(button);
  expect(changes).toEqual([{ characters: [{ id: "tom", muted: false }] }]);
});

test("one is oneself or one of one's personas", async () => {
  const { user, changes } = await showPanel(people, {
    characters: [{ ...YOU, name: "You" }, MARA],
    personas: { p1: { name: "Ilvane", description: "Draws maps." } },
    selectedPersona: "gone",
  });
  expect(screen.getByRole<HTMLInputElement>("radio", { name: /^Just me/ }).checked).toBe(true);
  await user.click(screen.getByRole("radio", { name: /^Ilvane/ }));
  expect(changes).toEqual([{ selectedPersona: "p1" }]);
});

test("one without a persona is in the role that the author suggests", async () => {
  await showPanel(people, { characters: [{ ...YOU, name: "The last passenger" }, MARA] });
  expect(screen.getByRole<HTMLInputElement>("radio", { name: /^The last passenger/ }).checked).toBe(true);
  expect(screen.queryByRole("radio", { name: /^Just me/ })).toBeNull();
});

test("who passed over the question for a name gives it later, and changes it", async () => {
  const { user, names } = await showPanel(people, { userID: null, characters: [YOU, MARA] });
  await user.click(screen.getByRole("button", { name: "Add a name" }));
  const name = () => screen.getByRole<HTMLInputElement>("textbox", { name: "What should they call you?" });
  expect(document.activeElement).toBe(name());
  await user.click(screen.getByRole("button", { name: "Save name" }));
  expect(screen.getByText("Enter a name.")).toBeTruthy();
  await user.type(name(), " Dana {Enter}");
  expect(names).toEqual(["Dana"]);
  expect(screen.getByRole<HTMLInputElement>("radio", { name: "Dana" }).checked).toBe(true);
  const edit = screen.getByRole("button", { name: "Edit name" });
  expect(document.activeElement).toBe(edit);
  await user.click(edit);
  expect(name().value).toBe("Dana");
  await user.clear(name());
  await user.type(name(), "Zoë{Enter}");
  expect(names).toEqual(["Dana", "Zoë"]);
  expect(screen.queryByRole("radio", { name: "Dana" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Edit name" }));
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("textbox", { name: "What should they call you?" })).toBeNull();
  expect(names).toHaveLength(2);
});

test("that replies are charged one by one is said only where a reply has a price", async () => {
  const { price } = aSession();
  const several = { characters: [YOU, MARA, TOM] };
  const words = () => screen.queryByText("Each reply is charged separately.");
  await showPanel(people, { ...several, price: { ...price, perReply: 0 } });
  expect(words()).toBeNull();
  cleanup();
  await showPanel(people, { ...several, price: { ...price, perReply: 2, free: null } });
  expect(words()).not.toBeNull();
});

test("replies at a time stay within their limits", async () => {
  const { user, changes } = await showPanel(people, { characters: [YOU, MARA, TOM], maxReplies: 2 });
  await user.click(screen.getByRole("button", { name: "One fewer" }));
  expect(changes).toEqual([{ maxReplies: 1 }]);
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "One fewer" }).disabled).toBe(true);
});

test("settings are tabs that arrows walk", async () => {
  const { user } = await showPanel(<Settings />);
  const tabs = screen.getAllByRole("tab").map((tab) => tab.textContent);
  expect(tabs).toEqual(["Quick", "Display", "Behavior"]);
  await user.click(screen.getByRole("tab", { name: "Quick" }));
  await user.keyboard("{ArrowRight}");
  expect(document.activeElement?.textContent).toBe("Display");
  expect(screen.getByRole("tabpanel", { name: "Display" })).toBeTruthy();
  await user.keyboard("{ArrowRight}{ArrowRight}");
  expect(document.activeElement?.textContent).toBe("Quick");
});

test("where it is narrow they are sections to unfold", async () => {
  narrow = true;
  const { user } = await showPanel(<Settings />);
  expect(screen.queryByRole("tab")).toBeNull();
  const display = screen.getByRole("button", { name: "Display" });
  expect(display.getAttribute("aria-expanded")).toBe("false");
  await user.click(display);
  expect(display.getAttribute("aria-expanded")).toBe("true");
  expect(screen.getByRole("button", { name: "Quick" }).getAttribute("aria-expanded")).toBe("true");
});

test("at most six quick themes; See all leads to the others", async () => {
  const { user, changes } = await showPanel(<Settings />, { themeID: "rose-garden" });
  const quick = within(screen.getByRole("group", { name: "Quick themes" })).getAllByRole("radio");
  expect(quick).toHaveLength(6);
  expect(screen.getByRole<HTMLInputElement>("radio", { name: "Rose garden" }).checked).toBe(true);
  await user.click(screen.getByRole("button", { name: "See all" }));
  const all = within(screen.getByRole("group", { name: "Story theme" }));
  expect(all.getAllByRole("radio").length).toBeGreaterThan(6);
  await user.click(all.getByRole("radio", { name: "Noir" }));
  await user.click(all.getByRole("radio", { name: "Default" }));
  expect(changes).toEqual([{ themeID: "noir" }, { themeID: null }]);
});

test("the font size stays in this browser, and 16 is the way back", async () => {
  const { user, changes } = await showPanel(<Settings />);
  await user.click(screen.getByRole("tab", { name: "Display" }));
  const reset = screen.getByRole<HTMLButtonElement>("button", { name: "Reset to default" });
  expect(reset.disabled).toBe(true);
  const slider = screen.getByRole<HTMLInputElement>("slider", { name: "Font size" });
  expect([slider.min, slider.max, slider.step, slider.value]).toEqual(["12", "24", "1", "16"]);
  act(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(slider, "20");
    slider.dispatchEvent(new Event("input", { bubbles: true }));
  });
  expect(localStorage.getItem("dramatis.fontSize")).toBe("20");
  expect(reset.disabled).toBe(false);
  await user.click(reset);
  expect(localStorage.getItem("dramatis.fontSize")).toBe("16");
  expect(changes).toEqual([]);
});

test("a slider is sent once, when it is let go", async () => {
  const { user, changes } = await showPanel(<Settings />);
  const slider = screen.getByRole<HTMLInputElement>("slider", { name: "Response length" });
  for (const value of ["60", "70", "80"])
    act(() => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(slider, value);
      slider.dispatchEvent(new Event("input", { bubbles: true }));
    });
  expect(changes).toEqual([]);
  await user.pointer([
    { keys: "[MouseLeft>]", target: slider },
    { keys: "[/MouseLeft]", target: slider },
  ]);
  expect(changes).toEqual([{ responseLength: 80 }]);
});

test("a sampler setting out of its range is not sent, and its range is shown", async () => {
  const { user, changes } = await showPanel(<Settings />, { sampling: { temperature: 1 } });
  await user.click(screen.getByRole("tab", { name: "Behavior" }));
  const field = screen.getByRole("textbox", { name: "Temperature", hidden: true });
  await user.clear(field);
  await user.type(field, "3{Enter}");
  expect(screen.getByText("Temperature: 0 to 2.")).toBeTruthy();
  expect(changes).toEqual([]);
  await user.clear(field);
  await user.type(field, "0,7{Enter}");
  expect(changes).toEqual([{ sampling: { temperature: 0.7 } }]);
});

test("who is sent out is named beside the composer", async () => {
  const { story } = await showPanel(<SceneNote />, { characters: [YOU, MARA, TOM] });
  expect(screen.queryByRole("button")).toBeNull();
  act(() => setAway("s1", "tom", true));
  expect(screen.getByRole("button").textContent).toBe("Tom won’t hear this");
  act(() => setAway("s1", "mara", true));
  expect(screen.getByRole("button").textContent).toBe("Nobody hears this");
  act(() => screen.getByRole("button").click());
  expect(story.state.panel).toEqual({ name: "characters" });
});

test("somebody of the cast can be reported where one reads of them, the player cannot", async () => {
  const story = { ...aSession().story, scenarioID: "sc1" };
  const mara = { ...MARA, avatar: "/media/mara.webp" };
  const { showInstead } = await showPanel(<CharacterDetails characterId="mara" onClose={() => undefined} />, {
    characters: [YOU, mara],
    story,
  });
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close ??= () => undefined;
  const sent = serve(
    answers("POST /reports", 201, { id: "r-7", receivedOn: "2026-11-22T10:00:00Z", next: "Soon." }),
  );
  fireEvent.click(screen.getByRole("button", { name: "Report" }));
  const form = within(await screen.findByRole("dialog", { name: "Report" }));
  expect(form.getAllByRole("option").map(({ textContent }) => textContent)).toEqual([
    "This character, or their scenario",
    "Their portrait",
  ]);
  fireEvent.click(form.getByRole("radio", { name: "Hatred or threats" }));
  fireEvent.click(form.getByRole("button", { name: "Send report" }));
  await screen.findByText("r-7");
  expect(sent.map(({ body }) => body)).toEqual([
    { kind: "scenario", targetId: "sc1", reason: "hate", note: "About Mara." },
  ]);
  showInstead(<CharacterDetails characterId="you" onClose={() => undefined} />);
  expect(screen.queryByRole("button", { name: "Report" })).toBeNull();
});

test("the story’s menu leads to help, and the story stays where it is", async () => {
  await showPanel(
    <>
      <MenuSlot />
      <StoryMenu />
    </>,
    { characters: [YOU, MARA, TOM], controlMode: "steer" },
  );
  const help = screen.getByRole("link", { name: /^Help and safety/ });
  expect([help.getAttribute("href"), help.getAttribute("target")]).toEqual(["/safety", "_blank"]);
  expect(screen.getByText("You’re the narrator: whatever you write happens.")).toBeTruthy();
});
