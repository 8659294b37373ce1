import { call, type Manner } from "./client";
import { type FailedRequest, failedConnection } from "./errors";
import { dropGuest, type GuestSession, guestHeaders, keepGuest, storedGuest } from "./guest-store";
import { timeZone } from "./http";
import type { Answer } from "./operations";
import type { components } from "./schema.gen";

/** Spec section 7: what of a device goes into its hash. */
export interface DeviceTraits {
  userAgent: string;
  timeZone: string;
  screen: string;
  language: string;
}

const HASH_CHARS = 32;

/** 32 hexadecimal characters of SHA-256 over what a device shows of itself. A signal to the server, not a secret. */
export async function deviceHash(traits: DeviceTraits): Promise<string> {
  const text = [traits.userAgent, traits.timeZone, traits.screen, traits.language].join("|");
  const digest = await sha256(new TextEncoder().encode(text));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0"))
    .join("")
    .slice(0, HASH_CHARS);
}

/** On plain http under a name other than localhost browsers have no `crypto.subtle`; then it is computed in script. */
async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const { subtle } = crypto as Partial<Pick<Crypto, "subtle">>;
  if (subtle !== undefined) return new Uint8Array(await subtle.digest("SHA-256", bytes));
  const inScript = await import("@noble/hashes/sha2.js");
  return inScript.sha256(bytes);
}

function ownTraits(): DeviceTraits {
  return {
    userAgent: navigator.userAgent,
    timeZone: timeZone(),
    screen: `${screen.width}x${screen.height}`,
    language: navigator.language,
  };
}

/** A guest session for this browser: the stored one, or a new one. */
async function guestSession(): Promise<GuestSession> {
  return storedGuest() ?? issueGuest();
}

async function issueGuest(): Promise<GuestSession> {
  const hash = await deviceHash(ownTraits());
  const issued = await call("POST /guest/sessions", {
    auth: "none",
    headers: { "device-hash": hash },
  });
  const guest = {
    guestSessionId: issued.guestSessionId,
    deviceHash: hash,
    expiresAt: Date.now() + issued.expiresInSeconds * 1_000,
    lasts: issued.expiresInSeconds * 1_000,
  };
  keepGuest(guest);
  return guest;
}

/** The guest session was used: the server keeps it as long as a new one, and so does this browser. Answers until when. */
export function prolongGuest(): number | null {
  const guest = storedGuest();
  if (guest === null) return null;
  const expiresAt = Date.now() + (guest.lasts ?? 0);
  if (expiresAt <= guest.expiresAt) return guest.expiresAt;
  keepGuest({ ...guest, expiresAt });
  return expiresAt;
}

/** What starting a story as a guest comes to. */
export type GuestStory = components["schemas"]["GuestStory"];

/** The story that a conflict names: the guest has it already. */
function existingStory(failure: FailedRequest): GuestStory | null {
  if (failure.status !== 409) return null;
  const { responseData } = failure;
  const id: unknown =
    typeof responseData === "object" && responseData !== null ? Reflect.get(responseData, "storyId") : null;
  return typeof id === "string" && id !== "" ? { storyId: id } : null;
}

/** The server no longer takes the guest session. */
const SESSION_REFUSED: readonly number[] = [400, 401, 403];

/** What a guest's call adds to its options. */
export type AsGuest = Required<Pick<Manner, "auth" | "headers">>;

function asGuest(guest: GuestSession): AsGuest {
  return { auth: "none", headers: guestHeaders(guest) };
}

/**
 * Starts a story as a guest (spec section 4, "Guest story flow"): with the stored guest session, or a new one. A 409 gives
 * the story that is there; on 400, 401 or 403 the session is dropped and the call made once more with a new one; anything
 * else is thrown on. `withGuestSession((as) => call("POST /stories", { body, ...as }))`
 */
export async function withGuestSession(begin: (as: AsGuest) => Promise<GuestStory>): Promise<GuestStory> {
  try {
    const made = await begin(asGuest(await guestSession()));
    prolongGuest();
    return made;
  } catch (cause) {
    const failure = failedConnection(cause);
    const existing = existingStory(failure);
    if (existing !== null) return existing;
    if (!SESSION_REFUSED.includes(failure.status)) throw cause;
  }
  dropGuest();
  const fresh = await issueGuest();
  return begin(asGuest(fresh)).catch((cause: unknown) => {
    const existing = existingStory(failedConnection(cause));
    if (existing === null) throw cause;
    return existing;
  });
}

/**
 * Carries what was played as a guest over into the account that is signed in now, once. Whatever the server says to that is
 * final for this guest session, unless it could not be reached; a failure never spoils signing in.
 */
export async function claimGuest(): Promise<Answer<"POST /user/link-user">> {
  const guest = storedGuest();
  if (guest === null) return { linked: false, stories: 0 };
  try {
    const claimed = await call("POST /user/link-user", {
      headers: guestHeaders(guest),
      auth: "quiet",
    });
    dropGuest();
    return claimed;
  } catch (cause) {
    const failure = failedConnection(cause);
    console.warn("What was played as a guest could not be carried over", failure.message);
    if (failure.status >= 400 && failure.status < 500 && failure.status !== 429) dropGuest();
    return { linked: false, stories: 0 };
  }
}
