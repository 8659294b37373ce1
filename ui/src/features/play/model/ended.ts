import type { Message } from "../types";
import type { PlayState } from "./state";

/**
 * Whether what the demo plays ends with the line where the reader is: nothing follows it until a model is connected.
 * The story goes on after another version of that line, after going back, and where it goes on gently after an offer of
 * help.
 */
export function hasEnded(
  { chat, headId, turn }: Pick<PlayState, "chat" | "headId" | "turn">,
  message: (id: string) => Pick<Message, "ending"> | undefined,
): boolean {
  if (chat === null || headId === null || turn !== null) return false;
  return chat.notices.connect !== null && !chat.story.gentle && message(headId)?.ending === true;
}
