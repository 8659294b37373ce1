import { paths } from "../../lib/paths";
import type { Story } from "./types";

/** Where a story is played: with one character it is a chat, with several a story (spec 2.1). */
export function storyPath({ id, characters }: Pick<Story, "id" | "characters">): string {
  return playPath(id, characters.length);
}

/** The same for a story of which only that is known. */
export function playPath(id: string, characters: number): string {
  return characters > 1 ? paths.story(id) : paths.chat(id);
}
