// Things that many scenes share: skies, lights, weather, plants, people far away.
import { mix, shift } from "./colour.mjs";
import { circle, ellipse, group, line, n, path, poly, rect, smooth, stroke } from "./svg.mjs";

export function sky(c, { low = c.H * 0.62 } = {}) {
  const { P, W, H } = c;
  return rect(0, 0, W, H, c.lin(0, 0, 0, low, [[0, P.skyTop], [0.5, P.skyMid], [0.86, P.skyLow], [1, mix(P.skyLow, P.disc, 0.35)]]));
}

/** A light in the sky: wide glow, then a disc: full, cratered, crescent, banded or ringed, by lot and hour. */
export function disc(c, x, y, r, { colour = c.P.disc, glow = 4, strength = 0.7, crater = false, whole = false } = {}) {
  const { P } = c;
  const rng = c.rng.fork("disc");
  const halo = mix(colour, P.ac, 0.3);
  const shape = crater ? rng.pick(["crater", "crater", whole ? "crater" : "crescent", "ringed"]) : rng.pick(["full", "full", "banded", "ringed"]);
  let s = circle(x, y, r * glow, c.rad(x, y, r * glow, [[0, halo, strength], [0.25, halo, strength * 0.55], [0.6, halo, strength * 0.14], [1, halo, 0]]));
  const face = c.lin(x - r * 0.5, y - r, x + r * 0.4, y + r, [[0, colour], [1, mix(colour, P.haze, shape === "banded" ? 0.75 : 0.35)]]);
  if (shape === "crescent") {
    const bow = path(`M0 ${n(-r)}A${n(r)} ${n(r)} 0 0 1 0 ${n(r)}A${n(r * 1.28)} ${n(r * 1.28)} 0 0 0 0 ${n(-r)}Z`, colour);
    return `${s}${circle(x, y, r, mix(P.skyMid, colour, 0.2), 'opacity="0.4"')}<g transform="translate(${n(x)} ${n(y)}) rotate(${n(rng.pick([-28, 24, 152]))})">${bow}</g>`;
  }
  if (shape === "ringed") for (const [k, a] of [[1.22, 0.5], [1.5, 0.3], [1.86, 0.16]]) s += circle(x, y, r * k, "none", `stroke="${colour}" stroke-width="${n(r * 0.02)}" opacity="${a}"`);
  if (shape === "banded") {
    const cuts = [0.16, 0.4, 0.6, 0.76, 0.89].map((t, i) => rect(x - r, y + r * t, r * 2, r * (0.035 + i * 0.012), "#000"));
    return s + group(circle(x, y, r, face), `mask="${c.mask(rect(x - r, y - r, r * 2, r * 2, "#fff") + cuts.join(""))}"`);
  }
  s += circle(x, y, r, face);
  if (shape === "crater") {
    const dim = mix(colour, P.haze, 0.42);
    const spots = [];
    for (let i = 0; i < 9; i++) {
      const a = rng.range(0, 6.28);
      const d = Math.sqrt(rng.f()) * r * 0.78;
      const q = rng.range(0.06, 0.24) * r * (1 - (d / r) * 0.5);
      spots.push(ellipse(x + Math.cos(a) * d, y + Math.sin(a) * d, q, q * 0.9, dim, `opacity="${n(0.25 + rng.f() * 0.35)}"`));
    }
    s += group(spots.join(""), `clip-path="${c.clip(circle(x, y, r, "#fff"))}"`);
  }
  return s;
}

export const glow = (c, x, y, r, colour, a = 0.8) =>
  circle(x, y, r, c.rad(x, y, r, [[0, colour, a], [0.3, colour, a * 0.45], [1, colour, 0]]), 'style="mix-blend-mode:screen"');

export function stars(c, { count = 160, bottom = c.H * 0.55, colour = c.P.lt, big = 6 } = {}) {
  const r = c.rng.fork("stars");
  let s = "";
  for (let i = 0; i < count; i++) {
    const y = r.f() ** 1.4 * bottom;
    s += circle(r.range(0, c.W), y, r.range(0.5, 1.7) * c.u, colour, `opacity="${(r.range(0.2, 0.9) * (1 - (y / bottom) * 0.7)).toFixed(2)}"`);
  }
  for (let i = 0; i < big; i++) {
    const x = r.range(0, c.W);
    const y = r.f() * bottom * 0.8;
    const q = r.range(5, 12) * c.u;
    s += sparkle(x, y, q, colour, 0.85);
  }
  return s;
}

