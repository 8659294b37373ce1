import { expect, test } from "vitest";
import { aDraft, aDraftActor } from "../../../testing/sampleDraft";
import type { Draft, DraftOpening } from "../types";
import { posterOf, scenarioOf } from "./reader";

const opening = (changes: Partial<DraftOpening>): DraftOpening => ({
  id: "o1",
  title: "",
  text: "The lamp is lit.",
  speaker: null,
  groupOnly: false,
  ...changes,
});
const image = (key: string) => ({ key, alt: "", focus: null, crop: null, uri: "" });
const seen = (changes: Partial<Draft>) =>
  scenarioOf({ id: "s1", draft: aDraft(changes), author: null, now: "2026-11-25T12:00:00Z" });

test("what a scenario tells the model is in nothing of its page, which only says whether it is open", () => {
  const secret = (making: Draft["making"]) =>
    JSON.stringify(
      seen({
        making,
        setting: "SECRET place {{img::a}}",
        actors: [aDraftActor({ description: "SECRET past", personality: "HIDDEN", systemPrompt: "HIDDEN" })],
      }),
    );
  for (const making of ["closed", "open"] as const) {
    expect(secret(making)).not.toMatch(/SECRET|HIDDEN/);
    expect(seen({ making }).scenarioEngram.open).toBe(making === "open");
  }
});

test("openings are those that can be offered, each with a title", () => {
  const openings = [
    opening({ id: "o1", text: " " }),
    opening({ id: "o2", groupOnly: true, title: "Together" }),
    opening({ id: "o3", text: "{{char}} waits. {{img::a}}", speaker: "a1" }),
  ];
  const titles = (actors: Draft["actors"]) =>
    seen({ openings, actors }).scenarioEngram.openings.map(({ title }) => title);
  expect(titles([aDraftActor()])).toEqual(["Opening 1"]);
  expect(titles([aDraftActor(), aDraftActor({ id: "a2" })])).toEqual(["Together", "Opening 2"]);
  const [only] = seen({ openings, actors: [aDraftActor({ nickname: "Mi" })] }).scenarioEngram.openings;
  expect(only).toEqual({ title: "Opening 1", text: "Mi waits. ", speaker: "a1" });
});

test("content notes are those that were chosen; undisclosed ones and none chosen yet are null", () => {
  const notes = (contentNotes: Draft["contentNotes"]) => seen({ contentNotes }).contentNotes;
  expect(notes({ kind: "listed", notes: ["war", "gore"] })).toEqual(["gore", "war"]);
  expect(notes({ kind: "listed", notes: [] })).toEqual([]);
  expect(notes({ kind: "undisclosed" })).toBeNull();
  expect(notes(null)).toBeNull();
});

test("creators and sources of cards are named once each", () => {
  const { kept } = aDraftActor();
  const from = (creator: string, source: string[]) => aDraftActor({ kept: { ...kept, creator, source } });
  expect(seen({ actors: [from(" Ann ", ["a"]), from("Bo", ["a", "b"]), from("Ann", [])] }).credits).toEqual({
    creator: "Ann, Bo",
    source: ["a", "b"],
  });
  expect(seen({}).credits).toEqual({ creator: null, source: [] });
});

test("the poster shows the cover", () => {
  const poster = posterOf(seen({ title: "The lamp", tagline: "Lit.", cover: image("s1/a.webp") }));
  expect(poster).toMatchObject({ displayName: "The lamp", tagline: "Lit.", picture: "/media/s1/a.webp" });
  expect(posterOf(seen({})).picture).toBeNull();
});
