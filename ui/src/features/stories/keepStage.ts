/** Lines a guest has said before they are asked to stay, and from how few left they are asked again. */
const SAID_FIRST = 3;
const FEW_LEFT = 5;

/** How urgently a guest is reminded of what is left of their allowance. */
export function keepStage({ left, of }: { left: number; of: number }): "quiet" | "asking" | "low" | "over" {
  if (left <= 0) return "over";
  if (left <= FEW_LEFT) return "low";
  return of - left < SAID_FIRST ? "quiet" : "asking";
}
