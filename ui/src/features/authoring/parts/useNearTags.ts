import { useState } from "react";
import { tagKey } from "../../tags/public";
import { authoringApi } from "../api";
import type { NearTag } from "../types";

/** A new tag and those close to it. */
interface Asked {
  name: string;
  near: readonly NearTag[];
}

/**
 * New tags that others are close to, until it is said which is meant. One for which that cannot be found out stays as
 * it is.
 */
export function useNearTags(chosen: readonly string[]): {
  asked: readonly Asked[];
  ask: (name: string) => Promise<void>;
  answer: (name: string) => void;
} {
  const [asked, setAsked] = useState<readonly Asked[]>([]);
  const without = (name: string) => (list: readonly Asked[]) => list.filter((each) => each.name !== name);
  return {
    asked,
    ask: async (name) => {
      const found = await authoringApi.nearTags(name).catch(() => null);
      const near = (found?.results ?? []).filter((tag) => !chosen.includes(tagKey(tag)));
      if (near.length > 0) setAsked((list) => [...without(name)(list), { name, near }]);
    },
    answer: (name) => setAsked(without(name)),
  };
}
