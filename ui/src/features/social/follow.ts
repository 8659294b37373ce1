import type { Answer } from "../../api/operations";

/** Whether one follows somebody, and how many do. */
export type Following = Answer<"POST /users/me/follow/{targetId}">;

/** As if one had followed, or stopped following. */
export function withFollow(now: Following, following: boolean): Following {
  if (now.following === following) return now;
  return { following, followers: Math.max(0, now.followers + (following ? 1 : -1)) };
}
