import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { refetchLists } from "../../../api/list-cache";
import { useSession } from "../../../api/session";
import { FormMessage } from "../../../design/forms/FormMessage";
import { paths } from "../../../lib/paths";
import { LISTS } from "./useMyScenarios";

/**
 * A new scenario that has not reached the server appears in no list: this leads back to it. What the editor
 * was still sending when it was left is shown in the lists once it has arrived.
 */
export function UnsentDraft() {
  const client = useQueryClient();
  const owner = useSession().viewer?.userID ?? null;
  const [isThere, setThere] = useState(false);

  useEffect(() => {
    if (owner === null) return;
    let gone = false;
    const look = async () => {
      // The editor's code, which the list can do without.
      const { hasUnsentNew, sendLeft } = await import("../journal/open");
      if (await sendLeft()) await refetchLists(client, LISTS);
      const found = await hasUnsentNew(owner);
      if (!gone) setThere(found);
    };
    void look();
    return () => {
      gone = true;
    };
  }, [client, owner]);

  if (!isThere) return null;
  return (
    <FormMessage tone="info">
      <p>
        You began a new scenario in this browser, and it isn’t saved yet.{" "}
        <a className="text-link" href={paths.newDraft}>
          Continue writing
        </a>
      </p>
    </FormMessage>
  );
}
