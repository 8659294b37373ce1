import { useEffect, useState } from "react";
import { send } from "../../api/client";
import { useSession } from "../../api/session";
import type { Card, Page, ScenarioSummary, TagData } from "../../api/types";

type Found = Page<ScenarioSummary | Card>;

const tagsOf = (found: ScenarioSummary | Card): readonly TagData[] =>
  "displayData" in found ? found.displayData.tagData : found.tagData;

/**
 * The reader's blocked tags that keep an empty list empty: those of what a visitor finds at the same uri. Null while that is
 * not known.
 */
export function useHidingTags(uri: string | null): readonly TagData[] | null {
  const { me } = useSession();
  const blocked = me?.blockedTagData;
  const [known, setKnown] = useState<{ uri: string; tags: readonly TagData[] } | null>(null);
  const asks = uri !== null && blocked !== undefined && blocked.length > 0;

  useEffect(() => {
    if (!asks) return;
    const gone = new AbortController();
    send<Found>(uri, { auth: "none", signal: gone.signal }).then(
      ({ results }) => {
        const ids = new Set(results.flatMap(tagsOf).map(({ id }) => id));
        setKnown({ uri, tags: blocked.filter(({ id }) => ids.has(id)) });
      },
      // Without an answer nothing is said.
      () => undefined,
    );
    return () => gone.abort();
  }, [asks, uri, blocked]);

  return asks && known?.uri === uri ? known.tags : null;
}
