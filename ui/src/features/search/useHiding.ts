import { useEffect, useState } from "react";
import type { Uri } from "../../api/operations";
import { useSession } from "../../api/session";
import type { Card, ScenarioSummary, TagData } from "../../api/types";
import { searchAsVisitor, type TaggedKey } from "./api";

const tagsOf = (found: ScenarioSummary | Card): readonly TagData[] =>
  "displayData" in found ? found.displayData.tagData : found.tagData;

/**
 * What the reader hides that keeps an empty list empty, by what a visitor finds by the same words and filters: the
 * blocked tags of that, none where it is what they contain. Null while that is not known, or if it is not so.
 */
export function useHiding(uri: Uri<TaggedKey> | null): readonly TagData[] | null {
  const { me } = useSession();
  const blocked = me?.blockedTagData;
  const hidesNotes = me !== null && me.blockedNotes.length > 0;
  const [known, setKnown] = useState<{ uri: Uri; found: boolean; ids: ReadonlySet<string> } | null>(null);
  const asks = uri !== null && blocked !== undefined && (blocked.length > 0 || hidesNotes);

  useEffect(() => {
    if (!asks) return;
    const gone = new AbortController();
    searchAsVisitor(uri, gone.signal).then(
      ({ results }) => {
        const ids = new Set(results.flatMap(tagsOf).map(({ id }) => id));
        setKnown({ uri, found: results.length > 0, ids });
      },
      // Without an answer nothing is shown.
      () => undefined,
    );
    return () => gone.abort();
  }, [asks, uri]);

  if (!asks || known?.uri !== uri || !known.found) return null;
  const tags = blocked.filter(({ id }) => known.ids.has(id));
  return tags.length > 0 || hidesNotes ? tags : null;
}