export const sparkle = (x, y, q, colour, a = 1) =>
  path(`M${n(x)} ${n(y - q)}Q${n(x)} ${n(y)} ${n(x + q)} ${n(y)}Q${n(x)} ${n(y)} ${n(x)} ${n(y + q)}Q${n(x)} ${n(y)} ${n(x - q)} ${n(y)}Q${n(x)} ${n(y)} ${n(x)} ${n(y - q)}Z`, colour, `opacity="${a}"`);

/** A bank of long flat cloud: lens shapes, thinner to the sides. */
export function strata(c, { y0, y1, count = 7, colour, a = 0.5, seed = "" }) {
  const r = c.rng.fork(`strata${seed}`);
  let s = "";
  for (let i = 0; i < count; i++) {
    const y = r.range(y0, y1);
    const w = r.range(0.25, 0.75) * c.W;
    const x = r.range(-0.1, 1.1) * c.W;
    const h = r.range(6, 20) * c.u * (0.6 + (w / c.W));
    const pts = [];
    const k = 8;
    for (let j = 0; j <= k; j++) {
      const t = j / k;
      pts.push([x - w / 2 + w * t, y - h * Math.sin(Math.PI * t) * r.range(0.5, 1.2)]);
    }
    s += path(`${smooth(pts)}Q${n(x)} ${n(y + h * 0.5)} ${n(x - w / 2)} ${n(y)}Z`, colour, `opacity="${(a * r.range(0.5, 1)).toFixed(2)}"`);
  }
  return s;
}

/** Towering cloud mass along a line, for storms and grand skies. */
export function cloudbank(c, { y, amp, colour, seed = "", bottom = c.H, a = 1 }) {
  const r = c.rng.fork(`bank${seed}`);
  let d = "";
  let x = -0.1 * c.W;
  const step = 64 * c.u;
  let yy = y;
  d = `M${n(x)} ${n(bottom)}L${n(x)} ${n(yy)}`;
  while (x < c.W * 1.1) {
    const w = step * r.range(0.5, 1.9);
    const ny = y + r.range(-amp, amp);
    const q = w * r.range(0.52, 0.66);
    d += `A${n(q)} ${n(q)} 0 0 1 ${n(x + w)} ${n(ny)}`;
    x += w;
    yy = ny;
  }
  return path(`${d}L${n(x)} ${n(bottom)}Z`, colour, `opacity="${a}"`);
}

/** Beams from a point, fading with distance. angles in degrees around `dir`. */
export function rays(c, x, y, { dir = 90, spread = 60, count = 7, length = c.H, colour = c.P.lt, a = 0.22, seed = "" } = {}) {
  const r = c.rng.fork(`rays${seed}`);
  let s = "";
  const fill = c.rad(x, y, length, [[0, colour, a], [0.45, colour, a * 0.45], [1, colour, 0]]);
  for (let i = 0; i < count; i++) {
    const m = dir + spread * ((i + 0.5) / count - 0.5) + r.range(-spread / count, spread / count) * 0.6;
    const half = r.range(0.12, 0.45) * (spread / count);
    const at = (deg) => [x + Math.cos((deg * Math.PI) / 180) * length, y + Math.sin((deg * Math.PI) / 180) * length];
    s += poly([[x, y], at(m - half), at(m + half)], fill, `opacity="${r.range(0.4, 1).toFixed(2)}"`);
  }
  return group(s, 'style="mix-blend-mode:screen"');
}

/** A band of mist, strongest in its middle. */
export const mist = (c, y, h, colour = c.P.haze, a = 0.5) =>
  rect(0, y - h / 2, c.W, h, c.lin(0, y - h / 2, 0, y + h / 2, [[0, colour, 0], [0.5, colour, a], [1, colour, 0]]));

