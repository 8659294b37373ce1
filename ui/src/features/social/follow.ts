/** Whether one follows somebody, and how many do. */
export interface Following {
  following: boolean;
  followers: number;
}

/** As if one had followed, or stopped following. */
export function withFollow(now: Following, following: boolean): Following {
  if (now.following === following) return now;
  return { following, followers: Math.max(0, now.followers + (following ? 1 : -1)) };
}
