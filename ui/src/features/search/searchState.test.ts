import { describe, expect, it } from "vitest";
import type { ContentNote } from "../../api/types";
import { MAX_TAGS, MAX_TEXT } from "./limits";
import {
  change,
  emptySearch,
  filterCount,
  indexable,
  nextChoice,
  readSearch,
  type SearchState,
  SORTS,
  searchParams,
  searchPath,
  TABS,
  tagChoice,
  withNote,
  withTag,
} from "./searchState";

/** What a browser makes of an address. */
function queryOf(path: string): Record<string, string[]> {
  const query: Record<string, string[]> = {};
  for (const [name, value] of new URL(path, "http://host.test").searchParams)
    query[name] = [...(query[name] ?? []), value];
  return query;
}

const TEXTS = [
  "",
  "elf",
  "a & b = c?",
  "50% off #1",
  "ночь у моря",
  "長い夜",
  "مسرح",
  "“quoted” +plus",
  "🌊 wave",
];
const NOTES: ContentNote[][] = [[], ["violence", "war"]];
const TAGS: string[][] = [[], ["romance"], ["a-1", "b_2", "c"]];

/** Every combination of a few values of each part: some thousands of states. */
function* states(): Generator<SearchState> {
  for (const tab of TABS)
    for (const text of TEXTS)
      for (const tags of TAGS)
        for (const without of [[], ["x"], ["y", "z"]])
          for (const author of ["", "Mara Quill", "0190-user"])
            for (const sort of [null, ...SORTS])
              for (const cursor of ["", "b3BhcXVl.c2ln"])
                for (const withoutNotes of tab === "scenarios" ? NOTES : [[]])
                  yield { tab, text, tags, without, withoutNotes, author, sort, cursor };
}

describe("the address", () => {
  it("is the state: reading what was written gives the same page", () => {
    for (const state of states()) {
      const path = searchPath(state);
      const again = readSearch(queryOf(path));
      const kept = state.tab === "scenarios" && state.text === "" && state.author === "" ? state.sort : null;
      expect(again).toEqual({ ...state, sort: kept });
      expect(searchPath(again)).toBe(path);
    }
  });

  it("has one spelling for one state", () => {
    const a = readSearch(queryOf("/search?wlTags=b&wlTags=a&search=%20elf%20&tab=scenarios&wlTags=b"));
    expect(searchPath(a)).toBe("/search?search=elf&wlTags=a&wlTags=b");
    expect(searchParams(emptySearch)).toEqual([]);
  });

  it.each([
    ["/search?tab=evil&sort=up&wlTags=../x&wlTags=&blTags=%00", "/search"],
    ["/search?tab=cards&sort=likes", "/search?tab=cards"],
    ["/search?wlTags=a&blTags=a", "/search?wlTags=a"],
    ["/search?search=%20%20", "/search"],
  ])("drops what makes no sense: %s", (given, expected) => {
    expect(searchPath(readSearch(queryOf(given)))).toBe(expected);
  });

  it("bounds what it takes", () => {
    const state = readSearch({
      search: ["x".repeat(5_000)],
      author: ["y".repeat(5_000)],
      wlTags: Array.from({ length: 500 }, (_, i) => `t${i}`),
    });
    expect(state.text).toHaveLength(MAX_TEXT);
    expect(state.tags).toHaveLength(MAX_TAGS);
    expect(state.author.length).toBeLessThanOrEqual(64);
  });
});

describe("tags", () => {
  it("go round: off, with, without, off", () => {
    let state: SearchState = { ...emptySearch, cursor: "page2" };
    const seen: string[] = [];
    for (let press = 0; press < 3; press += 1) {
      state = withTag(state, "noir", nextChoice(tagChoice(state, "noir")));
      seen.push(searchPath(state));
    }
    expect(seen).toEqual(["/search?wlTags=noir", "/search?blTags=noir", "/search"]);
  });

  it("are never wanted and unwanted at once", () => {
    const state = withTag(withTag(emptySearch, "noir", "with"), "noir", "without");
    expect(state.tags).toEqual([]);
    expect(state.without).toEqual(["noir"]);
    expect(filterCount(state)).toBe(1);
  });
});

describe("content notes", () => {
  it("are taken from the list, each once and in its order", () => {
    const read = readSearch(queryOf("/search?blNotes=war&blNotes=gore&blNotes=war&blNotes=spiders"));
    expect(read.withoutNotes).toEqual(["gore", "war"]);
    expect(searchPath(withNote(read, "violence", true))).toBe(
      "/search?blNotes=violence&blNotes=gore&blNotes=war",
    );
    expect(searchPath(withNote(read, "gore", false))).toBe("/search?blNotes=war");
    expect(filterCount(read)).toBe(2);
  });

  it("narrow scenarios alone", () => {
    expect(readSearch(queryOf("/search?tab=cards&blNotes=war")).withoutNotes).toEqual([]);
  });
});

it("starts at the first page whenever something changes", () => {
  expect(change({ ...emptySearch, cursor: "abc" }, { text: "elf" }).cursor).toBe("");
});

it.each([
  ["/search", true],
  ["/search?tab=tags", true],
  ["/search?tab=cards", true],
  ["/search?wlTags=noir", true],
  ["/search?wlTags=noir&wlTags=sea", false],
  ["/search?wlTags=noir&tab=cards", false],
  ["/search?wlTags=noir&cursor=abc", false],
  ["/search?blTags=noir", false],
  ["/search?blNotes=war", false],
  ["/search?search=elf", false],
  ["/search?sort=likes", false],
  ["/search?author=Mara", false],
])("search engines may list %s: %s", (path, expected) => {
  expect(indexable(readSearch(queryOf(path)))).toBe(expected);
});
