import { expect, test } from "vitest";
import { aDraft, aDraftActor } from "../../../testing/sampleDraft";
import type { DraftPicture } from "../types";
import { pictureName, pictureUses, referenceTo } from "./pictureUses";

const picture = (name: string, changes: Partial<DraftPicture> = {}): DraftPicture => ({
  name,
  kind: "",
  uri: "",
  ext: "",
  alt: "",
  key: `sc1/${name}.webp`,
  ...changes,
});
const opening = (text: string, speaker: string | null = null) => ({
  id: "o1",
  title: "Dusk",
  text,
  speaker,
  groupOnly: false,
});

test.each([
  "{{img::sea}}",
  "{{ IMAGE:: Sea.png }}",
  "{{emotion::sea}}",
  "{{bg::sea}}",
  "<img='sea'/>",
  '<img src="embeded://pictures/sea.png">',
  '<img src="{{img::sea}}">',
  "![words](embedded://pictures/sea.png)",
  "embeded:///pictures/sea.png",
])("%s shows a picture", (reference) => {
  const sea = picture("sea", { uri: "embeded://pictures/sea.png" });
  const draft = aDraft({
    actors: [aDraftActor({ pictures: [sea] })],
    openings: [opening(`One ${reference} two`)],
  });
  expect(pictureUses(draft).get(sea)).toEqual([{ field: "/openings/0/text", label: "Dusk", count: 1 }]);
});

test.each(["{{imgs::sea}}", "{{img::seas}}", "https://a.example/sea", "sea"])("%s shows none", (text) => {
  const sea = picture("sea", { uri: "embeded://pictures/sea.png" });
  const draft = aDraft({ actors: [aDraftActor({ pictures: [sea] })], openings: [opening(text)] });
  expect(pictureUses(draft).size).toBe(0);
});

test("each text is named once, with how often it shows the picture", () => {
  const sea = picture("sea");
  const draft = aDraft({
    description: "{{img::sea}} and {{img::sea}}",
    actors: [aDraftActor({ pictures: [sea], personality: "Like {{img::sea}}" })],
  });
  expect(pictureUses(draft).get(sea)).toEqual([
    { field: "/description", label: "Description", count: 2 },
    { field: "/actors/0/personality", label: "Mira, personality", count: 1 },
  ]);
});

test("of two pictures of one name it is the speaker’s, else the first actor’s", () => {
  const [first, second] = [picture("sea"), picture("sea", { key: "sc1/other.webp" })];
  const actors = [aDraftActor({ id: "a", pictures: [first] }), aDraftActor({ id: "b", pictures: [second] })];
  const shown = (speaker: string | null) => [
    ...pictureUses(aDraft({ actors, openings: [opening("{{img::sea}}", speaker)] })).keys(),
  ];
  expect(shown("b")).toEqual([second]);
  expect(shown(null)).toEqual([first]);
});

test("a picture that is not stored is shown by no text", () => {
  const draft = aDraft({
    description: "{{img::sea}}",
    actors: [aDraftActor({ pictures: [picture("sea", { key: null })] })],
  });
  expect(pictureUses(draft).size).toBe(0);
});

test("an expression goes before a picture where a mood is asked for", () => {
  const joy = picture("joy");
  const image = { key: "sc1/joy2.webp", alt: "", focus: null, crop: null, uri: "" };
  const of = (description: string) =>
    pictureUses(
      aDraft({
        description,
        actors: [aDraftActor({ pictures: [joy], expressions: [{ name: "joy", image }] })],
      }),
    ).has(joy);
  expect(of("{{emotion::joy}}")).toBe(false);
  expect(of("{{img::joy}}")).toBe(true);
});

test("a picture is put into a text by its name, else by its address", () => {
  expect(referenceTo({ name: "sea", uri: "" })).toBe("{{img::sea}}");
  expect(referenceTo({ name: "", uri: "embeded://a.png" })).toBe("![](embeded://a.png)");
  expect(referenceTo({ name: "", uri: "" })).toBeNull();
});

test("a new picture is named after its file, and no other has its name", () => {
  expect(pictureName("Grey sea.png", [])).toBe("Grey sea");
  expect(pictureName("sea.png", ["Sea", "sea 2.webp"])).toBe("sea 3");
  expect(pictureName("{{}}.png", [])).toBe("picture");
});
