import { tint } from "../../../design/Avatar";
import type { Character } from "../types";

/** Colours of names; `transcript/Line.module.css` has each. */
export const TINTS = 8;

/**
 * The colour of each name in a cast, by id: its own where it is still free, else the next one, so that no two of up to eight look alike. It
 * hangs on the cast's order alone, so nobody changes colour while a story is played.
 */
export function tintsOf(cast: readonly Pick<Character, "id" | "name">[]): ReadonlyMap<string, number> {
  const tints = new Map<string, number>();
  const taken = new Set<number>();
  for (const { id, name } of cast) {
    let own = tint(name);
    while (taken.has(own) && taken.size % TINTS !== 0) own = (own + 1) % TINTS;
    if (taken.size === TINTS) taken.clear();
    taken.add(own);
    tints.set(id, own);
  }
  return tints;
}
