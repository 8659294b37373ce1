import { uriOf } from "../../api/address";
import { call } from "../../api/client";
import type { Body } from "../../api/operations";
import type { Rating } from "./opinion";

/** What an open scenario tells the model. */
export const makingUri = (id: string) => uriOf("GET /scenarios/scenario/{id}/making", { path: { id } });

/** What readers think of a scenario is sent even when the page is left meanwhile. */

export const sendLove = (scenarioId: string, loved: boolean) =>
  call("POST /scenarios/love", { body: { scenarioId, loved }, keepalive: true });

export const sendRating = (scenarioId: string, rating: Rating) =>
  call("POST /scenarios/rate", { body: { scenarioId, rating }, keepalive: true });

/** Reports that a recommendation was seen or followed. It happens by itself, so it never leads to a sign-in. */
export const sendTracking = (body: Body<"POST /api/track/recommendation">) =>
  call("POST /api/track/recommendation", { auth: "quiet", body });
