import { useEffect, useState } from "react";
import type { Uri } from "../../api/operations";
import { useSession } from "../../api/session";
import type { Card, ScenarioSummary, TagData } from "../../api/types";
import { searchAsVisitor, type TaggedKey } from "./api";

const tagsOf = (found: ScenarioSummary | Card): readonly TagData[] =>
  "displayData" in found ? found.displayData.tagData : found.tagData;

/**
 * The reader's blocked tags that keep an empty list empty: those of what a visitor finds by the same words and filters. Null
 * while that is not known.
 */
export function useHidingTags(uri: Uri<TaggedKey> | null): readonly TagData[] | null {
  const { me } = useSession();
  const blocked = me?.blockedTagData;
  const [known, setKnown] = useState<{ uri: Uri; tags: readonly TagData[] } | null>(null);
  const asks = uri !== null && blocked !== undefined && blocked.length > 0;

  useEffect(() => {
    if (!asks) return;
    const gone = new AbortController();
    searchAsVisitor(uri, gone.signal).then(
      ({ results }) => {
        const ids = new Set(results.flatMap(tagsOf).map(({ id }) => id));
        setKnown({ uri, tags: blocked.filter(({ id }) => ids.has(id)) });
      },
      // Without an answer nothing is shown.
      () => undefined,
    );
    return () => gone.abort();
  }, [asks, uri, blocked]);

  return asks && known?.uri === uri ? known.tags : null;
}