export function pine(r, x, y, h, fill) {
  const w = h * r.range(0.17, 0.24);
  const tiers = Math.max(4, Math.min(9, Math.round(h / 26)));
  const left = [];
  const right = [];
  for (let i = 0; i <= tiers; i++) {
    const t = i / tiers;
    const yy = y - h + h * 0.94 * t;
    const ww = w * (0.06 + t * 0.94) * r.range(0.85, 1.12);
    left.push([x - ww, yy + h * 0.03]);
    right.push([x + ww * r.range(0.9, 1.1), yy + h * 0.03]);
    if (i < tiers) {
      left.push([x - ww * 0.46, yy + h * 0.012]);
      right.push([x + ww * 0.46, yy + h * 0.012]);
    }
  }
  return poly([[x, y - h], ...right, [x + w * 0.08, y - h * 0.04], [x + w * 0.08, y], [x - w * 0.08, y], [x - w * 0.08, y - h * 0.04], ...left.reverse()], fill);
}

/** Round broadleaf tree: trunk with forks and leaf masses. */
export function tree(r, x, y, h, fill, leaf = fill, bare = false) {
  let s = "";
  const branch = (bx, by, ang, len, w, depth) => {
    const ex = bx + Math.cos(ang) * len;
    const ey = by + Math.sin(ang) * len;
    const mx = (bx + ex) / 2 + r.range(-1, 1) * len * 0.12;
    const my = (by + ey) / 2;
    s += stroke(`M${n(bx)} ${n(by)}Q${n(mx)} ${n(my)} ${n(ex)} ${n(ey)}`, fill, w);
    if (depth > 0) {
      const k = r.int(2, 3);
      for (let i = 0; i < k; i++) branch(ex, ey, ang + r.range(-0.75, 0.75), len * r.range(0.62, 0.82), w * 0.62, depth - 1);
    } else if (!bare) {
      s += blob(r, ex, ey, h * r.range(0.09, 0.15), leaf);
    }
  };
  branch(x, y, -Math.PI / 2 + r.range(-0.1, 0.1), h * 0.33, h * 0.07, bare ? 5 : 3);
  return s;
}

/** A leafy, uneven round mass. */
export function blob(r, x, y, q, fill, more = "") {
  const k = 11;
  let d = "";
  const at = (i, rr) => [x + Math.cos((i / k) * 6.283) * rr, y + Math.sin((i / k) * 6.283) * rr * 0.86];
  for (let i = 0; i <= k; i++) {
    const [px, py] = at(i, q * (i === k ? 1 : r.range(0.86, 1.12)));
    d += i ? `A${n(q * 0.36)} ${n(q * 0.36)} 0 0 1 ${n(px)} ${n(py)}` : `M${n(px)} ${n(py)}`;
  }
  return path(`${d}Z`, fill, more);
}

export function grass(r, x0, x1, yAt, h, fill, density = 7) {
  let d = "";
  for (let x = x0; x < x1; x += density * r.range(0.6, 1.4)) {
    const y = yAt(x) + 3;
    const lean = r.range(-0.5, 0.5) * h;
    const k = h * r.range(0.4, 1.1);
    d += `M${n(x - 2)} ${n(y)}Q${n(x + lean * 0.3)} ${n(y - k * 0.6)} ${n(x + lean)} ${n(y - k)}Q${n(x + lean * 0.3 + 3)} ${n(y - k * 0.5)} ${n(x + 3)} ${n(y)}Z`;
  }
  return path(d, fill);
}

export function birds(r, x, y, spread, size, colour, count = 5, a = 0.8) {
  let s = "";
  for (let i = 0; i < count; i++) {
    const bx = x + r.bell() * spread;
    const by = y + r.bell() * spread * 0.35;
    const q = size * r.range(0.6, 1.2);
    const up = r.range(0.25, 0.6);
    s += stroke(`M${n(bx - q)} ${n(by - q * up)}Q${n(bx - q * 0.3)} ${n(by - q * up * 0.8)} ${n(bx)} ${n(by)}Q${n(bx + q * 0.3)} ${n(by - q * up * 0.8)} ${n(bx + q)} ${n(by - q * up)}`, colour, q * 0.17, `opacity="${a}"`);
  }
  return s;
}

