import { YMO, YMO_VARIANTS } from "../config/campaigns";
import { REFERRAL_VALID_MS } from "../config/timings";

/** Decisions taken at start-up, free of the browser. */

/** `ymo` becomes one of its variants; `chance` is in [0, 1). Any other campaign stays as it is. */
export function pickVariant(campaign: string, chance: number): string {
  if (campaign !== YMO) return campaign;
  const index = Math.min(YMO_VARIANTS.length - 1, Math.floor(chance * YMO_VARIANTS.length));
  return YMO_VARIANTS[index] ?? YMO_VARIANTS[0];
}

/**
 * Spec section 4, "NSFW cookie": an arrival with a campaign sets it to true unless it is set already, one without sets it to
 * false unless it is set already (a confirmed answer is kept). With the operator's switch on, only a confirmation sets
 * it to true. Null leaves the cookie alone.
 */
export function adultCookie(at: {
  campaignGiven: boolean;
  stored: string | null;
  mustConfirm: boolean;
}): "true" | "false" | null {
  if (at.stored !== null) return null;
  return at.campaignGiven && !at.mustConfirm ? "true" : "false";
}

const REFERRAL = /^[0-9A-F]{6,10}$/;

/** Spec section 5: trimmed, upper case, 6 to 10 hexadecimal characters; null when it is not that. */
export function referralCode(given: string): string | null {
  const code = given.trim().toUpperCase();
  return REFERRAL.test(code) ? code : null;
}

/** Whether a stored referral record is readable and younger than 30 days. */
export function freshReferral(stored: string | null, now: number): boolean {
  if (stored === null) return true;
  try {
    const record: unknown = JSON.parse(stored);
    if (typeof record !== "object" || record === null) return false;
    const timestamp: unknown = Reflect.get(record, "timestamp");
    return typeof timestamp === "number" && now - timestamp <= REFERRAL_VALID_MS;
  } catch {
    return false;
  }
}

/** A part of start-up that may fail without the rest. */
export interface Step {
  name: string;
  run: () => unknown;
}

/** Runs the steps in their order. One that fails is reported, and the next begins all the same. */
export function runSteps(steps: readonly Step[], report: (name: string, cause: unknown) => void): void {
  for (const { name, run } of steps) {
    try {
      const result = run();
      if (result instanceof Promise) result.catch((cause: unknown) => report(name, cause));
    } catch (cause) {
      report(name, cause);
    }
  }
}
