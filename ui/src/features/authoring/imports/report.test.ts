import { expect, test } from "vitest";
import { aDraft, aDraftActor, aDraftBook } from "../../../testing/sampleDraft";
import { newEntry } from "../lore/entry";
import type { FieldReport } from "../types";
import { cardFieldName } from "./cardFields";
import { arrivedText, groupsOf, isLorebookAlone, lookCount } from "./report";

const line = (outcome: FieldReport["outcome"], field: string): FieldReport => ({ field, outcome, note: "" });
const report = [
  line("taken", "data.name"),
  line("kept", "data.extensions.mine"),
  line("changed", "data.tags"),
  line("leftOut", "data.extensions.fav"),
  line("leftOut", "chat"),
  line("refused", "data.assets"),
];
const fields = (rows: readonly FieldReport[]) => rows.map(({ field }) => field);

test("what cannot be read and what was changed wants a look; what is about people does not", () => {
  const { look, taken, people, kept } = groupsOf({ report, links: [] });
  expect(fields(look)).toEqual(["data.assets", "data.tags"]);
  expect(fields(taken)).toEqual(["data.name"]);
  expect(fields(people)).toEqual(["data.extensions.fav", "chat"]);
  expect(fields(kept)).toEqual(["data.extensions.mine"]);
});

test("pictures elsewhere and what is said of files want a look, too, and each counts once", () => {
  const address = "https://a.test/b.png";
  const links = [{ place: "/description", address }];
  expect(lookCount({ report: [...report, line("refused", address)], links, notices: ["Sounds."] })).toBe(4);
});

const image = (key: string) => ({ key, crop: null, focus: null, alt: "", uri: "" });
const opening = (id: string) => ({ id, title: "", text: "", speaker: null, groupOnly: false });

test.each([
  [aDraft({ actors: [] }), null],
  [aDraft(), "The draft has 1 actor."],
  [aDraft({ openings: [opening("o1")] }), "The draft has 1 actor and the first message."],
  [
    aDraft({
      actors: [
        aDraftActor({ portrait: image("a"), lorebooks: [aDraftBook([newEntry("e1"), newEntry("e2")])] }),
      ],
      cover: image("a"),
      openings: ["o1", "o2", "o3"].map(opening),
    }),
    "The draft has 1 actor, the first message, 2 other openings, 2 lore entries and 1 picture.",
  ],
])("what arrived is said in one sentence", (draft, text) => expect(arrivedText(draft)).toBe(text));

test("a lorebook without characters is one that came alone", () => {
  const lorebooks = [aDraftBook([])];
  expect(isLorebookAlone(aDraft({ actors: [], lorebooks }))).toBe(true);
  expect(isLorebookAlone(aDraft({ lorebooks }))).toBe(false);
});

test.each([
  ["data.first_mes", "First message"],
  ["first_mes", "First message"],
  ["data.extensions.depth_prompt", "Character’s note"],
  ["data.character_book.entries[].keys", "Lore entries › keys"],
  ["data.extensions.my_Ext.deep", "extensions › my_Ext › deep"],
  ["constructor", "constructor"],
  ["", "Lorebook"],
])("a card's field in words: %s", (field, words) => expect(cardFieldName(field)).toBe(words));
