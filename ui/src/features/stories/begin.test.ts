// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { storageKeys } from "../../config/cookies";

interface Call {
  call: string;
  body: unknown;
  headers: Record<string, string>;
}

let calls: Call[] = [];
let answers: Record<string, (() => Response)[]> = {};

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } });

beforeEach(() => {
  calls = [];
  answers = {};
  localStorage.clear();
  vi.resetModules();
  vi.stubGlobal("BroadcastChannel", class {});
  vi.stubGlobal("fetch", async (uri: string, init: RequestInit) => {
    const call = `${init.method} ${uri.replace("/api/v1", "")}`;
    calls.push({
      call,
      body: typeof init.body === "string" ? JSON.parse(init.body) : null,
      headers: init.headers as Record<string, string>,
    });
    const next = answers[call]?.shift();
    if (next === undefined) throw new TypeError(`nobody answers ${call}`);
    return next();
  });
});

afterEach(() => vi.unstubAllGlobals());

async function visitor() {
  const { startSession } = await import("../../api/session");
  await startSession(null);
  const [{ begin }, { guestStory }] = await Promise.all([import("./begin"), import("../../api/guest-store")]);
  return { begin, guestStory };
}

const issued = () => json({ guestSessionId: "g1", expiresInSeconds: 600 });

test("a visitor becomes a guest, and finds the story again", async () => {
  answers = {
    "POST /guest/sessions": [issued],
    "POST /stories": [() => json({ storyId: "s1" }, 201)],
  };
  const { begin, guestStory } = await visitor();
  expect(guestStory()).toBeNull();
  expect(await begin({ scenarioId: "sc", opening: 2, characters: 3, anew: false }, "key")).toBe("/story/s1");
  expect(calls.at(-1)).toMatchObject({
    body: { scenarioId: "sc", opening: 2 },
    headers: { "guest-token": "g1", "idempotency-key": "key" },
  });
  expect(guestStory()).toBe("/story/s1");
});

test("who has a story of it already is led there", async () => {
  answers = {
    "POST /guest/sessions": [issued],
    "POST /stories": [() => json({ code: "STORY_EXISTS", storyId: "old" }, 409)],
  };
  const { begin } = await visitor();
  expect(await begin({ scenarioId: "sc", opening: 0, characters: 1, anew: false }, "key")).toBe("/chat/old");
});

test("who starts anew has another story, and says so", async () => {
  answers = {
    "POST /guest/sessions": [issued],
    "POST /stories": [() => json({ storyId: "s2" }, 201)],
  };
  const { begin, guestStory } = await visitor();
  expect(await begin({ scenarioId: "sc", opening: 0, characters: 1, anew: true }, "key")).toBe("/chat/s2");
  expect(calls.at(-1)?.body).toEqual({ scenarioId: "sc", opening: 0, startAnew: true });
  expect(guestStory()).toBe("/chat/s2");
});

test("a guest's story is no longer shown when the guest is gone", async () => {
  answers = {
    "POST /guest/sessions": [issued],
    "POST /stories": [() => json({ storyId: "s1" }, 201)],
  };
  const { begin, guestStory } = await visitor();
  await begin({ scenarioId: "sc", opening: 0, characters: 1, anew: false }, "key");
  const { dropGuest } = await import("../../api/guest-store");
  dropGuest();
  expect(guestStory()).toBeNull();
  localStorage.setItem(storageKeys.guestStory, "https://elsewhere.example/");
  expect(guestStory()).toBeNull();
});
