import { currentSession } from "../../api/session";
import type { ScenarioPoster } from "../../api/types";
import { storageKeys } from "../../config/cookies";
import { randomId } from "../../lib/random-id";
import { sendTracking } from "./api";

export type TrackContext = "search_results" | "homepage" | "dashboard" | "carousel" | "general";
type TrackEvent = "impression" | "click";

/** The session id is a random UUID stored locally (spec section 7). */
function sessionId(): string {
  try {
    const stored = localStorage.getItem(storageKeys.session);
    if (stored !== null) return stored;
    const made = randomId();
    localStorage.setItem(storageKeys.session, made);
    return made;
  } catch {
    return randomId();
  }
}

const seen = new Set<string>();

/** Reports once per recommendation and event; only scenarios that were recommended are reported. A failure only logs. */
export function trackRecommendation(
  event: TrackEvent,
  scenario: Pick<ScenarioPoster, "id" | "recommendationMetadata">,
  context: TrackContext,
  position: number,
): void {
  const recommendation = scenario.recommendationMetadata;
  if (recommendation === undefined || recommendation === null) return;
  const key = `${event} ${recommendation.recommendationId} ${scenario.id}`;
  if (seen.has(key)) return;
  seen.add(key);
  sendTracking({
    recommendationId: recommendation.recommendationId,
    scenarioId: scenario.id,
    event,
    context,
    userId: currentSession().viewer?.userID ?? null,
    sessionId: recommendation.parameters.sessionId || sessionId(),
    position,
  }).catch((cause: unknown) => {
    console.warn("Recommendation tracking failed", cause);
  });
}

export function trackImpression(
  scenario: Pick<ScenarioPoster, "id" | "recommendationMetadata">,
  context: TrackContext,
  position: number,
): void {
  trackRecommendation("impression", scenario, context, position);
}