/** Glints of light on water under (x), between y0 and y1. */
export function glints(c, x, y0, y1, width, colour, a = 0.8, count = 70, seed = "") {
  const r = c.rng.fork(`glints${seed}`);
  let s = "";
  for (let i = 0; i < count; i++) {
    const t = r.f() ** 1.3;
    const y = y0 + (y1 - y0) * t;
    const w = (6 + 60 * t) * r.range(0.4, 1.3) * c.u;
    const gx = x + r.bell() * width * (0.35 + t);
    s += ellipse(gx, y, w, (0.8 + 2.2 * t) * c.u, colour, `opacity="${(a * r.range(0.25, 1) * (1 - t * 0.45)).toFixed(2)}"`);
  }
  return s;
}

/** A person far away, h tall, feet at (x, y). Kinds: cloak, coat, dress, staff, hat, pack. */
export function wanderer(r, x, y, h, fill, kind = r.pick(["cloak", "coat", "dress", "staff", "hat", "pack"])) {
  const k = h / 100;
  const p = (pts) => pts.map(([a, b]) => [x + a * k, y + b * k]);
  let s = circle(x + 1 * k, y - 90 * k, 8.2 * k, fill);
  if (kind === "dress") {
    s += path(`${smooth(p([[-5, -80], [-8, -62], [-7, -50], [-15, -22], [-20, 0]]))}L${n(x + 20 * k)} ${n(y)}${smooth(p([[20, 0], [14, -24], [7, -50], [9, -64], [6, -80]]), "L")}Z`, fill);
    s += stroke(line(p([[-7, -74], [-13, -56], [-9, -44]])), fill, 4.4 * k) + stroke(line(p([[7, -74], [13, -58], [12, -42]])), fill, 4.4 * k);
    s += circle(x - 4 * k, y - 94 * k, 6 * k, fill);
  } else if (kind === "cloak" || kind === "staff") {
    const sway = r.range(2, 12);
    s += path(`${smooth(p([[0, -99], [-9, -90], [-13, -74], [-16, -45], [-20 - sway, -4]]))}L${n(x + 13 * k)} ${n(y - 3 * k)}${smooth(p([[13, -3], [14, -40], [13, -72], [9, -90], [0, -99]]), "L")}Z`, fill);
    s += poly(p([[-7, -8], [-6, 0], [-1, 0], [-1, -8]]), fill) + poly(p([[4, -8], [5, 0], [10, 0], [9, -8]]), fill);
    if (kind === "staff") s += stroke(line(p([[19, -108], [17, 0]])), fill, 3 * k) + stroke(line(p([[10, -66], [18, -60]])), fill, 5 * k);
  } else {
    s += path(`${smooth(p([[-4, -82], [-12, -77], [-13, -55], [-12, -34]]))}L${n(x - 10 * k)} ${n(y - 30 * k)}L${n(x + 11 * k)} ${n(y - 30 * k)}${smooth(p([[11, -30], [13, -55], [12, -77], [5, -82]]), "L")}Z`, fill);
    s += poly(p([[-9, -34], [-8, 0], [-1, 0], [0, -30]]), fill) + poly(p([[1, -34], [4, 0], [11, 0], [9, -34]]), fill);
    s += stroke(line(p([[-11, -74], [-15, -56], [-13, -40]])), fill, 5 * k) + stroke(line(p([[11, -74], [16, -56], [15, -40]])), fill, 5 * k);
    if (kind === "coat") s += poly(p([[-12, -44], [-16, -16], [15, -14], [12, -44]]), fill);
    if (kind === "hat") s += ellipse(x + k, y - 95 * k, 15 * k, 3 * k, fill) + poly(p([[-7, -95], [-5, -106], [7, -106], [9, -95]]), fill) + poly(p([[-12, -44], [-15, -20], [14, -20], [12, -44]]), fill);
    if (kind === "pack") s += rect(x - 20 * k, y - 80 * k, 13 * k, 30 * k, fill, `rx="${n(4 * k)}"`) + stroke(line(p([[20, -70], [23, 0]])), fill, 2.4 * k);
  }
  return s;
}

