import { readUri } from "../../../api/address";
import { type ApiList, useApiList } from "../../../api/list";
import { first, usePage } from "../../../api/page";
import { reads } from "../../../api/reads";
import type { Page } from "../../../api/types";
import type { MyScenario } from "../types";
import type { View } from "./view";

/** The scenarios that the address asks for. */
export function useShelfList({ tab }: View): ApiList<Page<MyScenario>> {
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
