import { cookies, storageKeys } from "../config/cookies";
import { writeCookie } from "../lib/cookies";

/** A guest session as it is kept in this browser. */
export interface GuestSession {
  guestSessionId: string;
  deviceHash: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
  /** How long it lasts after it was last used, in milliseconds; not known of those of earlier days. */
  lasts?: number;
}

function isGuestSession(value: unknown): value is GuestSession {
  return (
    typeof value === "object" &&
    value !== null &&
    typeof Reflect.get(value, "guestSessionId") === "string" &&
    typeof Reflect.get(value, "deviceHash") === "string" &&
    typeof Reflect.get(value, "expiresAt") === "number"
  );
}

/** The stored guest session; null when it is missing, has expired, or cannot be read. */
export function storedGuest(now: number = Date.now()): GuestSession | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKeys.guest) ?? "null");
    return isGuestSession(stored) && stored.expiresAt > now ? stored : null;
  } catch {
    return null;
  }
}

const DAY_MS = 86_400_000;

/** Keeps a guest session, and lets the server's guard know that there is one (spec 2.2). */
export function keepGuest(guest: GuestSession, now: number = Date.now()): void {
  localStorage.setItem(storageKeys.guest, JSON.stringify(guest));
  writeCookie(cookies.guest.name, "true", (guest.expiresAt - now) / DAY_MS);
  notify();
}

export function dropGuest(): void {
  localStorage.removeItem(storageKeys.guest);
  localStorage.removeItem(storageKeys.guestStory);
  writeCookie(cookies.guest.name, "", 0);
  notify();
}

const listeners = new Set<() => void>();

function notify(): void {
  for (const listener of listeners) listener();
}

/** Calls when a guest session, or the story of one, came or went: here or in another tab. */
export function onGuestChange(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    removeEventListener("storage", listener);
  };
}

/** Where a guest plays: guests have no list of stories, so the frame shows the way back. */
export function keepGuestStory(path: string): void {
  localStorage.setItem(storageKeys.guestStory, path);
  notify();
}

/** The address of the guest's story in this browser; null for those who have none. */
export function guestStory(): string | null {
  const path = storedGuest() === null ? null : localStorage.getItem(storageKeys.guestStory);
  return path !== null && /^\/(?:chat|story)\/[\w-]+$/.test(path) ? path : null;
}

/** What a call of a guest carries (spec section 7). */
export function guestHeaders(guest: Pick<GuestSession, "guestSessionId" | "deviceHash">) {
  return { "guest-token": guest.guestSessionId, "device-hash": guest.deviceHash };
}
