import { readUri } from "../../../api/address";
import { useApi } from "../../../api/query";
import { reads } from "../../../api/reads";
import { plural } from "../../../lib/format";

/** What others have of somebody's scenarios. */
export interface PublishedWork {
  /** False only where it is known that others see nothing, and that nothing waits for that. */
  mayExist: boolean;
  /** How many scenarios others can see; null where it is not known, or none. */
  count: number | null;
}

/**
 * What others have of one's scenarios, from the shelf's first page. Until that is known, and if it cannot be found out,
 * asking in vain is better than withdrawing unasked.
 */
export function usePublishedWork(): PublishedWork {
  const shelf = useApi(readUri(reads.myScenarios));
  if (shelf.state !== "ready" || shelf.data.nextCursor !== null) return { mayExist: true, count: null };
  const { results } = shelf.data;
  const seen = results.filter(({ state }) => state === "public" || state === "unlisted").length;
  const isAwaited = results.some(({ state }) => state === "inReview");
  return { mayExist: seen > 0 || isAwaited, count: seen === 0 ? null : seen };
}

/** What somebody has published, in words that follow “your”. */
export function publishedText(count: number | null): string {
  if (count === 1) return "published scenario";
  return count === null ? "published scenarios" : plural(count, "published scenario");
}
