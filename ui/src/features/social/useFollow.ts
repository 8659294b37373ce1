import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { readUri } from "../../api/address";
import { rememberIntent, takeIntent } from "../../api/pendingIntent";
import { keyOf, useApi } from "../../api/query";
import { reads } from "../../api/reads";
import { useSession } from "../../api/session";
import { useAction } from "../../design/forms/useAction";
import { navigate } from "../../lib/navigation";
import { Optimistic } from "../../lib/optimistic";
import { paths } from "../../lib/paths";
import { sendFollow } from "./api";
import { type Following, withFollow } from "./follow";

export interface Follow extends Following {
  /** Whether this is one's own page: nobody follows themselves. */
  isSelf: boolean;
  failure: string | null;
  toggle: () => void;
}

/** Following one person: shown at once, sent behind, reverted if the server refuses. */
export function useFollow(userID: string, name: string, followers: number): Follow {
  const { state, viewer } = useSession();
  const isSelf = viewer?.userID === userID;
  const asks = state === "signedIn" && !isSelf;
  const [shown, setShown] = useState<Following>({ following: false, followers });
  const held = useRef<Optimistic<Following> | null>(null);
  held.current ??= new Optimistic(shown, setShown);
  const optimistic = held.current;

  const client = useQueryClient();
  const ownUri = readUri(reads.followsThem, { userID });
  const own = useApi(ownUri, { enabled: asks });
  const following = asks && own.state === "ready" ? own.data.following : null;
  useEffect(() => {
    if (following !== null && optimistic.idle) optimistic.confirm({ ...optimistic.value, following });
  }, [following, optimistic]);

  const follow = useAction(
    async (following: boolean) => {
      await optimistic.do({
        guess: (now) => withFollow(now, following),
        send: () => sendFollow(userID, following),
      });
      // What was read before, or is still on its way, is older than this.
      await client.invalidateQueries({ queryKey: keyOf(ownUri) });
    },
    { overlapping: true },
  );

  const toggle = () => {
    if (state !== "signedIn") {
      rememberIntent(`follow:${userID}`, name);
      navigate(paths.signUpFirst(location.pathname + location.search));
      return;
    }
    void follow.run(!optimistic.value.following);
  };

  // What they pressed as a visitor.
  const finish = useEffectEvent((already: boolean) => {
    if (takeIntent([`follow:${userID}`]) !== null && !already) void follow.run(true);
  });
  useEffect(() => {
    if (following !== null) finish(following);
  }, [following]);

  return { ...shown, isSelf, failure: follow.failure, toggle };
}
