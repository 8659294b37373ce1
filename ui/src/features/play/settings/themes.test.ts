import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { contrast, luminance, onPrimary, TEXT_CONTRAST, tokensOf } from "./theme-rules";
import {
  DEFAULT_DARK,
  DEFAULT_LIGHT,
  QUICK_THEMES,
  quickThemes,
  SYSTEM_THEMES,
  themeOf,
  themesFor,
} from "./themes";

test("the built-in Default is the specification's", () => {
  expect(DEFAULT_DARK._id).toBeNull();
  expect(DEFAULT_DARK.palette).toMatchObject({
    mode: "dark",
    background: "#000814",
    surface: "#132736",
    primary: "#ffc300",
    accent: "#ce00e0",
  });
  expect(DEFAULT_DARK.typography.primaryFont).toContain("Inter");
});

test("luminance and contrast agree with WCAG", () => {
  expect(luminance("#000000")).toBe(0);
  expect(luminance("#ffffff")).toBeCloseTo(1);
  expect(contrast("#ffffff", "#000000")).toBeCloseTo(21);
  expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
});

test.each([
  ["gold", "#ffc300", "#000000"],
  ["just under a half", "#bababa", "#ffffff"],
  ["just over a half", "#bcbcbc", "#000000"],
  ["magenta", "#ce00e0", "#ffffff"],
])("text on %s follows the luminance rule", (_, primary, text) => expect(onPrimary(primary)).toBe(text));

describe.each([DEFAULT_DARK, DEFAULT_LIGHT, ...SYSTEM_THEMES].map((theme) => [theme.name, theme] as const))(
  "%s",
  (_, theme) => {
    const tokens = tokensOf(theme);
    const grounds = ["--t-background", "--t-raised", "--t-surface", "--t-highlight"] as const;

    test.each([
      "--t-text-primary",
      "--t-text-secondary",
      "--t-text-tertiary",
      "--t-text-muted",
      "--t-primary-text",
      "--t-accent-text",
      "--t-success",
      "--t-warning",
      "--t-danger",
    ] as const)("%s can be read on every ground", (words) => {
      for (const ground of grounds)
        expect(contrast(tokens[words] ?? "", tokens[ground] ?? "")).toBeGreaterThanOrEqual(TEXT_CONTRAST);
    });

    test("words on a primary button can be read", () => {
      for (const face of ["--t-primary-face", "--t-primary-hover"] as const)
        expect(contrast(tokens["--t-on-primary"] ?? "", tokens[face] ?? "")).toBeGreaterThanOrEqual(
          TEXT_CONTRAST,
        );
    });

    test("the edges of controls can be seen", () => {
      for (const edge of ["--t-primary", "--t-field-border"] as const)
        expect(contrast(tokens[edge] ?? "", tokens["--t-background"] ?? "")).toBeGreaterThanOrEqual(3);
    });
  },
);

/** Hue in degrees, saturation from 0 to 1. */
function hueOf(hex: string): { hue: number; saturation: number } {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  const most = Math.max(r, g, b);
  const spread = most - Math.min(r, g, b);
  return { hue: (60 * (g - b)) / spread, saturation: spread / most };
}

test("the gold on paper is a gold: no brown, no olive, as bright as by night where words lie on it", () => {
  const css = readFileSync("src/design/tokens.css", "utf8");
  const light = css.slice(css.indexOf(".light {"));
  const token = (name: string) => new RegExp(`${name}: (#[0-9a-f]{6});`).exec(light)?.[1] ?? "";
  for (const name of ["--t-primary", "--t-primary-text", "--t-primary-face"]) {
    const { hue, saturation } = hueOf(token(name));
    expect(hue, name).toBeGreaterThanOrEqual(39);
    expect(hue, name).toBeLessThanOrEqual(48);
    expect(saturation, name).toBeGreaterThan(0.95);
  }
  expect(luminance(token("--t-primary-face"))).toBeGreaterThan(0.5);
  for (const ground of ["--t-background", "--t-raised", "--t-surface"]) {
    expect(contrast(token("--t-primary"), token(ground)), ground).toBeGreaterThanOrEqual(3);
    expect(contrast(token("--t-primary-text"), token(ground)), ground).toBeGreaterThanOrEqual(TEXT_CONTRAST);
  }
  expect(token("--t-primary-face")).toBe(DEFAULT_LIGHT.palette.primary);
});

test("what the themes' own words are is seldom touched", () => {
  for (const theme of SYSTEM_THEMES) {
    const tokens = tokensOf(theme);
    expect(tokens["--t-text-primary"]).toBe(theme.palette.textPrimary);
    expect(tokens["--t-primary-face"]).toBe(theme.palette.primary);
  }
});

test("every theme has an id of its own that an address may hold", () => {
  const ids = SYSTEM_THEMES.map(({ _id }) => _id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
});

test("a theme that is gone is Default, in the mode of the screen", () => {
  expect(themeOf("no-such-theme", "light")).toBe(DEFAULT_LIGHT);
  expect(themeOf(null, "dark")).toBe(DEFAULT_DARK);
  expect(themeOf("noir", "light").name).toBe("Noir");
});

test("at most six quick themes, the worn one among them", () => {
  const all = themesFor("dark");
  expect(all.length).toBeGreaterThan(QUICK_THEMES);
  expect(quickThemes(all, null)).toEqual(all.slice(0, QUICK_THEMES));
  const last = all.at(-1);
  const quick = quickThemes(all, last?._id ?? null);
  expect(quick).toHaveLength(QUICK_THEMES);
  expect(quick.at(-1)).toBe(last);
});
