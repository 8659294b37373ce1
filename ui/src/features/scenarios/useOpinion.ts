import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { readUri } from "../../api/address";
import { type Intent, rememberIntent, takeIntent } from "../../api/pendingIntent";
import { keyOf, useApi } from "../../api/query";
import { reads } from "../../api/reads";
import { useSession } from "../../api/session";
import type { OwnOpinion, Scenario } from "../../api/types";
import { useAction } from "../../design/forms/useAction";
import { navigate } from "../../lib/navigation";
import { Optimistic } from "../../lib/optimistic";
import { paths } from "../../lib/paths";
import { sendLove, sendRating } from "./api";
import {
  lovedAs,
  type Opinion,
  pressed,
  type Rating,
  ratedAs,
  ratingOf,
  withLove,
  withRating,
} from "./opinion";

/** What is thought of a scenario, without the reader's own part of it. */
export function opinionOf({ scenarioStats: stats }: Scenario): Opinion {
  const { likes, dislikes } = stats.userRatings;
  return { loved: false, rating: 0, loveCount: stats.loveCount, likes, dislikes, quota: null };
}

export interface OpinionOf {
  opinion: Opinion;
  /** Whether the reader's own part of it is known (always for visitors, who have none). */
  known: boolean;
  /** What went wrong last. */
  failure: string | null;
  love: () => void;
  rate: (thumb: 1 | -1) => void;
}

/**
 * Love and rating of a scenario: shown at once, sent behind, reverted if the server refuses. Visitors are led to sign
 * up, come back here, and have done what they pressed.
 */
export function useOpinion(scenario: Scenario): OpinionOf {
  const { state } = useSession();
  const signedIn = state === "signedIn";
  const { id } = scenario;
  const [opinion, setOpinion] = useState<Opinion>(() => opinionOf(scenario));
  const held = useRef<Optimistic<Opinion> | null>(null);
  held.current ??= new Optimistic(opinion, setOpinion);
  const optimistic = held.current;

  const client = useQueryClient();
  const mineUri = readUri(reads.scenarioMine, { scenarioID: id });
  const mine = useApi(mineUri, { enabled: signedIn });
  const own = signedIn && mine.state === "ready" ? mine.data : null;
  useEffect(() => {
    if (own === null || !optimistic.idle) return;
    optimistic.confirm({ ...optimistic.value, loved: own.loved, rating: ratingOf(own.rating) });
  }, [own, optimistic]);

  const change = useAction(
    async (guess: (now: Opinion) => Opinion, send: (now: Opinion) => Promise<Opinion>) => {
      await optimistic.do({ guess, send });
      // What was read before, or is still on its way, is older than this.
      await client.invalidateQueries({ queryKey: keyOf(mineUri) });
    },
    { overlapping: true },
  );

  const act = (
    wanted: Intent,
    guess: (now: Opinion) => Opinion,
    send: (now: Opinion) => Promise<Opinion>,
  ) => {
    if (signedIn) {
      void change.run(guess, send);
      return;
    }
    rememberIntent(wanted, scenario.displayData.displayName);
    navigate(paths.signUpFirst(location.pathname + location.search));
  };

  const love = (loved: boolean) =>
    act(
      `love:${id}`,
      (now) => withLove(now, loved),
      async (now) => lovedAs(now, await sendLove(id, loved)),
    );
  const rate = (rating: Rating, thumb: 1 | -1) =>
    act(
      thumb > 0 ? `like:${id}` : `dislike:${id}`,
      (now) => withRating(now, rating),
      async (now) => ratedAs(now, await sendRating(id, rating)),
    );

  // What they pressed as a visitor; what they have thought before stays.
  const finish = useEffectEvent((already: OwnOpinion) => {
    const wanted = takeIntent([`love:${id}`, `like:${id}`, `dislike:${id}`]);
    if (wanted === null) return;
    if (wanted === `love:${id}`) {
      if (!already.loved) love(true);
    } else {
      const thumb = wanted === `like:${id}` ? 1 : -1;
      if (ratingOf(already.rating) !== thumb) rate(thumb, thumb);
    }
  });
  useEffect(() => {
    if (own !== null) finish(own);
  }, [own]);

  return {
    opinion,
    known: !signedIn || mine.state !== "loading",
    failure: change.failure,
    love: () => love(!optimistic.value.loved),
    rate: (thumb) => rate(pressed(optimistic.value.rating, thumb), thumb),
  };
}
