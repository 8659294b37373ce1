import { readUri } from "../../../api/address";
import { type ApiList, useApiList } from "../../../api/list";
import { first, usePage } from "../../../api/page";
import { reads } from "../../../api/reads";
import type { Page } from "../../../api/types";
import type { MyScenario } from "../types";
import { isNarrowed, type View } from "./view";

type ShelfList = ApiList<Page<MyScenario>>;

/** The scenarios that the address asks for. */
export function useShelfList({ tab }: View): ShelfList {
  const page = usePage();
  const isTrash = tab === "trash";
  return useApiList(page.uri(isTrash ? reads.myScenarioTrash : reads.myScenarios), (cursor) =>
    isTrash
      ? readUri(reads.myScenarioTrash, { cursor })
      : readUri(reads.myScenarios, {
          sort: first(page, "sort"),
          state: first(page, "state"),
          rating: first(page, "rating"),
          tag: page.query.tag,
          origin: first(page, "origin"),
          q: first(page, "search"),
          cursor,
        }),
  );
}

/** Whether it is the shelf of somebody who has no scenario at all. */
export const isBare = ({ state, items }: Pick<ShelfList, "state" | "items">, view: View): boolean =>
  view.tab === "shelf" && state === "ready" && items.length === 0 && !isNarrowed(view);
