import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { failedAnswer } from "./errors";
import type { AuthSession } from "./person";
import { type TokenPorts, Tokens } from "./tokens";

const MINUTE = 60_000;

const identity = {
  id: "i1",
  email: "ann@example.org",
  emailVerified: true,
  totpEnabled: false,
  totpRequired: false,
  hasPassword: true,
  providers: [],
};

/** A server whose tokens live that long, and how often it was asked. */
function rig(lifetimeMin = 60, changes: Partial<TokenPorts> = {}) {
  let count = 0;
  const fetch = vi.fn(async (): Promise<AuthSession> => {
    count += 1;
    return { accessToken: `t${count}`, expiresIn: lifetimeMin * 60, identity, hasRecord: true };
  });
  const ports = {
    now: () => Date.now(),
    fetch,
    alone: <T>(run: () => Promise<T>) => run(),
    ofOtherTab: vi.fn(async () => null as AuthSession | null),
    share: vi.fn(),
    onSession: vi.fn(),
    onRefused: vi.fn(),
    ...changes,
  } satisfies TokenPorts;
  return { tokens: new Tokens(ports), ports, fetch };
}

const down = () => failedAnswer(503, null);
const tick = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Refreshes of a tab that is opened, and then left alone for two hours. */
async function idleRefreshes(lifetimeMin: number): Promise<number> {
  const { tokens, fetch } = rig(lifetimeMin);
  tokens.watch();
  await tokens.refresh({ force: true });
  await tick(120 * MINUTE);
  tokens.stop();
  return fetch.mock.calls.length;
}

/** Reliability A-12: the server's lifetime and the client's rules fit each other. */
const MOST_IDLE_REFRESHES = 3;

test("with a 60 minute token a tab idle for two hours refreshes at most three times", async () => {
  expect(await idleRefreshes(60)).toBeLessThanOrEqual(MOST_IDLE_REFRESHES);
});

test("that guard notices a lifetime of 6 minutes", async () => {
  expect(await idleRefreshes(6)).toBeGreaterThan(MOST_IDLE_REFRESHES);
});

test("the cached token is used until five minutes are left", async () => {
  const { tokens, fetch } = rig();
  tokens.watch();
  await tokens.refresh({ force: true });
  vi.setSystemTime(Date.now() + 55 * MINUTE - 1);
  expect(await tokens.get()).toBe("t1");
  expect(fetch).toHaveBeenCalledTimes(1);
  vi.setSystemTime(Date.now() + 1);
  expect(await tokens.get()).toBe("t2");
});

test("a refresh within 30 seconds of the last is skipped, unless forced", async () => {
  const { tokens, fetch } = rig();
  expect(await tokens.refresh()).toBe("t1");
  await tick(29_999);
  expect(await tokens.refresh()).toBe("t1");
  expect(fetch).toHaveBeenCalledTimes(1);
  expect(await tokens.refresh({ force: true })).toBe("t2");
  await tick(30_000);
  expect(await tokens.refresh()).toBe("t3");
});

test("three tries, after one and two seconds; then the cache is empty and there is no token", async () => {
  const { tokens, fetch, ports } = rig();
  await tokens.refresh();
  fetch.mockRejectedValue(down());
  const refresh = tokens.refresh({ force: true });
  await tick(0);
  expect(fetch).toHaveBeenCalledTimes(2);
  await tick(999);
  expect(fetch).toHaveBeenCalledTimes(2);
  await tick(1);
  expect(fetch).toHaveBeenCalledTimes(3);
  await tick(1_999);
  expect(fetch).toHaveBeenCalledTimes(3);
  await tick(1);
  expect(fetch).toHaveBeenCalledTimes(4);
  expect(await refresh).toBeNull();
  expect(tokens.cached).toBeNull();
  expect(ports.onRefused).not.toHaveBeenCalled();
  expect(console.warn).toHaveBeenCalledWith("Failed to get valid authentication token", expect.anything());
});

test("a second try that works is enough", async () => {
  const { tokens, fetch } = rig();
  fetch.mockRejectedValueOnce(down());
  const refresh = tokens.refresh();
  await tick(1_000);
  expect(await refresh).toBe("t1");
});

test("an answer without a token counts as a failed try", async () => {
  const { tokens, fetch } = rig();
  fetch.mockResolvedValue({ accessToken: "", expiresIn: 0, identity, hasRecord: true });
  const refresh = tokens.refresh();
  await tick(3_000);
  expect(await refresh).toBeNull();
  const [, cause] = vi.mocked(console.warn).mock.calls[0] ?? [];
  expect(cause).toMatchObject({ message: "Failed to obtain authentication token" });
});

