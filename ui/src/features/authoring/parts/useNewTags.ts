import { useState } from "react";
import { tagKey } from "../../tags/public";
import { authoringApi } from "../api";
import type { NearTag } from "../types";

/** A new tag that others are close to. */
export interface NewTag {
  name: string;
  near: readonly NearTag[];
}

/**
 * New tags, each looked at before it is made: `make` gets it at once where no tag is close, and where that cannot be
 * found out. The others wait for an answer.
 */
export function useNewTags(
  make: (name: string) => void,
  chosen: readonly string[],
): { waiting: readonly NewTag[]; ask: (name: string) => Promise<void>; answer: (asked: NewTag) => void } {
  const [waiting, setWaiting] = useState<readonly NewTag[]>([]);
  const without = (name: string) => (list: readonly NewTag[]) => list.filter((each) => each.name !== name);
  return {
    waiting,
    ask: async (name) => {
      const found = await authoringApi.nearTags(name).catch(() => null);
      const near = (found?.results ?? []).filter((tag) => !chosen.includes(tagKey(tag)));
      if (near.length === 0) make(name);
      else setWaiting((list) => [...without(name)(list), { name, near }]);
    },
    answer: ({ name }) => setWaiting(without(name)),
  };
}
