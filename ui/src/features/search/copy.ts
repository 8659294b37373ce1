import type { ScenarioPoster, TagData } from "../../api/types";
import { joined } from "../../lib/format";
import type { SearchState, Sort } from "./searchState";

/** The orders a visitor can choose; the catalogue's own comes first. */
export const ORDERS: readonly { sort: Sort | null; label: string }[] = [
  { sort: null, label: "Most popular" },
  { sort: "trending", label: "Trending" },
  { sort: "newest", label: "Newest" },
  { sort: "likes", label: "Most loved" },
];

/** A tag's name where it is known, else the word from the address. */
export type TagNames = (key: string) => string;

/** How the filters of an address are called. */
export interface Names {
  tag: TagNames;
  /** The author the search is narrowed to, "" for everyone. */
  author: string;
}

/** Looks names up in every tag that the page has loaded, by id and by slug. */
export function tagNames(known: readonly TagData[]): TagNames {
  const names = new Map<string, string>();
  for (const tag of known) {
    names.set(tag.id, tag.displayName);
    names.set(tag.properties.slug, tag.displayName);
  }
  return (key) => names.get(key) ?? wordsOf(key);
}

/** `slice-of-life` as `Slice of life`; an id without words as "tag". */
function wordsOf(key: string): string {
  if (/^[0-9a-f-]{20,}$/i.test(key)) return "Tag";
  const words = key.replace(/[-_]+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const NOUN = { scenarios: "scenarios", cards: "cards", tags: "tags" } as const;

/**
 * The name of the author that a search is narrowed to: an address may carry the id instead, and then the results know
 * the name.
 */
export function authorName(
  author: string,
  results: readonly Pick<ScenarioPoster, "author" | "authorname">[],
): string {
  return results.find((scenario) => scenario.author === author)?.authorname ?? author;
}

/** The page's own heading: says what is listed. */
export function heading(state: SearchState, names: Names): string {
  if (state.text !== "") return `“${state.text}”`;
  if (state.tab === "tags") return "All tags";
  const tags = state.tags.map(names.tag);
  if (names.author !== "" && tags.length === 0) return `By ${names.author}`;
  if (tags.length > 0) return joined(tags);
  return state.tab === "cards" ? "All cards" : "Discover";
}

interface HeadText {
  title: string;
  description: string;
}

/** Title and description for the head, in the lengths a search result shows. */
export function headText(state: SearchState, names: Names): HeadText {
  if (state.text !== "") {
    return {
      title: `“${clipped(state.text)}” in ${NOUN[state.tab]}`,
      description: `${capital(NOUN[state.tab])} on Dramatis that match “${clipped(state.text)}”, best match first. Narrow them down by tag and author, or look through cards and tags instead.`,
    };
  }
  if (state.tab === "tags") {
    return {
      title: "All tags: genres, moods, settings and casts",
      description:
        "Every tag of the Dramatis catalogue with the number of its scenarios: genres, moods, settings, relationships and kinds of characters. Browse without a plan.",
    };
  }
  const tags = state.tags.map(names.tag);
  const tag = tags.length > 0 ? clipped(joined(tags)) : "";
  if (tag !== "") {
    return {
      title: `${tag} ${NOUN[state.tab]} to read and play`,
      description: `${tag} stories to step into: openings to read, casts to meet and worlds to walk through, the most popular first. Every page can be read without an account.`,
    };
  }
  if (state.tab === "cards") {
    return {
      title: "Character cards: one character, one story",
      description:
        "Characters in the older single-character format, most popular first. Each card leads to the scenario that grew out of it, with its opening and its tags.",
    };
  }
  if (names.author !== "") {
    return {
      title: `Scenarios by ${clipped(names.author)}`,
      description: `What ${clipped(names.author)} has written for Dramatis, the most popular first: openings to read, casts to meet and worlds to walk through, free to read for everyone.`,
    };
  }
  return {
    title: "Discover scenarios: search, tags and trends",
    description:
      "Search the whole Dramatis catalogue by words, tags and author, or browse what is popular, trending, new and most loved. Every scenario can be read before you start.",
  };
}

const CLIP = 34;

function clipped(text: string): string {
  const points = Array.from(text);
  return points.length <= CLIP
    ? text
    : `${points
        .slice(0, CLIP - 1)
        .join("")
        .trimEnd()}…`;
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** What is announced and shown above a list. `more`: the list goes on. */
export function countText(shown: number, more: boolean, one: string, many: string): string {
  if (shown === 0) return `No ${many}`;
  return `${shown} ${shown === 1 ? one : many}${more ? ", more below" : ""}`;
}
