import { useSyncExternalStore } from "react";
import { Listeners } from "../listeners";

/**
 * Who is present: the characters that witness what is said next. It belongs to the moment and to this window; each
 * message keeps the set it was said before.
 */

const KEY = "dramatis.scene.";
const listeners = new Listeners();
const NOBODY: ReadonlySet<string> = new Set();
const known = new Map<string, ReadonlySet<string>>();

function read(chatID: string): ReadonlySet<string> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY + chatID) ?? "[]");
    return Array.isArray(stored) && stored.length > 0 ? new Set(stored.map(String)) : NOBODY;
  } catch {
    return NOBODY;
  }
}

/** Ids of the characters who are away. */
function awayFrom(chatID: string): ReadonlySet<string> {
  let away = known.get(chatID);
  if (away === undefined) {
    away = read(chatID);
    known.set(chatID, away);
  }
  return away;
}

/** Marks somebody as absent or present, in every part that shows it. */
export function setAway(chatID: string, characterId: string, away: boolean): void {
  const next = new Set(awayFrom(chatID));
  if (away) next.add(characterId);
  else next.delete(characterId);
  known.set(chatID, next);
  sessionStorage.setItem(KEY + chatID, JSON.stringify([...next]));
  listeners.tell();
}

/** Ids of the characters who are away, as it changes. */
export function useAway(chatID: string): ReadonlySet<string> {
  return useSyncExternalStore(
    listeners.subscribe,
    () => awayFrom(chatID),
    () => NOBODY,
  );
}

/** The presence set of the next message: undefined while everybody is there. */
export function presenceOf(cast: readonly { id: string }[], away: ReadonlySet<string>): string[] | undefined {
  const here = cast.filter(({ id }) => !away.has(id)).map(({ id }) => id);
  return here.length === cast.length ? undefined : here;
}
