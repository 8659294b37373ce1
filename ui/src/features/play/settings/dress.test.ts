// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from "vitest";
import { storageKeys } from "../../../config/cookies";
import { keepDress, keptDress, putOn, takeOff } from "./dress";

const root = document.documentElement;
const velvet = { tokens: { "--t-background": "#1a0512" }, light: false };
const paper = { tokens: { "--t-primary": "#7a3b1d" }, light: true };

afterEach(() => {
  takeOff(false);
  localStorage.clear();
  vi.restoreAllMocks();
});

describe("the dress of a story", () => {
  it("is changed without a thread of the one before, and taken off", () => {
    putOn(velvet);
    expect(root.style.getPropertyValue("--t-background")).toBe("#1a0512");
    putOn(paper);
    expect(root.style.getPropertyValue("--t-background")).toBe("");
    expect(root.className).toContain("light");
    takeOff(false);
    expect(root.style.getPropertyValue("--t-primary")).toBe("");
    expect(root.className.split(" ")).toEqual(["dark"]);
  });

  it("is kept for its own story alone", () => {
    keepDress("one", velvet);
    expect(keptDress("one")).toEqual(velvet);
    expect(keptDress("two")).toBeNull();
    keepDress("two", null);
    expect(keptDress("one")).toEqual(velvet);
    keepDress("one", null);
    expect(keptDress("one")).toBeNull();
  });

  it("is nothing where what was stored cannot be read, which the log says once", () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    localStorage.setItem(storageKeys.dress, '{"chatID":"one","dress":');
    expect(keptDress("one")).toBeNull();
    expect(log).toHaveBeenCalledWith("The stored theme could not be read", expect.any(SyntaxError));
    expect(localStorage.getItem(storageKeys.dress)).toBeNull();
    expect(keptDress("one")).toBeNull();
    expect(log).toHaveBeenCalledTimes(1);
  });

  it("is nothing where something else was stored", () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    for (const stored of ["{", "1", '{"chatID":"one"}', '{"chatID":"one","dress":{"light":true}}']) {
      localStorage.setItem(storageKeys.dress, stored);
      expect(keptDress("one")).toBeNull();
    }
  });
});
