import { first, type PageContext } from "../../../api/page";
import { paths } from "../../../lib/paths";
import type { ScenarioState } from "../types";

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

/** Which scenarios are on screen. */
export interface View {
  words: string;
  sort: Sort;
  state: ScenarioState | null;
  trash: boolean;
}

const isState = (text: string | undefined): text is ScenarioState => text !== undefined && text in STATES;

/** What the address asks for; anything unknown is the usual. */
export function viewOf(page: Pick<PageContext, "query">): View {
  const sort = first(page, "sort");
  const state = first(page, "state");
  return {
    words: first(page, "search") ?? "",
    sort: SORTS.find((each) => each.sort === sort)?.sort ?? USUAL_SORT,
    state: isState(state) ? state : null,
    trash: first(page, "view") === "trash",
  };
}

/** The address of a view, and of a further page of it. */
export const pathOf = ({ words, sort, state, trash }: View, cursor?: string): string =>
  paths.myScenarioList({
    search: words,
    sort: sort === USUAL_SORT ? undefined : sort,
    state: state ?? undefined,
    view: trash ? "trash" : undefined,
    cursor,
  });
