import { SESSION_CHANNEL, storageKeys } from "../config/cookies";
import type { AuthSession } from "./person";
import { VALIDITY_BUFFER_MS } from "./token-rules";

/**
 * Several tabs share one session: one of them refreshes, the others take what it brought; signing in and out is sent to
 * all. Tokens travel between tabs in messages and are never stored.
 */

const LOCK = "dramatis.refresh";

/** How long another tab may take to hand over a token that it is known to have. */
const HANDOVER_MS = 250;

type Message = { kind: "session"; session: AuthSession; at: number } | { kind: "ask" } | { kind: "over" };

/** When a token was last obtained in this browser, and by which tab. */
interface Stamp {
  at: number;
  tab: string;
}

let channel: BroadcastChannel | null = null;
let latest: { session: AuthSession; at: number } | null = null;
let arrived: (() => void) | null = null;

function tabId(): string {
  const stored = sessionStorage.getItem(storageKeys.tab);
  if (stored !== null) return stored;
  const made = String(Math.random()).slice(2);
  sessionStorage.setItem(storageKeys.tab, made);
  return made;
}

function stamp(): Stamp | null {
  try {
    return JSON.parse(localStorage.getItem(storageKeys.refreshed) ?? "null") as Stamp | null;
  } catch {
    return null;
  }
}

/** The shared session with what is left of its time; null when that is not enough to be worth taking. */
function remaining(): AuthSession | null {
  if (latest === null) return null;
  const expiresIn = latest.session.expiresIn - (Date.now() - latest.at) / 1_000;
  return expiresIn * 1_000 > VALIDITY_BUFFER_MS ? { ...latest.session, expiresIn } : null;
}

export interface TabEvents {
  /** Another tab signed in or refreshed. */
  onSession(session: AuthSession): void;
  /** Another tab signed out, or learnt that the session is over. */
  onOver(): void;
}

/** Begins to listen to the other tabs. */
export function joinTabs(events: TabEvents): void {
  channel = new BroadcastChannel(SESSION_CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.kind === "session") {
      latest = { session: data.session, at: data.at };
      arrived?.();
      const session = remaining();
      if (session !== null) events.onSession(session);
    } else if (data.kind === "over") {
      latest = null;
      events.onOver();
    } else if (latest !== null && remaining() !== null) {
      channel?.postMessage({ kind: "session", ...latest } satisfies Message);
    }
  };
}

/** Sends a session obtained here to the other tabs. */
export function shareSession(session: AuthSession): void {
  latest = { session, at: Date.now() };
  localStorage.setItem(
    storageKeys.refreshed,
    JSON.stringify({ at: latest.at, tab: tabId() } satisfies Stamp),
  );
  channel?.postMessage({ kind: "session", ...latest } satisfies Message);
}

/** Lets the other tabs know that nobody is signed in any more. */
export function shareOver(): void {
  latest = null;
  localStorage.removeItem(storageKeys.refreshed);
  channel?.postMessage({ kind: "over" } satisfies Message);
}

/** Runs while no other tab of this browser runs the same. */
export async function aloneAmongTabs<T>(run: () => Promise<T>): Promise<T> {
  // Plain HTTP on another machine has no locks; the server bears two refreshes at a time.
  return navigator.locks === undefined ? run() : navigator.locks.request(LOCK, run);
}

/** What another tab has obtained since then, if it is still worth taking: as it was sent before, or by asking now. */
export async function sessionOfOtherTab(since: number): Promise<AuthSession | null> {
  const last = stamp();
  if (last === null || last.tab === tabId() || last.at <= since) return null;
  if (latest === null || latest.at < last.at) {
    await new Promise<void>((resolve) => {
      arrived = resolve;
      channel?.postMessage({ kind: "ask" } satisfies Message);
      setTimeout(resolve, HANDOVER_MS);
    });
    arrived = null;
  }
  return latest !== null && latest.at >= last.at ? remaining() : null;
}
