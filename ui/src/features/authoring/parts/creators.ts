import { nameOf } from "../model/draft";
import type { Draft } from "../types";

/** Somebody whom cards name as their creator, and the actors that came from these cards. */
export interface NamedCreator {
  readonly name: string;
  readonly actors: readonly string[];
}

const folded = (name: string) => name.trim().toLowerCase();

/** The creators that a draft's cards name, without those that are called as the author is here. */
export function namedCreators({ actors }: Pick<Draft, "actors">, own: readonly string[]): NamedCreator[] {
  const isOwn = new Set(own.map(folded));
  const found = new Map<string, { name: string; actors: string[] }>();
  for (const actor of actors) {
    // Some add further lines, about where to find them.
    const name = actor.kept.creator.trim().split("\n", 1)[0]?.trim() ?? "";
    if (name === "" || isOwn.has(folded(name))) continue;
    const known = found.get(folded(name));
    if (known === undefined) found.set(folded(name), { name, actors: [nameOf(actor)] });
    else known.actors.push(nameOf(actor));
  }
  return [...found.values()];
}
