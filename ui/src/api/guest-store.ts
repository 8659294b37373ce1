import { cookies, storageKeys } from "../config/cookies";
import { writeCookie } from "../lib/cookies";

/** A guest session as it is kept in this browser. */
export interface GuestSession {
  guestSessionId: string;
  deviceHash: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
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

/** The stored guest session; null when there is none, it has expired, or cannot be read. */
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
}

export function dropGuest(): void {
  localStorage.removeItem(storageKeys.guest);
  writeCookie(cookies.guest.name, "", 0);
}

/** What a call of a guest carries (spec section 7). */
export function guestHeaders(guest: Pick<GuestSession, "guestSessionId" | "deviceHash">) {
  return { "guest-token": guest.guestSessionId, "device-hash": guest.deviceHash };
}
