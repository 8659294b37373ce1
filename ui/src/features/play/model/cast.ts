import type { Character, ControlMode } from "../types";
import type { Chat } from "./state";

/** The cast without the player. */
export function castOf({ characters }: Pick<Chat, "characters">): Character[] {
  return characters.filter(({ isUser }) => !isUser);
}

/** What the server calls a player who has given no name: it cannot stand as one in a sentence. */
export const NAMELESS = "You";

/** The persona whose name is what the player wants to be called. */
export const DEFAULT_PERSONA = "default";

/** As whom the player speaks; without a name as the narrator, or as somebody nobody has named. */
export interface PlayedRole {
  mode: ControlMode;
  name: string | null;
}

/** The role the player plays. A puppet who has left the cast is nobody, a persona that is gone is oneself. */
export function roleOf(
  chat: Pick<Chat, "controlMode" | "puppetID" | "selectedPersona" | "personas" | "characters">,
): PlayedRole {
  const { controlMode: mode, puppetID, selectedPersona, personas, characters } = chat;
  if (mode === "steer") return { mode, name: null };
  const puppet = castOf(chat).find(({ id }) => id === puppetID);
  if (mode === "puppeteer" && puppet !== undefined) return { mode, name: puppet.name };
  const persona = selectedPersona === null ? undefined : personas[selectedPersona];
  const player = characters.find(({ isUser }) => isUser);
  const name = persona?.name ?? player?.name ?? null;
  return { mode: "default", name: name === NAMELESS ? null : name };
}
