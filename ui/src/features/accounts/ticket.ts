import { storageKeys } from "../../config/cookies";

/**
 * Signing up leaves a ticket in this browser. Opening the mailed link here then needs no password; opening it elsewhere
 * does, so that somebody else's link cannot make an account one's own.
 */
export function keepTicket(ticket: string): void {
  localStorage.setItem(storageKeys.ticket, ticket);
}

export function keptTicket(): string | null {
  return localStorage.getItem(storageKeys.ticket);
}

export function dropTicket(): void {
  localStorage.removeItem(storageKeys.ticket);
}
