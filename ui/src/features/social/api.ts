import { call } from "../../api/client";
import type { Following } from "./follow";

/** Follows somebody, or stops following; it is carried through when the page is left meanwhile. */
export const sendFollow = (userID: string, following: boolean): Promise<Following> =>
  call(following ? "POST /users/me/follow/{targetId}" : "DELETE /users/me/follow/{targetId}", {
    path: { targetId: userID },
    keepalive: true,
  });
