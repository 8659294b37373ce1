import { type ReactNode, useSyncExternalStore } from "react";
import { guestStory, onGuestChange } from "../../api/guest-store";
import s from "./GuestLead.module.css";

interface GuestLeadProps {
  /** For a guest with a story. */
  guest: ReactNode;
  /** For everybody else. */
  visitor: ReactNode;
}

/** A guest's story comes along. Whether there is one only the browser knows, so the space for its line is always kept. */
export function GuestLead({ guest, visitor }: GuestLeadProps) {
  const hasStory = useSyncExternalStore(onGuestChange, guestStory, () => null) !== null;
  return (
    <div className={s.either}>
      <p aria-hidden={hasStory || undefined}>{visitor}</p>
      <p aria-hidden={!hasStory || undefined}>{guest}</p>
    </div>
  );
}
