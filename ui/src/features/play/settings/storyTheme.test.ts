// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from "vitest";
import { storageKeys } from "../../../config/cookies";
import { applyTheme, resetTheme, storedTheme, storeTheme } from "./storyTheme";

const root = document.documentElement;
const velvet = { tokens: { "--t-background": "#1a0512" }, light: false };
const paper = { tokens: { "--t-primary": "#7a3b1d" }, light: true };

afterEach(() => {
  resetTheme(false);
  localStorage.clear();
  vi.restoreAllMocks();
});

describe("the theme of a story", () => {
  it("is changed without a thread of the one before, and taken off", () => {
    applyTheme(velvet);
    expect(root.style.getPropertyValue("--t-background")).toBe("#1a0512");
    applyTheme(paper);
    expect(root.style.getPropertyValue("--t-background")).toBe("");
    expect(root.className).toContain("light");
    resetTheme(false);
    expect(root.style.getPropertyValue("--t-primary")).toBe("");
    expect(root.className.split(" ")).toEqual(["dark"]);
  });

  it("is kept for its own story alone", () => {
    storeTheme("one", velvet);
    expect(storedTheme("one")).toEqual(velvet);
    expect(storedTheme("two")).toBeNull();
    storeTheme("two", null);
    expect(storedTheme("one")).toEqual(velvet);
    storeTheme("one", null);
    expect(storedTheme("one")).toBeNull();
  });

  it("is nothing where what was stored cannot be read, which is logged once", () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    localStorage.setItem(storageKeys.storyTheme, '{"chatID":"one","dress":');
    expect(storedTheme("one")).toBeNull();
    expect(log).toHaveBeenCalledWith("The stored theme could not be read", expect.any(SyntaxError));
    expect(localStorage.getItem(storageKeys.storyTheme)).toBeNull();
    expect(storedTheme("one")).toBeNull();
    expect(log).toHaveBeenCalledTimes(1);
  });

  it("is nothing where something else was stored", () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    for (const stored of ["{", "1", '{"chatID":"one"}', '{"chatID":"one","dress":{"light":true}}']) {
      localStorage.setItem(storageKeys.storyTheme, stored);
      expect(storedTheme("one")).toBeNull();
    }
  });
});