/** A small house. Window lights go in `lit`. */
export function house(c, r, x, y, w, fill, lit, { chimney = true, roof = null } = {}) {
  const h = w * r.range(0.55, 0.8);
  const rh = w * r.range(0.42, 0.62);
  let s = rect(x - w / 2, y - h, w, h + 4, fill);
  s += poly([[x - w * 0.6, y - h + 1], [x - w * 0.04, y - h - rh], [x + w * 0.04, y - h - rh], [x + w * 0.6, y - h + 1]], roof ?? fill);
  if (chimney) s += rect(x + w * 0.2, y - h - rh * 0.95, w * 0.1, rh * 0.7, roof ?? fill);
  if (lit) {
    const k = r.int(1, 3);
    for (let i = 0; i < k; i++) {
      const wx = x - w * 0.3 + (w * 0.6 * (i + 0.5)) / k;
      s += rect(wx - w * 0.055, y - h * 0.68, w * 0.11, w * 0.16, lit) + glow(c, wx, y - h * 0.55, w * 0.32, lit, 0.5);
    }
  }
  return s;
}

/** Hanging lanterns on a slack line between two points. */
export function garland(c, r, x0, y0, x1, y1, sag, count, colour, size, wire) {
  const at = (t) => [x0 + (x1 - x0) * t, y0 + (y1 - y0) * t + Math.sin(Math.PI * t) * sag];
  const pts = [];
  for (let i = 0; i <= 12; i++) pts.push(at(i / 12));
  let s = stroke(smooth(pts), wire, Math.max(1, size * 0.12), 'opacity="0.8"');
  for (let i = 1; i <= count; i++) {
    const [x, y] = at(i / (count + 1));
    const q = size * r.range(0.8, 1.15);
    s += glow(c, x, y + q, q * 5, colour, 0.42) + ellipse(x, y + q, q * 0.72, q, colour) + ellipse(x, y + q * 0.9, q * 0.36, q * 0.6, mix(colour, "#ffffff", 0.6));
  }
  return s;
}

/** Loose sparks, petals, flakes or dust over an area. */
export function motes(c, { count, x0 = 0, x1 = c.W, y0 = 0, y1 = c.H, size = 2, colour, a = 0.7, soft = false, seed = "" }) {
  const r = c.rng.fork(`motes${seed}`);
  let s = "";
  for (let i = 0; i < count; i++) {
    const q = size * r.range(0.4, 1.5) * c.u;
    const x = r.range(x0, x1);
    const y = r.range(y0, y1);
    const o = a * r.range(0.25, 1);
    s += soft ? circle(x, y, q * 3.2, c.rad(x, y, q * 3.2, [[0, colour, o], [0.3, colour, o * 0.5], [1, colour, 0]])) : circle(x, y, q, colour, `opacity="${o.toFixed(2)}"`);
  }
  return s;
}

export function petals(c, { count, colour, size = 7, x0 = 0, x1 = c.W, y0 = 0, y1 = c.H, seed = "" }) {
  const r = c.rng.fork(`petals${seed}`);
  let s = "";
  for (let i = 0; i < count; i++) {
    const q = size * r.range(0.5, 1.3) * c.u;
    s += ellipse(0, 0, q, q * 0.48, shift(colour, r.range(-0.08, 0.08)), `opacity="${r.range(0.5, 0.95).toFixed(2)}" transform="translate(${n(r.range(x0, x1))} ${n(r.range(y0, y1))}) rotate(${n(r.range(0, 180))})"`);
  }
  return s;
}

/** Window grid on a facade. */
export function windows(r, x, y, w, h, cols, rows, lit, p = 0.4, dark = null) {
  let s = "";
  const cw = w / cols;
  const ch = h / rows;
  for (let i = 0; i < cols; i++)
    for (let j = 0; j < rows; j++) {
      const on = r.chance(p);
      if (!on && !dark) continue;
      s += rect(x + cw * (i + 0.25), y + ch * (j + 0.22), cw * 0.5, ch * 0.56, on ? shift(lit, r.range(-0.12, 0.02)) : dark, on ? `opacity="${r.range(0.55, 1).toFixed(2)}"` : "");
    }
  return s;
}

