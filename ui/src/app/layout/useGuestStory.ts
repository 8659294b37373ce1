import { useSyncExternalStore } from "react";
import { guestStory, onGuestChange } from "../../api/guest-store";

/** The way back into the story of a guest; null for everybody else, on the server and while hydrating. */
export function useGuestStory(): string | null {
  return useSyncExternalStore(onGuestChange, guestStory, () => null);
}
