import type { Hex, Palette, Theme } from "./themes";

/** From a palette to the tokens that everything on a page is drawn with. Pure, so that every theme can be proved readable. */

type Rgb = readonly [number, number, number];

const HEX = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i;

function rgbOf(hex: string): Rgb {
  const match = HEX.exec(hex);
  if (match === null) return [0, 0, 0];
  return [
    Number.parseInt(match[1] ?? "0", 16),
    Number.parseInt(match[2] ?? "0", 16),
    Number.parseInt(match[3] ?? "0", 16),
  ];
}

function hexOf(rgb: Rgb): Hex {
  return `#${rgb.map((value) => Math.round(value).toString(16).padStart(2, "0")).join("")}`;
}

/** Relative luminance by WCAG: 0 for black, 1 for white. */
export function luminance(hex: string): number {
  const [red, green, blue] = rgbOf(hex).map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

/** Contrast by WCAG: 1 to 21. */
export function contrast(one: string, other: string): number {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return ((high ?? 0) + 0.05) / ((low ?? 0) + 0.05);
}

/** `part` of the second colour in the first: 0 is the first, 1 the second. */
export function mix(one: string, other: string, part: number): Hex {
  const to = rgbOf(other);
  const [red, green, blue] = rgbOf(one).map((value, at) => value + ((to[at] ?? 0) - value) * part);
  return hexOf([red ?? 0, green ?? 0, blue ?? 0]);
}

/** A colour with an opacity, 0 to 1. */
function glass(hex: string, opacity: number): string {
  return `rgb(${rgbOf(hex).join(" ")} / ${opacity})`;
}

const WHITE: Hex = "#ffffff";
const BLACK: Hex = "#000000";

/** Spec section 4: white when the primary colour's luminance is under 0.5, otherwise black. */
export function onPrimary(primary: string): Hex {
  return luminance(primary) < 0.5 ? WHITE : BLACK;
}

const STEPS = 20;

/** The colour nearest to this one, on its way to `towards`, that stands out enough from every ground. */
export function readable(hex: Hex, grounds: readonly string[], least: number, towards: Hex): Hex {
  for (let step = 0; step <= STEPS; step += 1) {
    const tried = mix(hex, towards, step / STEPS);
    if (grounds.every((ground) => contrast(tried, ground) >= least)) return tried;
  }
  return towards;
}

/** Contrast of text, and of the edge of a control, by WCAG AA. */
export const TEXT_CONTRAST = 4.5;
const EDGE_CONTRAST = 3;

const CALM = {
  dark: { success: "#5fd6a4", warning: "#ffb86b", danger: "#ff8f8f" },
  light: { success: "#17694a", warning: "#8a4b00", danger: "#a8232a" },
} as const satisfies Record<Palette["mode"], Record<string, Hex>>;

/** Custom properties of a theme, by name. */
export type Tokens = Readonly<Record<`--t-${string}`, string>>;

/**
 * Everything a page is drawn with, from a theme. What it leaves open is derived from it, and colours that would be hard
 * to read are moved until they are not: colours of words and edges hold their contrast in every theme.
 */
export function tokensOf({ palette, typography, shapes, source }: Theme): Tokens {
  const { mode, background, surface, highlight } = palette;
  const ink = mode === "dark" ? WHITE : BLACK;
  const raised = mix(background, surface, 0.5);
  const grounds = [background, raised, surface, highlight];
  const words = (hex: Hex) => readable(hex, grounds, TEXT_CONTRAST, ink);
  const primary = readable(palette.primary, [background, raised, surface], EDGE_CONTRAST, ink);
  const edge = readable(
    mix(palette.textMuted, background, 0.35),
    [background, raised, surface],
    EDGE_CONTRAST,
    ink,
  );
  return {
    "--t-background": background,
    "--t-raised": raised,
    "--t-surface": surface,
    "--t-highlight": highlight,
    "--t-border": palette.border,
    "--t-border-strong": mix(palette.border, palette.textMuted, 0.35),
    "--t-field-border": edge,
    "--t-text-primary": words(palette.textPrimary),
    "--t-text-secondary": words(palette.textSecondary),
    "--t-text-tertiary": words(palette.textTertiary),
    "--t-text-muted": words(palette.textMuted),
    "--t-primary": primary,
    "--t-primary-text": words(palette.primary),
    "--t-primary-face": palette.primary,
    "--t-primary-hover": mix(palette.primary, onPrimary(palette.primary) === BLACK ? WHITE : BLACK, 0.18),
    "--t-on-primary": onPrimary(palette.primary),
    "--t-accent": palette.accent,
    "--t-accent-text": words(palette.accent),
    "--t-success": words(CALM[mode].success),
    "--t-warning": words(CALM[mode].warning),
    "--t-danger": words(CALM[mode].danger),
    "--t-spot": glass(palette.primary, mode === "dark" ? 0.18 : 0.14),
    "--t-spot-2": glass(palette.accent, mode === "dark" ? 0.12 : 0.07),
    "--t-glass": glass(background, 0.88),
    "--t-poster": `linear-gradient(160deg, ${highlight}, ${raised} 55%, ${mix(surface, palette.accent, 0.16)})`,
    "--t-shade": glass(mode === "dark" ? background : mix(palette.textPrimary, BLACK, 0.4), 0.6),
    "--t-backdrop": source.type === "gradient" ? source.value : "none",
    "--t-radius-sm": shapes.borderRadiusSm,
    "--t-radius-md": shapes.borderRadiusMd,
    "--t-radius-lg": shapes.borderRadiusLg,
    "--t-font-primary": typography.primaryFont,
    "--t-font-secondary": typography.secondaryFont,
  };
}
