// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { storageKeys } from "../../config/cookies";
import { answers, problem, serve } from "../../testing/api";

beforeEach(() => {
  localStorage.clear();
  vi.resetModules();
  vi.stubGlobal("BroadcastChannel", class {});
});

afterEach(() => vi.unstubAllGlobals());

async function visitor() {
  const { startSession } = await import("../../api/session");
  await startSession(null);
  const [{ begin }, { guestStory }] = await Promise.all([import("./begin"), import("../../api/guest-store")]);
  return { begin, guestStory };
}

const issued = answers("POST /guest/sessions", 201, { guestSessionId: "g1", expiresInSeconds: 600 });
const begun = (storyId: string) => answers("POST /stories", 201, { storyId });

test("a visitor becomes a guest, and finds the story again", async () => {
  const sent = serve(issued, begun("s1"));
  const { begin, guestStory } = await visitor();
  expect(guestStory()).toBeNull();
  expect(await begin({ scenarioId: "sc", opening: 2, characters: 3, anew: false }, "key")).toBe("/story/s1");
  expect(sent.at(-1)?.body).toEqual({ scenarioId: "sc", opening: 2 });
  expect(sent.at(-1)?.headers.get("guest-token")).toBe("g1");
  expect(sent.at(-1)?.headers.get("idempotency-key")).toBe("key");
  expect(guestStory()).toBe("/story/s1");
});

test("who has a story of it already is led there", async () => {
  serve(issued, problem("POST /stories", 409, "STORY_EXISTS", { storyId: "old" }));
  const { begin } = await visitor();
  expect(await begin({ scenarioId: "sc", opening: 0, characters: 1, anew: false }, "key")).toBe("/chat/old");
});

test("who starts again has another story, and asks for it", async () => {
  const sent = serve(issued, begun("s2"));
  const { begin, guestStory } = await visitor();
  expect(await begin({ scenarioId: "sc", opening: 0, characters: 1, anew: true }, "key")).toBe("/chat/s2");
  expect(sent.at(-1)?.body).toEqual({ scenarioId: "sc", opening: 0, startAnew: true });
  expect(guestStory()).toBe("/chat/s2");
});

test("a guest's story is no longer shown when the guest is gone", async () => {
  serve(issued, begun("s1"));
  const { begin, guestStory } = await visitor();
  await begin({ scenarioId: "sc", opening: 0, characters: 1, anew: false }, "key");
  const { dropGuest } = await import("../../api/guest-store");
  dropGuest();
  expect(guestStory()).toBeNull();
  localStorage.setItem(storageKeys.guestStory, "https://elsewhere.example/");
  expect(guestStory()).toBeNull();
});
