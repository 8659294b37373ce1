// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { answers, problem, refusal, type Sent, serve } from "../testing/api";
import { failedAnswer } from "./errors";
import { claimGuest, deviceHash, withGuestSession } from "./guest";
import { keepGuest, storedGuest } from "./guest-store";

const stored = (id = "g0") => ({ guestSessionId: id, deviceHash: "d", expiresAt: Date.now() + 60_000 });

const issued = (guestSessionId: string) =>
  answers("POST /guest/sessions", 201, { guestSessionId, expiresInSeconds: 3_600 });

let sent: Sent[] = [];

beforeEach(() => {
  localStorage.clear();
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  sent = serve(issued("g1"));
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("the device hash is 32 hexadecimal characters, the same for the same device", async () => {
  const traits = { userAgent: "UA", timeZone: "Europe/Paris", screen: "390x844", language: "fr" };
  const hash = await deviceHash(traits);
  expect(hash).toMatch(/^[0-9a-f]{32}$/);
  expect(await deviceHash({ ...traits })).toBe(hash);
  expect(await deviceHash({ ...traits, language: "de" })).not.toBe(hash);
});

test("the hash is the same where the browser has no crypto.subtle", async () => {
  const devices = ["UA", "Ünïcødé 🌙", "x".repeat(55), "x".repeat(56), "x".repeat(64), "x".repeat(1_000)].map(
    (userAgent) => ({
      userAgent,
      timeZone: "Asia/Tokyo",
      screen: "1280x800",
      language: "ja",
    }),
  );
  const native = await Promise.all(devices.map(deviceHash));
  vi.stubGlobal("crypto", { getRandomValues: crypto.getRandomValues.bind(crypto) });
  expect(await Promise.all(devices.map(deviceHash))).toEqual(native);
});

test("a stored guest session is used again", async () => {
  keepGuest(stored());
  const call = vi.fn(async () => ({ storyId: "s1" }));
  expect(await withGuestSession(call)).toEqual({ storyId: "s1" });
  expect(call).toHaveBeenCalledWith({ auth: "none", headers: { "guest-token": "g0", "device-hash": "d" } });
  expect(sent).toEqual([]);
});

test("a session that is used lasts as long as a new one", async () => {
  keepGuest({ ...stored(), lasts: 3_600_000 });
  await withGuestSession(async () => ({ storyId: "s1" }));
  expect(storedGuest()?.expiresAt).toBeGreaterThan(Date.now() + 3_500_000);
  const { expiresAt } = stored();
  keepGuest({ ...stored(), expiresAt });
  await withGuestSession(async () => ({ storyId: "s1" }));
  expect(storedGuest()?.expiresAt).toBe(expiresAt);
});

test("without one, or with an expired one, a new one is issued and kept", async () => {
  keepGuest({ ...stored(), expiresAt: Date.now() - 1 });
  await withGuestSession(async () => ({ storyId: "s1" }));
  expect(sent).toHaveLength(1);
  expect(storedGuest()?.guestSessionId).toBe("g1");
});

test("on 409 the story that the error names is used", async () => {
  keepGuest(stored());
  const story = withGuestSession(async () => {
    throw refusal(409, "STORY_EXISTS", { storyId: "s7" });
  });
  expect(await story).toEqual({ storyId: "s7" });
  expect(storedGuest()?.guestSessionId).toBe("g0");
});

test("a 409 that names no story is thrown on", async () => {
  keepGuest(stored());
  const story = withGuestSession(async () => {
    throw failedAnswer(409, {});
  });
  await expect(story).rejects.toMatchObject({ status: 409 });
});

test.each([400, 401, 403])("on %i the session is dropped, and a new one tried once", async (status) => {
  keepGuest(stored());
  const tokens: (string | undefined)[] = [];
  const story = withGuestSession(async (as) => {
    tokens.push(as.headers["guest-token"]);
    if (tokens.length === 1) throw failedAnswer(status, null);
    return { storyId: "s2" };
  });
  expect(await story).toEqual({ storyId: "s2" });
  expect(tokens).toEqual(["g0", "g1"]);
});

test("a second refusal is thrown on", async () => {
  keepGuest(stored());
  const call = vi.fn(async () => {
    throw failedAnswer(403, null);
  });
  await expect(withGuestSession(call)).rejects.toMatchObject({ status: 403 });
  expect(call).toHaveBeenCalledTimes(2);
});

test.each([404, 422, 429, 500, 503])("%i is thrown on at once", async (status) => {
  keepGuest(stored());
  const call = vi.fn(async () => {
    throw failedAnswer(status, null);
  });
  await expect(withGuestSession(call)).rejects.toMatchObject({ status });
  expect(call).toHaveBeenCalledTimes(1);
  expect(storedGuest()).not.toBeNull();
});

test("a claim takes the guest session away", async () => {
  keepGuest(stored());
  serve(answers("POST /user/link-user", 200, { linked: true, stories: 2 }));
  expect(await claimGuest()).toEqual({ linked: true, stories: 2 });
  expect(storedGuest()).toBeNull();
});

test("a claim that somebody else made first is final; one that did not arrive is not", async () => {
  keepGuest(stored());
  serve(
    problem("POST /user/link-user", 503, "OVERLOADED"),
    problem("POST /user/link-user", 409, "GUEST_CLAIMED"),
  );
  expect(await claimGuest()).toEqual({ linked: false, stories: 0 });
  expect(storedGuest()).not.toBeNull();
  expect(await claimGuest()).toEqual({ linked: false, stories: 0 });
  expect(storedGuest()).toBeNull();
});
