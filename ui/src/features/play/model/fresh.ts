import type { Story } from "./story";

/** Nobody has said anything after the opening. */
export function isFresh(story: Pick<Story, "state" | "message">): boolean {
  const { ids, older, turn, target } = story.state;
  return (
    older === "end" &&
    turn === null &&
    target === null &&
    ids.every((id) => story.message(id)?.origin === "opening")
  );
}
