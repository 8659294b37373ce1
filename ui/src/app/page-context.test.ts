import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { DEFAULT_PREFS } from "../api/prefs";
import { reads } from "../api/reads";
import {
  allowedQuery,
  createPageContext,
  homeRedirect,
  keptSearch,
  validParams,
  wanted,
} from "./page-context";
import { rowById } from "./routes";

const context = (
  id: string,
  search: string,
  params: Record<string, string> = {},
  campaign: string | null = null,
) =>
  createPageContext({
    row: rowById(id),
    pathname: "/x",
    params,
    search,
    prefs: { ...DEFAULT_PREFS, campaign },
    client: new QueryClient(),
  });

test.each([
  ["", "/posters/search"],
  ["?search=%20elf%20", "/posters/search?q=elf"],
  ["?search=a%26b&evil=1", "/posters/search?q=a%26b"],
  ["?search=", "/posters/search"],
  ["?wlTags=1&wlTags=2&blTags=3", "/posters/search?wlTags=1&wlTags=2&blTags=3"],
  ["?blNotes=gore&blNotes=%20selfHarm", "/posters/search?blNotes=gore&blNotes=selfHarm"],
  ["?search=elf&search=orc&author=ann&author=bob", "/posters/search?q=elf&author=ann"],
  ["?author=ann&cursor=c1", "/posters/search?author=ann&cursor=c1"],
])("search %s reads %s", (search, uri) => {
  expect(context("search", search).uri(reads.searchScenarios)).toBe(uri);
});

test("the campaign comes from the address before the preference", () => {
  expect(context("home", "?campaign=a", {}, "b").uri(reads.campaign)).toBe("/posters/campaign?campaign=a");
  expect(context("home", "", {}, "b").uri(reads.campaign)).toBe("/posters/campaign?campaign=b");
  expect(context("home", "").uri(reads.campaign)).toBe("/posters/campaign");
});

test("the path keeps only the allowed query, sorted", () => {
  expect(context("search", "?tab=cards&utm=1&search=elf&author=%20").path).toBe("/x?search=elf&tab=cards");
});

test.each([
  ["scenario", "?recommendationId=r&evil=1", "?recommendationId=r"],
  ["scenario", "?ref=AB12CD&campaign=vibe&exID=e&grID=g", "?campaign=vibe&exID=e&grID=g&ref=AB12CD"],
  ["guide", "?recommendationId=r&section=a", "?section=a"],
  ["search", "?wlTags=1&wlTags=2&search=%20", "?wlTags=1&wlTags=2"],
  ["stories", "", ""],
])("a redirect to %s keeps of %s only %s", (id, search, kept) => {
  expect(keptSearch(rowById(id), search)).toBe(kept);
});

test("a recommendation is no part of the page", () => {
  expect(context("scenario", "?recommendationId=r").path).toBe("/x");
});

test("allowed names keep every value", () => {
  expect(allowedQuery(rowById("search"), "?wlTags=1&wlTags=&wlTags=2&x=1")).toEqual({ wlTags: ["1", "2"] });
});

test.each([
  ["", true, false],
  ["?tab=scenarios", true, false],
  ["?tab=cards", false, true],
  ["?tab=other", false, false],
])("with %s scenarios are read: %s, cards: %s", (search, scenarios, cards) => {
  const row = rowById("search");
  const query = allowedQuery(row, search);
  const of = (uri: string) => row.data.find((read) => read.uri === uri);
  expect(
    [of(reads.searchScenarios), of(reads.searchCards)].map((read) => read && wanted(read, query)),
  ).toEqual([scenarios, cards]);
});

test.each([
  ["?redirect=scenario&id=abc", "/scenario/abc"],
  ["?redirect=user&id=a-b_c", "/user/a-b_c"],
  ["?redirect=admin&id=abc", null],
  ["?redirect=scenario", null],
  ["?redirect=scenario&id=../x", null],
])("home with %s leads to %s", (search, expected) => {
  expect(homeRedirect(allowedQuery(rowById("home"), search))).toBe(expected);
});

test.each([
  [{ scenarioID: "abc" }, true],
  [{ scenarioID: "a b" }, false],
  [{ scenarioID: "a".repeat(65) }, false],
  [{ "*": "any thing/at all" }, true],
])("params %j are well formed: %s", (params, expected) => {
  expect(validParams(params)).toBe(expected);
});
