import { describe, expect, it } from "vitest";
import { authorName, countText, heading, headText, tagNames } from "./copy";
import { emptySearch, type SearchState } from "./searchState";

const noir = {
  id: "0190-1",
  displayName: "Film noir",
  scenarioCount: 3,
  properties: { slug: "film-noir", kind: "genre" as const, explicit: false },
};
const nameOf = tagNames([noir]);

const state = (parts: Partial<SearchState>): SearchState => ({ ...emptySearch, ...parts });

it.each([
  ["film-noir", "Film noir"],
  ["0190-1", "Film noir"],
  ["slice-of-life", "Slice of life"],
  ["0190f0a2-7c1e-7bbb-8123-1234567890ab", "Tag"],
])("the tag %s is called %s", (key, expected) => {
  expect(nameOf(key)).toBe(expected);
});

it.each([
  [state({}), "Discover"],
  [state({ text: "elf", tags: ["film-noir"] }), "“elf”"],
  [state({ tags: ["film-noir", "slice-of-life"] }), "Film noir and Slice of life"],
  [state({ tab: "tags" }), "All tags"],
  [state({ tab: "cards" }), "All cards"],
  [state({ author: "Mara" }), "By Mara"],
])("the heading says what is listed", (given, expected) => {
  expect(heading(given, { tag: nameOf, author: given.author })).toBe(expected);
});

describe("the head", () => {
  const pages: [string, SearchState][] = [
    ["the catalogue", state({})],
    ["a tag", state({ tags: ["film-noir"] })],
    ["all tags", state({ tab: "tags" })],
    ["all cards", state({ tab: "cards" })],
  ];

  it.each(pages)("of %s fits a search result", (_, given) => {
    const { title, description } = headText(given, { tag: nameOf, author: given.author });
    expect(title.length).toBeGreaterThanOrEqual(25);
    expect(title.length).toBeLessThanOrEqual(50);
    expect(description.length).toBeGreaterThanOrEqual(120);
    expect(description.length).toBeLessThanOrEqual(168);
  });

  it("is different for every kind of page", () => {
    const titles = pages.map(([, given]) => headText(given, { tag: nameOf, author: given.author }).title);
    expect(new Set(titles).size).toBe(titles.length);
  });

  it("stays in bounds with any text", () => {
    const { title, description } = headText(state({ text: "ю".repeat(200) }), { tag: nameOf, author: "" });
    expect(title.length).toBeLessThanOrEqual(60);
    expect(description.length).toBeLessThanOrEqual(190);
  });
});

it("calls an author by name, also where the address has the id", () => {
  const results = [{ author: "u1", authorname: "Mara Quill" }];
  expect(authorName("u1", results)).toBe("Mara Quill");
  expect(authorName("Mara Quill", results)).toBe("Mara Quill");
  expect(authorName("somebody", [])).toBe("somebody");
});

it.each([
  [0, false, "No scenarios"],
  [1, false, "1 scenario"],
  [20, true, "20 scenarios, more below"],
])("%i results, more to come %s: %s", (shown, more, expected) => {
  expect(countText(shown, more, "scenario", "scenarios")).toBe(expected);
});
