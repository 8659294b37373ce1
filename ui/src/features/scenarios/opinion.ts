import type { Answer } from "../../api/operations";
import type { LoveQuota } from "../../api/types";

/** What a reader thinks of a scenario and how everybody's opinions stand, before and after they press something. */

export type Rating = -1 | 0 | 1;

/** What the server calls a rating, which is any number. */
export const ratingOf = (value: number): Rating => (value > 0 ? 1 : value < 0 ? -1 : 0);

export interface Opinion {
  loved: boolean;
  rating: Rating;
  loveCount: number;
  likes: number;
  dislikes: number;
  /** The reader's loves of today; null until the server has answered. */
  quota: LoveQuota | null;
}

/** From this many loves left, their number is shown. */
export const FEW_LOVES = 10;

const atLeastNone = (count: number) => Math.max(0, count);

/** As if the love had been given or withdrawn. */
export function withLove(opinion: Opinion, loved: boolean): Opinion {
  if (opinion.loved === loved) return opinion;
  const step = loved ? 1 : -1;
  const { quota } = opinion;
  return {
    ...opinion,
    loved,
    loveCount: atLeastNone(opinion.loveCount + step),
    quota:
      quota === null
        ? null
        : { ...quota, used: quota.used + step, remaining: atLeastNone(quota.remaining - step) },
  };
}

/** As if the rating had been given; 0 withdraws it. */
export function withRating(opinion: Opinion, rating: Rating): Opinion {
  const { likes, dislikes, rating: before } = opinion;
  return {
    ...opinion,
    rating,
    likes: atLeastNone(likes + (rating === 1 ? 1 : 0) - (before === 1 ? 1 : 0)),
    dislikes: atLeastNone(dislikes + (rating === -1 ? 1 : 0) - (before === -1 ? 1 : 0)),
  };
}

/** What is true once the server has answered to a love. */
export function lovedAs(opinion: Opinion, answer: Answer<"POST /scenarios/love">): Opinion {
  const { loved, loveCount, quota } = answer;
  return { ...opinion, loved, loveCount, quota };
}

/** What is true once the server has answered to a rating. */
export function ratedAs(opinion: Opinion, answer: Answer<"POST /scenarios/rate">): Opinion {
  return { ...opinion, rating: ratingOf(answer.rating), ...answer.userRatings };
}

/** What pressing one of the thumbs leads to: the second press withdraws it. */
export function pressed(before: Rating, thumb: 1 | -1): Rating {
  return before === thumb ? 0 : thumb;
}

/** The text about the loves left, or nothing while there are plenty. */
export function quotaText(quota: LoveQuota | null): string {
  if (quota === null || quota.remaining > FEW_LOVES) return "";
  if (quota.remaining === 0)
    return `You’ve given all ${quota.limit} of today’s loves. You’ll get more tomorrow.`;
  return quota.remaining === 1 ? "One love left today." : `${quota.remaining} loves left today.`;
}
