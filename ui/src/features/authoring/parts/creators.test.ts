import { expect, test } from "vitest";
import { aDraftActor } from "../../../testing/sampleDraft";
import { namedCreators } from "./creators";

const actor = (name: string, creator: string) => {
  const { kept, ...rest } = aDraftActor({ name });
  return { ...rest, kept: { ...kept, creator } };
};

test("each creator stands once, with the actors of their cards", () => {
  const actors = [
    actor("Gloria", "Missus Meesecks\nDiscord: meesecks"),
    actor("Amy", " missus meesecks "),
    actor("Zora", "lide"),
  ];
  expect(namedCreators({ actors }, [])).toEqual([
    { name: "Missus Meesecks", actors: ["Gloria", "Amy"] },
    { name: "lide", actors: ["Zora"] },
  ]);
});

test("cards that name nobody, or the author, name no other creator", () => {
  const actors = [actor("Gloria", ""), actor("Amy", "Wren")];
  expect(namedCreators({ actors }, ["u-17", "wren"])).toEqual([]);
});
