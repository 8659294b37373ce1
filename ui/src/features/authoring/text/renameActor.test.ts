import { expect, test } from "vitest";
import { aDraft, aDraftActor, aDraftBook } from "../../../testing/sampleDraft";
import { newEntry } from "../lore/entry";
import { renameActor, renameRest } from "./renameActor";

const entry = (changes: Partial<ReturnType<typeof newEntry>>) => ({ ...newEntry("e1"), ...changes });

function renamed(text: string, name = "Ana"): string | undefined {
  return renameActor(aDraft({ setting: text }), "a1", name)?.draft.setting;
}

test.each([
  ["Mira, Mira’s lamp, Miranda", "Ana, Ana’s lamp, Miranda"],
  ["mira is a word", "mira is a word"],
  ["{{getvar::Mira}} Mira {{// Mira}}", "{{getvar::Mira}} Ana {{// Mira}}"],
  ["https://mira.example/Mira Mira", "https://mira.example/Mira Ana"],
  ["![Mira](pictures/Mira.png)", "![Ana](pictures/Mira.png)"],
  ['<img src="Mira"> Mira', '<img src="Mira"> Ana'],
  ["embeded://Mira.png Mira", "embeded://Mira.png Ana"],
  ["Mira@example.org, Mira", "Mira@example.org, Ana"],
  ["{{Mira", "{{Ana"],
])("%j", (text, expected) => expect(renamed(text)).toBe(expected));

const draft = aDraft({
  title: "Mira",
  tags: ["Mira"],
  actors: [
    aDraftActor({
      exampleDialogue: "<START>\nMira: I am Mira.\n{{user}}: Mira?",
      expressions: [{ name: "Mira", image: null }],
      kept: { ...aDraftActor().kept, creator: "Mira" },
    }),
    aDraftActor({ id: "a2", name: "Jon", description: "A friend of Mira." }),
  ],
  openings: [{ id: "o1", title: "Mira waits", text: "Mira waits.", speaker: "a1", groupOnly: false }],
  lorebooks: [
    aDraftBook([
      entry({
        keys: ["mira", "MIRA", "/Mira|lamp/i", "Miranda"],
        content: "Mira’s past.",
        onlyFor: ["mira"],
        notFor: ["Jon"],
      }),
    ]),
  ],
});

test("an actor is renamed wherever the name stands", () => {
  const result = renameActor(draft, "a1", " Ana (the Elder) ");
  if (result === null) throw new Error("not renamed");
  const { draft: now, total, texts, left } = result;
  expect(now.title).toBe("Ana (the Elder)");
  expect(now.actors[0]?.name).toBe("Ana (the Elder)");
  expect(now.actors[0]?.exampleDialogue).toBe(
    "<START>\nAna (the Elder): I am Ana (the Elder).\n{{user}}: Ana (the Elder)?",
  );
  expect(now.actors[1]?.description).toBe("A friend of Ana (the Elder).");
  expect(now.openings[0]?.text).toBe("Ana (the Elder) waits.");
  const [changed] = now.lorebooks[0]?.book.entries ?? [];
  expect(changed?.keys).toEqual([
    "ana (the elder)",
    "Ana (the Elder)",
    "/Ana \\(the Elder\\)|lamp/i",
    "Miranda",
  ]);
  expect(changed?.content).toBe("Ana (the Elder)’s past.");
  expect(changed?.onlyFor).toEqual(["Ana (the Elder)"]);
  expect(changed?.notFor).toEqual(["Jon"]);
  expect(texts.reduce((sum, { count }) => sum + count, 0)).toBe(total);
  expect(texts.map(({ label }) => label)).toContain("Jon, description");
  expect(left).toBe(0);
});

test("names by which texts refer to something stay, and so does what is kept of a card", () => {
  const now = renameActor(draft, "a1", "Ana")?.draft;
  expect(now?.tags).toEqual(["Mira"]);
  expect(now?.actors[0]?.expressions[0]?.name).toBe("Mira");
  expect(now?.actors[0]?.kept.creator).toBe("Mira");
});

test("the names that were left are counted", () => {
  const result = renameActor(aDraft({ setting: "{{getvar::Mira}} Mira" }), "a1", "Ana");
  expect(result).toMatchObject({ total: 2, left: 1 });
});

test("a name with marks is renamed, too", () => {
  const odd = aDraft({ actors: [aDraftActor({ name: " M. (Mira)? " })], setting: "M. (Mira)? M. Mira" });
  const now = renameActor(odd, "a1", "Ana")?.draft;
  expect([now?.actors[0]?.name, now?.setting]).toEqual(["Ana", "Ana M. Mira"]);
});

test.each([
  ["nobody", "Ana"],
  ["a1", "  "],
])("there is nothing to rename for %j to %j", (id, name) => expect(renameActor(draft, id, name)).toBeNull());

test("after another name was typed, what still has the former one is counted without the name field", () => {
  const typed = aDraft({ actors: [aDraftActor({ name: "Ana" })], setting: "Mira, Mira" });
  expect(renameRest(typed, "a1", "Mira")).toMatchObject({ total: 2, draft: { setting: "Ana, Ana" } });
  expect(renameRest({ ...typed, setting: "" }, "a1", "Mira")).toBeNull();
});

test("a former name that is another actor’s now stays", () => {
  const actors = [aDraftActor({ name: "Ana" }), aDraftActor({ id: "a2", name: "Mira" })];
  expect(renameRest(aDraft({ actors, setting: "Mira" }), "a1", "Mira")).toBeNull();
});
