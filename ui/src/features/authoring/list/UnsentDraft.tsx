import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { refetchLists } from "../../../api/list-cache";
import { useSession } from "../../../api/session";
import { ConfirmDialog } from "../../../design/forms/ConfirmDialog";
import { FormMessage } from "../../../design/forms/FormMessage";
import { paths } from "../../../lib/paths";
import s from "./UnsentDraft.module.css";
import { LISTS } from "./useMyScenarios";

/** The editor's code, which the list can do without. */
const journal = () => import("../journal/open");

/**
 * A new scenario that has not reached the server appears in no list: this leads back to it, or drops it. What
 * the editor was still sending when it was left is shown in the lists once it has arrived.
 */
export function UnsentDraft() {
  const client = useQueryClient();
  const owner = useSession().viewer?.userID ?? null;
  const [isThere, setThere] = useState(false);
  const [discarding, setDiscarding] = useState(false);
  useLook(owner, async () => {
    const { hasUnsentNew, sendLeft } = await journal();
    if (await sendLeft()) await refetchLists(client, LISTS);
    setThere(owner !== null && (await hasUnsentNew(owner)));
  });

  if (!isThere || owner === null) return null;
  return (
    <div className={s.line}>
      <FormMessage tone="info">
        <div className={s.row}>
          <p>You began a scenario that wasn’t saved yet.</p>
          <a className="text-link" href={paths.newDraft}>
            Continue
          </a>
          <button type="button" className="text-link" onClick={() => setDiscarding(true)}>
            Discard
          </button>
        </div>
        {discarding && (
          <ConfirmDialog
            title="Discard this scenario?"
            action="Discard"
            busyAction="Discarding…"
            run={async () => {
              const { discardUnsentNew, hasUnsentNew } = await journal();
              await discardUnsentNew(owner);
              setThere(await hasUnsentNew(owner));
            }}
            onClose={() => setDiscarding(false)}
          >
            What you wrote in it is only in this browser. This can’t be undone.
          </ConfirmDialog>
        )}
      </FormMessage>
    </div>
  );
}

/** How long a tab that was just closed may still count as open, in milliseconds. */
const CLOSING_MS = 1_500;

/** Looks at once, and again when the page is: a scenario may have been begun in another tab meanwhile. */
function useLook(owner: string | null, look: () => Promise<void>): void {
  const again = useEffectEvent(look);
  useEffect(() => {
    if (owner === null) return;
    let later: ReturnType<typeof setTimeout> | undefined;
    const seen = () => {
      if (document.visibilityState !== "visible") return;
      void again();
      clearTimeout(later);
      later = setTimeout(() => void again(), CLOSING_MS);
    };
    seen();
    addEventListener("focus", seen);
    document.addEventListener("visibilitychange", seen);
    return () => {
      clearTimeout(later);
      removeEventListener("focus", seen);
      document.removeEventListener("visibilitychange", seen);
    };
  }, [owner]);
}
