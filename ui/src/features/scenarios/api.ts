import { call } from "../../api/client";
import type { Body } from "../../api/operations";
import type { Opinion, Rating } from "./opinion";
import { ratingOf } from "./opinion";

/** What readers say about a scenario is carried through when the page is left meanwhile. */

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

/** Reports that a recommendation was seen or followed. It happens by itself, so it never leads to a sign-in. */
export const sendTracking = (body: Body<"POST /api/track/recommendation">) =>
  call("POST /api/track/recommendation", { auth: "quiet", body });
