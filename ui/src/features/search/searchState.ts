import type { ContentNote } from "../../api/types";
import { ALL_NOTES } from "../scenarios/public";
import { MAX_AUTHOR, MAX_TAGS, MAX_TEXT } from "./limits";

/**
 * The search page's state is its address. This file reads the address into a value and writes the value back, in one
 * canonical spelling: fixed order of names, tags sorted, defaults left out. Everything on the page is a link or a form
 * field made from here, so back, reload, sharing and a browser without scripts all show the same page.
 */

export const TABS = ["scenarios", "cards", "tags"] as const;
export type Tab = (typeof TABS)[number];

export const SORTS = ["newest", "likes", "trending"] as const;
export type Sort = (typeof SORTS)[number];

export interface SearchState {
  tab: Tab;
  /** Trimmed; "" lists everything. */
  text: string;
  /** Tag ids that must be present. Never shares an id with `without`. */
  tags: readonly string[];
  /** Tag ids that must be absent. */
  without: readonly string[];
  /** Content notes that must be absent; only scenarios have them. */
  withoutNotes: readonly ContentNote[];
  /** An author's name or user id; "" is everyone. */
  author: string;
  /** The order while neither text nor author is given; null is the catalogue's own. */
  sort: Sort | null;
  /** Opaque; "" is the first page. */
  cursor: string;
}

export type TagChoice = "with" | "without" | "off";

export const emptySearch: SearchState = {
  tab: "scenarios",
  text: "",
  tags: [],
  without: [],
  withoutNotes: [],
  author: "",
  sort: null,
  cursor: "",
};

type Query = Readonly<Record<string, readonly string[] | undefined>>;

const TAG_ID = /^[A-Za-z0-9_-]{1,64}$/;

function one(query: Query, name: string): string {
  return query[name]?.[0]?.trim() ?? "";
}

function member<T extends string>(all: readonly T[], value: string): T | undefined {
  return all.find((candidate) => candidate === value);
}

function tagIds(values: readonly string[] | undefined, except: ReadonlySet<string>): string[] {
  const ids = new Set<string>();
  for (const value of values ?? []) {
    const id = value.trim();
    if (TAG_ID.test(id) && !except.has(id)) ids.add(id);
  }
  return [...ids].sort().slice(0, MAX_TAGS);
}

/** At most `limit` code points, without halves of surrogate pairs, which no address can carry. */
function clip(text: string, limit: number): string {
  const whole = text.replace(/\p{Cs}/gu, "");
  return whole.length <= limit ? whole : Array.from(whole).slice(0, limit).join("");
}

/** The notes of an address, in the order of the list. */
function notesOf(values: readonly string[] | undefined): ContentNote[] {
  return ALL_NOTES.filter((note) => values?.includes(note));
}

/** Reads an address. Whatever makes no sense counts as absent; nothing throws. */
export function readSearch(query: Query): SearchState {
  const tags = tagIds(query.wlTags, new Set());
  const tab = member(TABS, one(query, "tab")) ?? "scenarios";
  return {
    tab,
    text: clip(one(query, "search"), MAX_TEXT).trim(),
    tags,
    without: tagIds(query.blTags, new Set(tags)),
    withoutNotes: tab === "scenarios" ? notesOf(query.blNotes) : [],
    author: clip(one(query, "author"), MAX_AUTHOR).trim(),
    sort: member(SORTS, one(query, "sort")) ?? null,
    cursor: one(query, "cursor"),
  };
}

/** Names and values of the address, in canonical order. */
export function searchParams(state: SearchState): [name: string, value: string][] {
  const pairs: [string, string][] = [];
  if (state.author !== "") pairs.push(["author", state.author]);
  for (const note of state.withoutNotes) pairs.push(["blNotes", note]);
  for (const id of state.without) pairs.push(["blTags", id]);
  if (state.cursor !== "") pairs.push(["cursor", state.cursor]);
  if (state.text !== "") pairs.push(["search", state.text]);
  if (state.sort !== null && sortApplies(state)) pairs.push(["sort", state.sort]);
  if (state.tab !== "scenarios") pairs.push(["tab", state.tab]);
  for (const id of state.tags) pairs.push(["wlTags", id]);
  return pairs;
}

/** The canonical address of a state, without its host. */
export function searchPath(state: SearchState): string {
  const query = searchParams(state)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join("&");
  return query === "" ? "/search" : `/search?${query}`;
}

/** The same search with some parts changed. A cursor belongs to one list, so any change starts at the first page. */
export function change(state: SearchState, parts: Partial<SearchState>): SearchState {
  return { ...state, cursor: "", ...parts };
}

/** Whether an order can be chosen: words and authors bring their own. */
export function sortApplies(state: Pick<SearchState, "tab" | "text" | "author">): boolean {
  return state.tab === "scenarios" && state.text === "" && state.author === "";
}

export function tagChoice(state: SearchState, id: string): TagChoice {
  if (state.tags.includes(id)) return "with";
  return state.without.includes(id) ? "without" : "off";
}

export function withTag(state: SearchState, id: string, choice: TagChoice): SearchState {
  const tags = state.tags.filter((other) => other !== id);
  const without = state.without.filter((other) => other !== id);
  if (choice === "with") tags.push(id);
  if (choice === "without") without.push(id);
  return change(state, { tags: tags.sort(), without: without.sort() });
}

export function withNote(state: SearchState, note: ContentNote, absent: boolean): SearchState {
  return change(state, {
    withoutNotes: ALL_NOTES.filter((each) => (each === note ? absent : state.withoutNotes.includes(each))),
  });
}

/** The states of a chip in the order a press goes through them. */
export function nextChoice(choice: TagChoice): TagChoice {
  switch (choice) {
    case "off":
      return "with";
    case "with":
      return "without";
    case "without":
      return "off";
  }
}

/** How many filters narrow the list, besides the text. */
export function filterCount(state: SearchState): number {
  const { tags, without, withoutNotes, author } = state;
  return tags.length + without.length + withoutNotes.length + (author === "" ? 0 : 1);
}

/**
 * Whether search engines may list this address: the plain page of a tab and the first page of a single tag are landing
 * pages, every other combination is not.
 */
export function indexable(state: SearchState): boolean {
  if (state.text !== "" || state.author !== "" || state.cursor !== "" || state.sort !== null) return false;
  if (state.without.length > 0 || state.withoutNotes.length > 0) return false;
  if (state.tags.length === 0) return true;
  return state.tags.length === 1 && state.tab === "scenarios";
}
