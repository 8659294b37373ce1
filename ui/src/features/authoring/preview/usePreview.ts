import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { type FailedRequest, failedConnection } from "../../../api/errors";
import { keyOf, readOptions } from "../../../api/query";
import { previewUri } from "../api";
import { useEditor } from "../editor/EditorContext";
import type { ScenarioPreview } from "../types";

export interface PreviewState {
  /** What was answered last; null while nothing was. */
  readonly preview: ScenarioPreview | null;
  /** Why it is not how the draft stands now. */
  readonly failure: FailedRequest | null;
  readonly isLoading: boolean;
  readonly retry: () => void;
}

/** The stored draft as readers would get it: asked for when a pending save is through, and again with each version. */
export function usePreview(id: string): PreviewState {
  const { session, draft, version, save } = useEditor();
  const client = useQueryClient();
  const isSaving = save.at === "waiting" || save.at === "saving";
  const query = useQuery({
    ...readOptions(previewUri(id)),
    enabled: !isSaving,
    // Whoever is offline is told so, and can try again.
    networkMode: "always",
    refetchOnReconnect: true,
  });
  const known = query.data?.version;
  useEffect(() => {
    // Nobody waits for the pause of a save that is to be looked at.
    void draft;
    session.saveNow();
  }, [session, draft]);
  useEffect(() => {
    if (known !== undefined && known !== version)
      void client.invalidateQueries({ queryKey: keyOf(previewUri(id)) });
  }, [client, id, known, version]);
  return {
    preview: query.data ?? null,
    failure: query.isError ? failedConnection(query.error) : null,
    isLoading: isSaving || query.isFetching,
    retry: () => void query.refetch(),
  };
}
