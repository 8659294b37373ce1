import type { Scenario, TagData } from "../../api/types";
import { excerpt } from "../../lib/prose";
import { withNames } from "./names";
import { playerNameOf, titleOf } from "./rules";

/** What fits before " · Dramatis" in the 60 characters that a search result shows. */
const TITLE_CHARACTERS = 49;
const DESCRIPTION_CHARACTERS = 158;
/** Below this a description says too little and the longer text is added. */
const SHORT_DESCRIPTION = 110;

function genreOf(tags: readonly TagData[]): string | null {
  return tags.find((tag) => tag.properties.kind === "genre")?.displayName ?? null;
}

/** Names of the genre tags. */
export function genresOf(tags: readonly TagData[]): string[] {
  return tags.filter((tag) => tag.properties.kind === "genre").map((tag) => tag.displayName);
}

/** The page's title: the scenario's name with as much of genre and author as still fits. */
export function scenarioTitle(scenario: Scenario): string {
  const name = titleOf(scenario.displayData.displayName).trim();
  const author = scenario.authorship.authorname;
  const genre = genreOf(scenario.tagData)?.toLowerCase();
  const candidates = [
    ...(genre === undefined
      ? []
      : [`${name} – ${genre} story by ${author}`, `${name} – ${genre} story to play`]),
    `${name} – story by ${author}`,
    ...(genre === undefined ? [] : [`${name} – ${genre} story`]),
    `${name} – a story to play`,
    name,
  ];
  return (
    candidates.find((candidate) => Array.from(candidate).length <= TITLE_CHARACTERS) ??
    excerpt(name, TITLE_CHARACTERS)
  );
}

/** The page's description: the promise, filled up from the longer text. */
export function scenarioDescription(scenario: Scenario): string {
  const { tagline } = scenario.displayData;
  const short = tagline.trim();
  if (short.length >= SHORT_DESCRIPTION) return excerpt(short, DESCRIPTION_CHARACTERS);
  const { description, openings, playerRole } = scenario.scenarioEngram;
  const body = withNames(
    description.trim() || (openings[0]?.text ?? ""),
    scenario.actors[0]?.name ?? "",
    playerNameOf(playerRole),
  );
  const joined = short === "" ? body : `${/[.!?…。！？]$/u.test(short) ? short : `${short}.`} ${body}`;
  return excerpt(joined, DESCRIPTION_CHARACTERS);
}

/** The share of good ratings as `96%`, or null before anybody rated. */
export function likedShare(ratings: { likes: number; dislikes: number }): string | null {
  const all = ratings.likes + ratings.dislikes;
  return all <= 0 ? null : `${Math.round((100 * ratings.likes) / all)}%`;
}

const LANGUAGES: Readonly<Record<string, string>> = {
  ar: "Arabic",
  de: "German",
  en: "English",
  es: "Spanish",
  fa: "Persian",
  fr: "French",
  he: "Hebrew",
  hi: "Hindi",
  it: "Italian",
  ja: "Japanese",
  ko: "Korean",
  nl: "Dutch",
  pl: "Polish",
  pt: "Portuguese",
  ru: "Russian",
  sv: "Swedish",
  tr: "Turkish",
  uk: "Ukrainian",
  vi: "Vietnamese",
  zh: "Chinese",
};

/** A BCP 47 tag as a word; a language that is not in our small table is shown by its tag. */
export function languageName(tag: string): string {
  return LANGUAGES[tag.split("-")[0]?.toLowerCase() ?? ""] ?? tag;
}