test("a refusal is final: no second try, the cache is empty, the session is over", async () => {
  const { tokens, fetch, ports } = rig();
  await tokens.refresh();
  fetch.mockRejectedValue(failedAnswer(401, { authErrorType: "invalid_token" }));
  expect(await tokens.refresh({ force: true })).toBeNull();
  expect(fetch).toHaveBeenCalledTimes(2);
  expect(tokens.cached).toBeNull();
  expect(ports.onRefused).toHaveBeenCalledTimes(1);
  expect(console.warn).toHaveBeenCalledWith("User returned null - user may not exist.");
});

test("the token is looked at every two minutes, and only while somebody is signed in", async () => {
  const { tokens, fetch } = rig();
  tokens.watch();
  await tokens.refresh();
  await tick(54 * MINUTE);
  expect(fetch).toHaveBeenCalledTimes(1);
  await tick(2 * MINUTE);
  expect(fetch).toHaveBeenCalledTimes(2);
  tokens.stop();
  await tick(200 * MINUTE);
  expect(fetch).toHaveBeenCalledTimes(2);
  expect(await tokens.get()).toBeNull();
});

test("all who ask during a refresh share it", async () => {
  const { tokens, fetch } = rig();
  const all = await Promise.all([
    tokens.refresh({ force: true }),
    tokens.refresh({ force: true }),
    tokens.refresh(),
  ]);
  expect(all).toEqual(["t1", "t1", "t1"]);
  expect(fetch).toHaveBeenCalledTimes(1);
});

test("requests during a refresh wait for it, and then run one at a time in their order", async () => {
  const { tokens } = rig();
  const refresh = tokens.refresh();
  const log: string[] = [];
  const job = (name: string) => () =>
    new Promise<string>((resolve) => {
      log.push(`${name} begins`);
      setTimeout(() => {
        log.push(`${name} ends`);
        resolve(name);
      }, 10);
    });
  const results = Promise.all(["a", "b", "c"].map((name) => tokens.whenFree(job(name))));
  expect(log).toEqual([]);
  await refresh;
  await tick(100);
  expect(await results).toEqual(["a", "b", "c"]);
  expect(log).toEqual(["a begins", "a ends", "b begins", "b ends", "c begins", "c ends"]);
});

test("a queued request that fails holds up nobody", async () => {
  const { tokens } = rig();
  const refresh = tokens.refresh();
  const bad = tokens.whenFree(() => Promise.reject(new Error("no"))).catch((cause: Error) => cause.message);
  const good = tokens.whenFree(() => Promise.resolve("yes"));
  await refresh;
  expect(await Promise.all([bad, good])).toEqual(["no", "yes"]);
});

test("what a refresh brings for the user of before is thrown away", async () => {
  const { tokens, ports } = rig();
  const refresh = tokens.refresh();
  tokens.clear();
  expect(await refresh).toBeNull();
  expect(tokens.cached).toBeNull();
  expect(ports.onSession).not.toHaveBeenCalled();
});

test("a token that another tab brought is taken, and the server is not asked", async () => {
  const other = { accessToken: "theirs", expiresIn: 3_000, identity, hasRecord: true };
  const { tokens, fetch } = rig(60, { ofOtherTab: async () => other });
  expect(await tokens.refresh({ force: true })).toBe("theirs");
  expect(fetch).not.toHaveBeenCalled();
});

test("a token that another tab hands over while this one waits for its turn is the one that is taken", async () => {
  const other = { accessToken: "theirs", expiresIn: 3_600, identity, hasRecord: true };
  const sharedAt = 60 * MINUTE;
  let turn: () => void = () => undefined;
  const { tokens, fetch } = rig(60, {
    alone: (run) => new Promise((resolve) => (turn = () => resolve(run()))),
    ofOtherTab: async (since) => (since < sharedAt ? other : null),
  });
  vi.setSystemTime(sharedAt - 10 * MINUTE);
  tokens.adopt({ accessToken: "t0", expiresIn: 600, identity, hasRecord: true });
  vi.setSystemTime(sharedAt);
  const refresh = tokens.refresh();
  // The message comes first, the turn afterwards.
  tokens.adopt(other);
  turn();
  expect(await refresh).toBe("theirs");
  expect(fetch).not.toHaveBeenCalled();
});
