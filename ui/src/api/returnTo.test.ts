import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { hasIntent, rememberIntent, takeIntent } from "./pendingIntent";
import { rememberReturnTo, returnToOf, safePath, takeReturnTo } from "./returnTo";

test.each([
  ["/dashboard", "/dashboard"],
  ["/user/abc?cursor=x#y", "/user/abc?cursor=x#y"],
  ["//evil.example", null],
  ["/a/../b?c=/../d", "/b?c=/../d"],
  ["/search?search=%2F%2Felf", "/search?search=%2F%2Felf"],
  ["/\\evil.example", null],
  ["/.//evil.example", null],
  ["/..//evil.example", null],
  ["/a/..//evil.example", null],
  ["/%2e//evil.example", null],
  ["/./\\evil.example", null],
  ["/%5cevil.example", null],
  ["/%2F/evil.example", null],
  ["/./%5Cevil.example", null],
  ["/\t/evil.example", null],
  ["/\n\\evil.example", null],
  ["https://evil.example", null],
  ["javascript:alert(1)", null],
  ["", null],
  [null, null],
])("%s leads to %s", (given, expected) => expect(safePath(given)).toBe(expected));

describe("in this browser", () => {
  beforeEach(() => {
    const kept = new Map<string, string>();
    vi.stubGlobal("localStorage", {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
      removeItem: (key: string) => kept.delete(key),
    });
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  test("a path is remembered as it is, once", () => {
    rememberReturnTo("/scenario/abc");
    expect(takeReturnTo()).toBe("/scenario/abc");
    expect(takeReturnTo()).toBeNull();
    rememberReturnTo("//evil.example");
    expect(takeReturnTo()).toBeNull();
    expect(returnToOf("?returnTo=%2Fuser%2Fabc%3Ftab%3Dx")).toBe("/user/abc?tab=x");
  });

  test("an act is done once, where it belongs, within the hour", () => {
    rememberIntent("love:abc", "The lamp");
    expect(hasIntent()).toBe(true);
    expect(takeIntent(["love:other", "like:abc"])).toBeNull();
    expect(takeIntent(["love:abc", "like:abc"])).toBe("love:abc");
    expect(hasIntent()).toBe(false);
    rememberIntent("follow:abc", "Ann");
    vi.advanceTimersByTime(3_600_001);
    expect(takeIntent(["follow:abc"])).toBeNull();
    localStorage.setItem("dramatis.act", "nonsense");
    expect(hasIntent()).toBe(false);
  });
});
