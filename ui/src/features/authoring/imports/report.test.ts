import { expect, test } from "vitest";
import { aDraft, aDraftActor, aDraftBook } from "../../../testing/sampleDraft";
import { newEntry } from "../lore/entry";
import type { FieldReport } from "../types";
import { cardFieldName } from "./cardFields";
import { arrivedText, groupsOf, isLorebookAlone, lookCount, type ReportRow } from "./report";

const line = (outcome: FieldReport["outcome"], field: string): FieldReport => ({ field, outcome, note: "" });
const report = [
  line("taken", "data.name"),
  line("kept", "data.extensions.mine"),
  line("changed", "data.tags"),
  line("leftOut", "data.extensions.fav"),
  line("leftOut", "chat"),
  line("refused", "data.assets"),
];
const names = (rows: readonly ReportRow[]) => rows.map(({ name }) => name);

test("what cannot be read and what was changed wants a look; what is about people does not", () => {
  const { look, taken, people, kept } = groupsOf({ report, links: [] });
  expect(names(look)).toEqual(["Pictures and other files", "Tags"]);
  expect(names(taken)).toEqual(["Name"]);
  expect(names(people)).toEqual(["Favourite", "Latest chat"]);
  expect(names(kept)).toEqual(["Extra data › mine"]);
});

test("fields that are called alike are one row, which says everything once", () => {
  const noted = (field: string, note: string): FieldReport => ({ field, outcome: "changed", note });
  const { look, people } = groupsOf({
    report: [
      noted("data.extensions.depth_prompt", "Cut."),
      noted("data.extensions.depth_prompt.prompt", "Cut."),
      noted("data.extensions.depth_prompt", "Moved."),
      line("leftOut", "create_date"),
      line("leftOut", "data.creation_date"),
    ],
    links: [],
  });
  expect(look).toEqual([{ name: "Character’s note", notes: ["Cut.", "Moved."] }]);
  expect(people).toEqual([{ name: "Date of creation", notes: [] }]);
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
  ["data.extensions.my_Ext.deep", "Extra data › my_Ext › deep"],
  ["constructor", "constructor"],
  ["", "Lorebook"],
])("a card's field in words: %s", (field, words) => expect(cardFieldName(field)).toBe(words));
