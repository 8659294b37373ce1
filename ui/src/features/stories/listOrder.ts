import type { Story } from "./types";

/** Spec section 4: the six orders of the list. */
export const SORTS = [
  { sort: "lastMessageAtDesc", label: "Recently active" },
  { sort: "lastMessageAtAsc", label: "Least recently active" },
  { sort: "lastAccessedDesc", label: "Recently opened" },
  { sort: "updatedAtDesc", label: "Recently changed" },
  { sort: "createdAtDesc", label: "Newest story" },
  { sort: "createdAtAsc", label: "Oldest story" },
] as const;

/** An order of the list, by the server's name for it. */
export type Sort = (typeof SORTS)[number]["sort"];
/** The order that stands in no address. */
export const USUAL_SORT: Sort = "lastMessageAtDesc";

/** What an address asks for; anything unknown is the usual order. */
export function sortOf(given: string | undefined): Sort {
  return SORTS.find(({ sort }) => sort === given)?.sort ?? USUAL_SORT;
}

/** The time that a row shows: the one its list is ordered by. */
export function shownTime(story: Story, sort: Sort): { when: string; verb: string } {
  switch (sort) {
    case "lastAccessedDesc":
      return { when: story.lastAccessedOn, verb: "Opened" };
    case "updatedAtDesc":
      return { when: story.updatedOn, verb: "Changed" };
    case "createdAtAsc":
    case "createdAtDesc":
      return { when: story.createdOn, verb: "Started" };
    case "lastMessageAtAsc":
    case "lastMessageAtDesc":
      return { when: story.lastMessageOn, verb: "" };
  }
}
