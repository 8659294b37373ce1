import { type RefObject, useCallback, useState } from "react";
import { usePlay } from "../PlayContext";
import { useHideImpersonation } from "../settings/impersonation";
import type { MessageDraft } from "./useMessageDraft";

interface Impersonation {
  /** Whether the model writes into the field at present. */
  drafting: boolean;
  /** What the player had written before the model's line took its place; null when there is nothing to restore. */
  replaced: string | null;
  /** The player has no use for what was replaced any more. */
  dropReplaced: () => void;
  /** Has the model write the player's next line. */
  impersonate: () => Promise<void>;
}

/** The model's line for the player: it is written into the field, and what stood there can be restored. */
export function useImpersonation(
  { show, change }: MessageDraft,
  field: RefObject<HTMLTextAreaElement | null>,
  ended: boolean,
): Impersonation {
  const { story } = usePlay();
  const isHidden = useHideImpersonation();
  const [drafting, setDrafting] = useState(false);
  const [replaced, setReplaced] = useState<string | null>(null);

  const impersonate = useCallback(async () => {
    if (story.state.turn !== null || isHidden || ended) return;
    const before = field.current?.value.trim() ?? "";
    setDrafting(true);
    setReplaced(null);
    const begun = story.act({ kind: "impersonate", ...(before !== "" && { message: before }) }, show);
    try {
      const done = await begun.finished;
      const written = done.text ?? "";
      change(written === "" ? before : written);
      if (written !== "" && before !== "") setReplaced(before);
    } catch {
      // The story shows what went wrong; what was written before is still there.
      change(before);
    } finally {
      setDrafting(false);
      field.current?.focus();
    }
  }, [story, show, change, field, isHidden, ended]);

  return { drafting, replaced, dropReplaced: () => setReplaced(null), impersonate };
}
