import type { PartId } from "../model/parts";
import type { SessionSnapshot } from "../model/sessionTypes";

/** What stands beside a part's name: how many there are of what it holds, or are missing. */
export function partNote(
  { draft, missing }: Pick<SessionSnapshot, "draft" | "missing">,
  part: PartId,
): string {
  const count = {
    basics: 0,
    setting: 0,
    player: 0,
    actors: draft.actors.length,
    openings: draft.openings.length,
    lore: [draft, ...draft.actors].reduce((sum, { lorebooks }) => sum + lorebooks.length, 0),
    images: [draft.cover, draft.banner].filter((image) => image !== null).length,
    preview: 0,
    publish: missing?.length ?? 0,
  }[part];
  return count === 0 ? "" : String(count);
}
