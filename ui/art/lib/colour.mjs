// Colour in OKLab: mixing there keeps the brightness even and never passes through mud.

const toLinear = (c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
const toGamma = (c) => (c <= 0.0031308 ? c * 12.92 : 1.055 * c ** (1 / 2.4) - 0.055);
const clamp = (x, a = 0, b = 1) => Math.min(b, Math.max(a, x));

/** "#rgb" or "#rrggbb" to [r, g, b] in 0..255. */
export function rgb(hex) {
  let h = hex.replace("#", "");
  if (h.length === 3) h = [...h].map((c) => c + c).join("");
  return [0, 2, 4].map((i) => parseInt(h.slice(i, i + 2), 16));
}

function toLab(hex) {
  const [r, g, b] = rgb(hex).map((v) => toLinear(v / 255));
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function labToLinear([L, a, b]) {
  const l = (L + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (L - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (L - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

const hexOf = (lin) =>
  `#${lin.map((v) => Math.round(clamp(toGamma(clamp(v))) * 255).toString(16).padStart(2, "0")).join("")}`;

/** [lightness 0..1, chroma, hue in degrees]. */
export function lch(hex) {
  const [L, a, b] = toLab(hex);
  return [L, Math.hypot(a, b), (Math.atan2(b, a) * 180) / Math.PI];
}

/** The colour of that lightness, chroma and hue; chroma is reduced until it fits sRGB. */
export function fromLch(L, C, H) {
  const h = (H * Math.PI) / 180;
  let c = Math.max(0, C);
  for (let i = 0; i < 24; i++) {
    const lin = labToLinear([clamp(L), c * Math.cos(h), c * Math.sin(h)]);
    if (lin.every((v) => v >= -0.002 && v <= 1.002)) return hexOf(lin);
    c *= 0.9;
  }
  return hexOf(labToLinear([clamp(L), 0, 0]));
}

/** t = 0 gives a, t = 1 gives b. */
export function mix(a, b, t) {
  const A = toLab(a);
  const B = toLab(b);
  return hexOf(labToLinear([0, 1, 2].map((i) => A[i] + (B[i] - A[i]) * t)));
}

/** The same hue with lightness held in [lo, hi] and chroma in [cmin, cmax]. */
export function hold(hex, lo, hi, cmin = 0, cmax = 1) {
  const [L, C, H] = lch(hex);
  return fromLch(clamp(L, lo, hi), clamp(C, cmin, cmax), H);
}

/** Like `mix`, but keeps most of the colourfulness that mixing far hues would lose. */
export function blend(a, b, t) {
  const [L, C, H] = lch(mix(a, b, t));
  const want = (lch(a)[1] * (1 - t) + lch(b)[1] * t) * 0.86;
  return C < 0.008 ? mix(a, b, t) : fromLch(L, Math.max(C, want), H);
}

export const withL = (hex, L) => {
  const [, C, H] = lch(hex);
  return fromLch(L, C, H);
};
export const shift = (hex, dL, kC = 1, dH = 0) => {
  const [L, C, H] = lch(hex);
  return fromLch(L + dL, C * kC, H + dH);
};

const LIGHTS = ["night", "night", "dusk", "dusk", "dawn"];

/**
 * The working palette of one scene, derived from the catalogue's [ground, light, accent].
 * `mode` is the hour: night (dark sky, bright disc), dusk (dark above, burning horizon), dawn (pale haze, mid-tone land).
 */
export function palette([ground, light, accent], rng) {
  const mode = rng.pick(LIGHTS);
  const g = hold(ground, 0.22, 0.34, 0.035, 0.12);
  const ink = hold(mix(g, "#02040a", 0.45), 0.09, 0.16, 0.01, 0.06);
  const lt = hold(light, 0.84, 0.95, 0.02, 0.15);
  const ac = hold(accent, 0.5, 0.74, 0.06, 0.2);
  const acDeep = hold(accent, 0.34, 0.46, 0.06, 0.15);
  const [, , hl] = lch(lt);
  const warmHue = hl > 30 && hl < 110 ? hl : 78;
  // A neighbour of the accent, leaning towards the light: it keeps a sky from being one colour from top to bottom.
  // Now and then the sky takes the ground's hue and leaves the accent to people and things.
  const [, gC, gH] = lch(ground);
  const [, , accentH] = lch(ac);
  const apart = Math.abs(((((gH - accentH) % 360) + 540) % 360) - 180);
  const own = rng.chance(0.42) && apart > 45 && gC > 0.018;
  const air = own ? fromLch(mode === "night" ? 0.5 : 0.6, Math.max(0.085, Math.min(0.14, gC * 1.7)), gH) : ac;
  const airDeep = own ? fromLch(0.38, Math.max(0.075, Math.min(0.12, gC * 1.5)), gH) : acDeep;
  const [aL, aC, aH] = lch(air);
  const turn = ((((hl - aH) % 360) + 540) % 360) - 180;
  const near = fromLch(Math.min(0.82, aL + 0.1), Math.max(0.08, aC * 0.95), aH + Math.sign(turn || 1) * Math.min(46, Math.max(24, Math.abs(turn) * 0.4)));
  const warm = fromLch(0.87, 0.13, warmHue);
  const sky = {
    night: [mix(ink, g, 0.45), blend(g, airDeep, 0.3), blend(blend(g, near, 0.7), lt, 0.14)],
    dusk: [blend(g, airDeep, 0.22), blend(airDeep, air, 0.75), blend(near, lt, 0.55)],
    dawn: [blend(blend(air, lt, 0.35), g, 0.18), blend(air, lt, 0.5), blend(near, lt, 0.86)],
  }[mode];
  const haze = sky[2];
  const mid = { night: shift(blend(g, ac, 0.14), 0.06, 1.15), dusk: shift(blend(g, acDeep, 0.3), 0.07, 1.1), dawn: shift(blend(g, ac, 0.4), 0.06, 1.05) }[mode];
  return {
    mode, ground: g, ink, lt, ac, acDeep, near, warm, haze, mid,
    skyTop: sky[0], skyMid: sky[1], skyLow: sky[2],
    disc: mode === "night" ? mix(lt, "#ffffff", 0.2) : mix(lt, "#fffaf0", 0.45),
    /** Depth ramp: 0 = nearest and darkest, 1 = farthest, dissolved in the haze. */
    layer: (t) => (t < 0.5 ? mix(ink, mid, t * 2) : blend(mid, haze, (t - 0.5) * 2)),
  };
}
