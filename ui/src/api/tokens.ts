import { failedConnection, NO_VALID_TOKEN } from "./errors";
import type { AuthSession } from "./person";
import {
  type AccessToken,
  backoffMs,
  isRefusal,
  isTooSoon,
  isValid,
  PROACTIVE_CHECK_MS,
  REFRESH_TRIES,
} from "./token-rules";

/** Spec section 8. */
export const NO_TOKEN = "Failed to obtain authentication token";
export const NO_USER = "User returned null - user may not exist.";

/** What a refresh came to. `refused`: the server knows of no session; `failed`: it could not be asked. */
export type Refreshed = { session: AuthSession } | { refused: true } | { failed: true };

/** What the manager needs from the world; tests bring their own. */
export interface TokenPorts {
  now(): number;
  /** Asks the server for a new token, once. */
  fetch(): Promise<AuthSession>;
  /** Runs while no other tab runs the same. */
  alone<T>(run: () => Promise<T>): Promise<T>;
  /** A token that another tab has obtained since then, in milliseconds. */
  ofOtherTab(since: number): Promise<AuthSession | null>;
  /** Sends it to the other tabs. */
  share(session: AuthSession): void;
  /** A refresh ended: with a new session, or with the answer that there is none. */
  onSession(session: AuthSession): unknown;
  onRefused(): void;
}

/**
 * Keeps this tab's access token, in memory only, and brings a new one before the old one ends (spec section 4). While one is
 * on its way, requests wait here and then go one at a time.
 */
export class Tokens {
  #ports: TokenPorts;
  #token: AccessToken | null = null;
  #lastRefreshAt: number | null = null;
  #refreshing: Promise<string | null> | null = null;
  /** Counts users: what a refresh brings for an earlier one is thrown away. */
  #user = 0;
  #waiting: (() => Promise<void>)[] = [];
  #draining = false;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(ports: TokenPorts) {
    this.#ports = ports;
  }

  /** The cached token, if it is still valid. */
  get cached(): string | null {
    return isValid(this.#token, this.#ports.now()) ? this.#token.value : null;
  }

  /** Whether somebody is signed in as far as this tab knows: then the token is looked after. */
  get watching(): boolean {
    return this.#timer !== undefined;
  }

  /** A token to send: the cached one, or else a new one; null when there is none to be had. */
  async get(): Promise<string | null> {
    return this.cached ?? (this.watching ? this.refresh() : null);
  }

  /** Takes a token that signing in, another tab or a refresh has brought. */
  adopt(session: AuthSession): void {
    const now = this.#ports.now();
    this.#token = { value: session.accessToken, obtainedAt: now, expiresAt: now + session.expiresIn * 1_000 };
    this.#lastRefreshAt = now;
  }

  /** Clears the token: the user changed, signed out, or could not be confirmed. */
  clear(): void {
    this.#user += 1;
    this.#token = null;
    this.#lastRefreshAt = null;
  }

  /** Renews the token in time from now on. */
  watch(): void {
    this.#timer ??= setInterval(() => void this.get(), PROACTIVE_CHECK_MS);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.clear();
  }

  /** Brings a new token. All who ask while one is on its way get the same; soon after, the cached one is returned. */
  refresh(options: { force?: boolean } = {}): Promise<string | null> {
    if (this.#refreshing !== null) return this.#refreshing;
    if (isTooSoon(this.#lastRefreshAt, this.#ports.now(), options.force ?? false)) {
      return Promise.resolve(this.#token?.value ?? null);
    }
    this.#refreshing = this.#refresh(this.#user).finally(() => {
      this.#refreshing = null;
      void this.#drain();
    });
    return this.#refreshing;
  }

  /** Runs now, or once the refresh under way has ended and those who came before are done. */
  whenFree<T>(run: () => Promise<T>): Promise<T> {
    if (this.#refreshing === null) return run();
    return new Promise((resolve, reject) => {
      this.#waiting.push(() => run().then(resolve, reject));
    });
  }

  async #drain(): Promise<void> {
    if (this.#draining) return;
    this.#draining = true;
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) await next();
    this.#draining = false;
  }

  async #refresh(user: number): Promise<string | null> {
    this.#lastRefreshAt = this.#ports.now();
    // Another tab's token may arrive while this one waits for its turn: what counts is what was here before.
    const since = this.#token?.obtainedAt ?? 0;
    const result = await this.#ports.alone(() => this.#obtain(since));
    // Signed out, or somebody else, in the meantime: what came belongs to nobody here.
    if (user !== this.#user) return this.cached;
    if ("session" in result) {
      this.adopt(result.session);
      this.#ports.onSession(result.session);
      return result.session.accessToken;
    }
    this.#token = null;
    if ("refused" in result) {
      console.warn(NO_USER);
      this.#ports.onRefused();
    }
    return null;
  }

  async #obtain(since: number): Promise<Refreshed> {
    const other = await this.#ports.ofOtherTab(since);
    if (other !== null) return { session: other };
    for (let tries = 1; ; tries += 1) {
      try {
        const session = await this.#ports.fetch();
        if (!session?.accessToken) throw new Error(NO_TOKEN);
        this.#ports.share(session);
        return { session };
      } catch (cause) {
        if (isRefusal(failedConnection(cause).status)) return { refused: true };
        if (tries >= REFRESH_TRIES) {
          console.warn(NO_VALID_TOKEN, cause);
          return { failed: true };
        }
        await new Promise((resolve) => setTimeout(resolve, backoffMs(tries)));
      }
    }
  }
}
