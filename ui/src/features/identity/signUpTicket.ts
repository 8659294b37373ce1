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

/** Where the link was sent to, for as long as this tab waits for it; null: nowhere any more. */
export function awaitEmail(email: string | null): void {
  if (email === null) sessionStorage.removeItem(storageKeys.awaited);
  else sessionStorage.setItem(storageKeys.awaited, email);
}

/** The address this tab waits for a link at. Once the ticket is used, also in another tab, nobody waits. */
export function awaitedEmail(): string | null {
  return keptTicket() === null ? null : sessionStorage.getItem(storageKeys.awaited);
}
