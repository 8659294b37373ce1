import { first, type PageContext } from "../../../api/page";
import { paths } from "../../../lib/paths";
import { RATING_NAMES } from "../../scenarios/public";
import type { Rating, ScenarioState } from "../types";

/** Spec section 4, "My scenarios sort". */
export const SORTS = [
  { sort: "updatedOnDesc", label: "Recently changed" },
  { sort: "updatedOnAsc", label: "Least recently changed" },
  { sort: "createdOnDesc", label: "Newest" },
  { sort: "createdOnAsc", label: "Oldest" },
  { sort: "displayNameAsc", label: "Title" },
] as const;

export type Sort = (typeof SORTS)[number]["sort"];
/** The order that stands in no address. */
export const USUAL_SORT: Sort = "updatedOnDesc";

export const STATES: Readonly<Record<ScenarioState, string>> = {
  draft: "Draft",
  private: "Private",
  unlisted: "Unlisted",
  public: "Public",
  inReview: "In review",
};

export type RatingChoice = Rating | "notRated";
export const RATINGS: Readonly<Record<RatingChoice, string>> = {
  ...RATING_NAMES,
  notRated: "Not rated",
};

export type Origin = "written" | "card";
export const ORIGINS: Readonly<Record<Origin, string>> = {
  written: "Written here",
  card: "Imported",
};

/** What narrows the shelf down; null and no tags: everything. */
export interface Filters {
  state: ScenarioState | null;
  rating: RatingChoice | null;
  origin: Origin | null;
  /** Names of tags; a scenario must have all of them. */
  tags: readonly string[];
}

export const NO_FILTERS: Filters = { state: null, rating: null, origin: null, tags: [] };

/** Which scenarios are on screen. */
export interface View extends Filters {
  words: string;
  sort: Sort;
  tab: "shelf" | "series" | "trash";
}

/** A text as one of the keys of a table; null for anything else. */
function keyIn<Key extends string>(table: Readonly<Record<Key, string>>, text: string | undefined) {
  return text !== undefined && Object.hasOwn(table, text) ? (text as Key) : null;
}

/** What the address asks for; anything unknown is the usual. */
export function viewOf(page: Pick<PageContext, "query">): View {
  const sort = first(page, "sort");
  const view = first(page, "view");
  return {
    words: first(page, "search") ?? "",
    sort: SORTS.find((each) => each.sort === sort)?.sort ?? USUAL_SORT,
    state: keyIn(STATES, first(page, "state")),
    rating: keyIn(RATINGS, first(page, "rating")),
    origin: keyIn(ORIGINS, first(page, "origin")),
    tags: [...new Set(page.query.tag?.map((tag) => tag.trim()))],
    tab: view === "trash" || view === "series" ? view : "shelf",
  };
}

/** The address of a view, and of a further page of it. */
export const pathOf = ({ words, sort, state, rating, origin, tags, tab }: View, cursor?: string): string =>
  paths.myScenarioList({
    search: words,
    sort: sort === USUAL_SORT ? undefined : sort,
    state: state ?? undefined,
    rating: rating ?? undefined,
    tag: tags,
    origin: origin ?? undefined,
    view: tab === "shelf" ? undefined : tab,
    cursor,
  });

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** The tags with this one, or without it where it is among them. */
export const withTagTurned = (tags: readonly string[], tag: string): string[] =>
  tags.some((each) => isSame(each, tag)) ? tags.filter((each) => !isSame(each, tag)) : [...tags, tag];

/** One filter in force: what it is about, its name, and the filters without it. */
export interface ChosenFilter {
  kind: keyof Filters;
  name: string;
  without: Partial<Filters>;
}

export function chosenFilters({ state, rating, origin, tags }: Filters): ChosenFilter[] {
  return [
    ...(state === null ? [] : [{ kind: "state" as const, name: STATES[state], without: { state: null } }]),
    ...(rating === null
      ? []
      : [{ kind: "rating" as const, name: RATINGS[rating], without: { rating: null } }]),
    ...(origin === null
      ? []
      : [{ kind: "origin" as const, name: ORIGINS[origin], without: { origin: null } }]),
    ...tags.map((tag) => ({ kind: "tags" as const, name: tag, without: { tags: withTagTurned(tags, tag) } })),
  ];
}

/** Whether words or filters leave something out. */
export const isNarrowed = (view: View): boolean => view.words !== "" || chosenFilters(view).length > 0;
