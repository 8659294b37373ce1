import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { readUri } from "../../api/address";
import { call } from "../../api/client";
import { failedConnection } from "../../api/errors";
import { rememberAct, takeAct } from "../../api/next";
import { keyOf, useApi } from "../../api/query";
import { reads } from "../../api/reads";
import { useSession } from "../../api/session";
import { navigate } from "../../lib/navigation";
import { Optimistic } from "../../lib/optimistic";
import { paths } from "../../lib/paths";
import { type Following, withFollow } from "./follow";

export interface Follow extends Following {
  /** Whether this is one's own page: nobody follows themselves. */
  isSelf: boolean;
  failure: string | null;
  toggle: () => void;
}

/** Following one person: shown at once, sent behind, taken back if the server refuses. */
export function useFollow(userID: string, name: string, followers: number): Follow {
  const { state, viewer } = useSession();
  const isSelf = viewer?.userID === userID;
  const asks = state === "signedIn" && !isSelf;
  const [shown, setShown] = useState<Following>({ following: false, followers });
  const [failure, setFailure] = useState<string | null>(null);
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

  const toggle = () => {
    if (state !== "signedIn") {
      rememberAct(`follow:${userID}`, name);
      navigate(paths.signUpFirst(location.pathname + location.search));
      return;
    }
    follow(!optimistic.value.following);
  };

  const follow = (wanted: boolean) => {
    setFailure(null);
    optimistic
      .do({
        guess: (now) => withFollow(now, wanted),
        send: () =>
          call(wanted ? "POST /users/me/follow/{targetId}" : "DELETE /users/me/follow/{targetId}", {
            path: { targetId: userID },
            keepalive: true,
          }),
      })
      // What was read before, or is still on its way, is older than this.
      .then(() => client.invalidateQueries({ queryKey: keyOf(ownUri) }))
      .catch((cause: unknown) => setFailure(failedConnection(cause).message));
  };

  // What they pressed as a visitor.
  const finish = useEffectEvent((already: boolean) => {
    if (takeAct([`follow:${userID}`]) !== null && !already) follow(true);
  });
  useEffect(() => {
    if (following !== null) finish(following);
  }, [following]);

  return { ...shown, isSelf, failure, toggle };
}
