import { expect, test } from "vitest";
import { aCharacter } from "../testing";
import { indicatorOf } from "./modes";

const chat = {
  controlMode: "default" as const,
  puppetID: null,
  selectedPersona: null,
  personas: { p1: { name: "Ilse" } },
  characters: [
    aCharacter("Wren", { id: "u", isUser: true }),
    aCharacter("Mara", { id: "m" }),
    aCharacter("Tom"),
  ],
};

test.each([
  ["oneself", chat, "Playing as", "Wren"],
  ["a persona", { ...chat, selectedPersona: "p1" }, "Playing as", "Ilse"],
  ["a persona that is gone", { ...chat, selectedPersona: "p9" }, "Playing as", "Wren"],
  [
    "a puppet",
    { ...chat, controlMode: "puppeteer" as const, puppetID: "m" },
    "Currently Puppeteering",
    "Mara",
  ],
  ["a puppet who left", { ...chat, controlMode: "puppeteer" as const, puppetID: "x" }, "Playing as", "Wren"],
  ["oneself as puppet", { ...chat, controlMode: "puppeteer" as const, puppetID: "u" }, "Playing as", "Wren"],
  ["the narrator", { ...chat, controlMode: "steer" as const }, "Steering as the narrator", null],
])("the indicator names %s", (_, state, label, name) => {
  const indicator = indicatorOf(state);
  expect(indicator.label).toBe(label);
  expect(indicator.name).toBe(name);
});
