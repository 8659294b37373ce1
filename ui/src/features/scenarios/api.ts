import { call } from "../../api/client";
import type { Opinion, Rating } from "./opinion";
import { ratingOf } from "./opinion";

/** What readers say about a scenario; it is carried through when the page is left meanwhile. */

export async function sendLove(scenarioId: string, loved: boolean, now: Opinion): Promise<Opinion> {
  const body = { scenarioId, loved };
  const answer = await call("POST /scenarios/love", { body, keepalive: true });
  return { ...now, loved: answer.loved, loveCount: answer.loveCount, quota: answer.quota };
}

export async function sendRating(scenarioId: string, rating: Rating, now: Opinion): Promise<Opinion> {
  const body = { scenarioId, rating };
  const answer = await call("POST /scenarios/rate", { body, keepalive: true });
  return { ...now, rating: ratingOf(answer.rating), ...answer.userRatings };
}
