// Open-air scenes. Each returns { back, front, light: [x, y] }: everything behind the figures, everything before them, and
// where the light comes from.
import { fromLch, lch, mix, shift, withL } from "../colour.mjs";
import {
  birds, blob, cloudbank, disc, glints, glow, grass, house, mist, motes, petals, pine, rays, sky, stars, strata, tree, wanderer,
} from "../elements.mjs";
import { circle, ellipse, group, heightAt, hill, land, line, n, path, poly, rect, ridge, rolling, smooth, stroke } from "../svg.mjs";

const focus = (c, r) => (c.wide ? c.W * r.range(0.6, 0.74) : c.W * r.range(0.34, 0.66));

function swell(c, r, y, amp, fill, crest) {
  const pts = [];
  const k = c.wide ? 14 : 8;
  for (let i = 0; i <= k; i++) pts.push([(-0.05 + (1.1 * i) / k) * c.W, y + (i % 2 ? -amp : amp) * r.range(0.4, 1)]);
  let s = hill(pts, c.H + 10, fill);
  if (crest) s += stroke(smooth(pts), crest, 2.2 * c.u, 'opacity="0.55"');
  return s;
}

function ship(x, y, h, fill, sail) {
  const k = h / 100;
  const p = (a) => a.map(([px, py]) => [x + px * k, y + py * k]);
  let s = path(`${line(p([[-44, -16], [46, -20]]))}Q${n(x + 40 * k)} ${n(y - 2 * k)} ${n(x + 28 * k)} ${n(y)}L${n(x - 28 * k)} ${n(y)}Q${n(x - 40 * k)} ${n(y - 4 * k)} ${n(x - 44 * k)} ${n(y - 16 * k)}Z`, fill);
  s += stroke(line(p([[44, -20], [66, -32]])), fill, 2 * k);
  for (const [mx, mh] of [[-22, 78], [6, 98], [30, 70]]) {
    s += stroke(line(p([[mx, -14], [mx, -mh]])), fill, 2.2 * k);
    let yy = -mh + 4;
    let w = 9;
    while (yy < -24) {
      const q = 17;
      s += path(`${line(p([[mx - w, yy], [mx + w, yy]]))}Q${n(x + (mx + w + 8) * k)} ${n(y + (yy + q * 0.6) * k)} ${n(x + (mx + w) * k)} ${n(y + (yy + q) * k)}L${n(x + (mx - w - 2) * k)} ${n(y + (yy + q) * k)}Q${n(x + (mx - w + 5) * k)} ${n(y + (yy + q * 0.5) * k)} ${n(x + (mx - w) * k)} ${n(y + yy * k)}Z`, sail);
      yy += q + 3;
      w += 4;
    }
  }
  s += stroke(line(p([[66, -32], [30, -70], [6, -98], [-22, -78], [-42, -18]])), fill, 0.7 * k);
  return s;
}

function lighthouse(c, x, y, h, fill, lit, dim) {
  const w = h * 0.13;
  let s = poly([[x - w, y], [x - w * 0.58, y - h * 0.8], [x + w * 0.58, y - h * 0.8], [x + w, y]], fill);
  for (const t of [0.22, 0.52]) {
    const a = w * (1 - t * 0.5);
    const b = w * (1 - (t + 0.15) * 0.5);
    s += poly([[x - a, y - h * t], [x - b, y - h * (t + 0.15)], [x + b, y - h * (t + 0.15)], [x + a, y - h * t]], dim);
  }
  s += rect(x - w * 0.85, y - h * 0.83, w * 1.7, h * 0.035, fill) + rect(x - w * 0.42, y - h * 0.93, w * 0.84, h * 0.1, lit) + poly([[x - w * 0.6, y - h * 0.925], [x, y - h * 1.02], [x + w * 0.6, y - h * 0.925]], fill);
  s += glow(c, x, y - h * 0.88, h * 0.5, lit, 0.9);
  return s;
}

export function sea(c) {
  const { P, W, H, u } = c;
  const r = c.rng.fork("sea");
  const hz = H * (c.wide ? 0.56 : r.range(0.46, 0.53));
  const x = focus(c, r);
  const q = (c.wide ? 120 : r.range(120, 190)) * u;
  const low = r.chance(0.6);
  const ly = low ? hz - q * r.range(0.15, 0.5) : hz - q * r.range(1.7, 2.4);
  let s = sky(c, { low: hz });
  if (P.mode === "night") s += stars(c, { bottom: hz * 0.8 });
  s += disc(c, x, ly, q, { crater: P.mode === "night", whole: low });
  s += strata(c, { y0: hz * 0.3, y1: hz * 0.97, count: 12, colour: mix(P.skyMid, P.haze, 0.45), a: 0.6 });
  s += strata(c, { y0: hz * 0.7, y1: hz * 0.99, count: 6, colour: mix(P.haze, P.disc, 0.5), a: 0.6, seed: 2 });
  if (r.chance(0.5)) s += land(ridge(r, -20, W * 0.55, hz - 12 * u, 34 * u, 0.55, 6, [-20 * u, 16 * u]), hz + 2, P.layer(0.78));
  if (r.chance(0.5)) s += land(ridge(r, W * 0.5, W + 20, hz - 16 * u, 40 * u, 0.55, 6, [18 * u, -40 * u]), hz + 2, P.layer(0.72));
  s += rect(0, hz, W, H - hz, c.lin(0, hz, 0, H, [[0, mix(P.haze, P.mid, 0.3)], [0.22, mix(P.mid, P.skyMid, 0.45)], [0.6, mix(P.mid, P.ink, 0.4)], [1, P.ink]]));
  s += glints(c, x, hz + 2, H * 0.86, q * 0.9, mix(P.disc, P.haze, 0.15), 0.95, 110);
  s += glints(c, W * 0.5, hz + 10, H, W * 0.6, P.layer(0.75), 0.35, 60, "wide");
  const what = r.pick(["ship", "ship", "lighthouse", "boat"]);
  const ox = c.wide ? x + r.sign() * W * 0.11 : W - x + (x > W / 2 ? -70 : 70) * u;
  if (what === "ship") {
    const h = (c.wide ? 230 : 290) * u;
    s += ship(ox, hz + 34 * u, h, P.layer(0.2), mix(P.layer(0.42), P.lt, P.mode === "night" ? 0.12 : 0.2));
    s += glints(c, ox, hz + 36 * u, hz + 150 * u, 70 * u, P.layer(0.12), 0.8, 34, "hull");
  } else if (what === "lighthouse") {
    const lx = c.wide ? W * 0.86 : x > W / 2 ? W * 0.16 : W * 0.84;
    const rock = ridge(r, lx - 190 * u, lx + 230 * u, hz - 6 * u, 46 * u, 0.6, 5, [56 * u, 50 * u]);
    s += lighthouse(c, lx, hz - 14 * u, 330 * u, P.layer(0.34), P.warm, P.layer(0.55));
    s += rays(c, lx, hz - 305 * u, { dir: lx > W / 2 ? 172 : 8, spread: 12, count: 2, length: W * 0.9, colour: P.warm, a: 0.5 });
    s += land(rock, hz + 70 * u, P.layer(0.18)) + glints(c, lx, hz + 60 * u, hz + 80 * u, 180 * u, P.layer(0.7), 0.6, 20, "rock");
  } else {
    s += path(`M${n(ox - 70 * u)} ${n(hz + 60 * u)}Q${n(ox)} ${n(hz + 96 * u)} ${n(ox + 74 * u)} ${n(hz + 58 * u)}Z`, P.layer(0.1)) + stroke(`M${n(ox)} ${n(hz + 74 * u)}L${n(ox)} ${n(hz - 110 * u)}`, P.layer(0.1), 4 * u);
    s += path(`M${n(ox + 5 * u)} ${n(hz - 106 * u)}Q${n(ox + 78 * u)} ${n(hz - 10 * u)} ${n(ox + 62 * u)} ${n(hz + 40 * u)}L${n(ox + 5 * u)} ${n(hz + 44 * u)}Z`, mix(P.layer(0.6), P.lt, 0.3));
    s += path(`M${n(ox - 5 * u)} ${n(hz - 80 * u)}Q${n(ox - 48 * u)} ${n(hz)} ${n(ox - 50 * u)} ${n(hz + 40 * u)}L${n(ox - 5 * u)} ${n(hz + 44 * u)}Z`, P.layer(0.45));
  }
  s += birds(r, W * (c.wide ? 0.5 : 0.5), hz * 0.42, W * 0.3, 20 * u, P.layer(0.25), 7);
  const crest = mix(P.layer(0.7), P.lt, 0.25);
  s += swell(c, r, H * (c.wide ? 0.76 : 0.7), 14 * u, P.layer(0.4), crest) + swell(c, r, H * (c.wide ? 0.84 : 0.78), 18 * u, P.layer(0.26), mix(P.layer(0.5), P.lt, 0.1));
  const front = swell(c, r, H * 0.93, 22 * u, P.layer(0.1), P.layer(0.45)) + motes(c, { count: 26, y0: H * 0.5, y1: H * 0.95, size: 1.6, colour: P.lt, a: 0.6 });
  return { back: s, front, light: [x, ly] };
}

export function forest(c) {
  const { P, W, H, u } = c;
  const r = c.rng.fork("forest");
  const x = focus(c, r);
  const ly = H * (c.wide ? 0.4 : r.range(0.28, 0.36));
  const pinewood = r.chance(0.5);
  const dim = P.layer(0.96);
  let s = rect(0, 0, W, H, c.lin(0, 0, 0, H, [[0, mix(P.layer(0.55), P.skyMid, 0.5)], [0.45, P.haze], [1, P.layer(0.3)]]));
  s += disc(c, x, ly, (c.wide ? 110 : 140) * u, { glow: 6, strength: 0.95 });
  const layers = c.wide ? 5 : 5;
  for (let i = 0; i < layers; i++) {
    const t = 1 - i / (layers - 1);
    const col = P.layer(0.1 + t * 0.76);
    const base = H * (0.56 + (1 - t) * 0.24);
    const step = (46 + (1 - t) * 120) * u;
    let g = "";
    for (let tx = -step; tx < W + step; tx += step * r.range(0.6, 1.3)) {
      const gap = (110 + (1 - t) * (c.wide ? 300 : 210)) * u;
      if (Math.abs(tx - x) < gap) continue;
      const w = (9 + (1 - t) * 46) * u * r.range(0.7, 1.25);
      if (pinewood && t > 0.3) {
        g += pine(r, tx, base + 20 * u, (330 + (1 - t) * 420) * u * r.range(0.75, 1.2), col);
      } else {
        const lean = r.range(-20, 20) * u;
        g += path(`M${n(tx - w)} ${n(base + 40 * u)}Q${n(tx - w * 0.35)} ${n(base - 70 * u)} ${n(tx - w * 0.4 + lean)} ${n(-20)}L${n(tx + w * 0.4 + lean)} ${n(-20)}Q${n(tx + w * 0.35)} ${n(base - 70 * u)} ${n(tx + w * 1.1)} ${n(base + 40 * u)}Z`, col);
        if (t < 0.8) for (let b = 0; b < 3; b++) {
          const by = r.range(0.04, 0.5) * H;
          const dirn = r.sign();
          g += stroke(`M${n(tx + lean * 0.6)} ${n(by + 60 * u)}Q${n(tx + dirn * 50 * u)} ${n(by + 26 * u)} ${n(tx + dirn * r.range(80, 190) * u)} ${n(by - 20 * u)}`, col, w * 0.3);
        }
      }
    }
    const ground = rolling(r, -20, W + 20, base, 16 * u, 6);
    g += hill(ground, H + 10, col);
    s += g + grass(r, 0, W, (gx) => heightAt(ground, gx), (10 + (1 - t) * 22) * u, col, 7 * u);
    if (i < layers - 1) s += mist(c, base - 20 * u, 260 * u, P.haze, 0.36 * t);
    if (i === 1) s += rays(c, x, ly, { dir: 90, spread: 130, count: 11, length: H * 0.85, colour: P.disc, a: 0.5 });
  }
  // The path to the light.
  const py = H * 0.585;
  s += path(`M${n(x - 16 * u)} ${n(py)}Q${n(x + 70 * u)} ${n(H * 0.68)} ${n(x - 60 * u)} ${n(H * 0.78)}T${n(x - 150 * u)} ${n(H)}L${n(x + 240 * u)} ${n(H)}Q${n(x + 190 * u)} ${n(H * 0.82)} ${n(x + 150 * u)} ${n(H * 0.72)}T${n(x + 20 * u)} ${n(py)}Z`, c.lin(0, py, 0, H, [[0, dim, 0.85], [0.35, P.layer(0.55), 0.6], [1, P.layer(0.2), 0.25]]));
  const what = r.pick(["deer", "lamp", "cottage", "none"]);
  if (what === "lamp") s += glow(c, x + 30 * u, py - 8 * u, 120 * u, P.warm, 1) + circle(x + 30 * u, py - 8 * u, 6 * u, P.warm);
  if (what === "cottage") s += house(c, r, x + 10 * u, py + 34 * u, 110 * u, P.layer(0.32), P.warm);
  if (what === "deer") s += deer(x, py + 14 * u, 92 * u, P.layer(0.22));
  let front = "";
  for (const [sx, dir] of [[-40 * u, 1], [W + 40 * u, -1]]) {
    const leaf = P.layer(0.04);
    front += path(`M${n(sx)} -20Q${n(sx + dir * 130 * u)} ${n(H * 0.3)} ${n(sx + dir * 40 * u)} ${n(H * 0.62)}Q${n(sx + dir * 50 * u)} ${n(H * 0.9)} ${n(sx + dir * 150 * u)} ${n(H + 20)}L${n(sx - dir * 80 * u)} ${n(H + 20)}L${n(sx - dir * 80 * u)} -20Z`, leaf);
    for (let i = 0; i < 12; i++) front += blob(r, sx + dir * r.range(0, 250) * u, r.range(-40, 110) * u, r.range(46, 96) * u, leaf);
  }
  const fy = (gx) => H * 0.965 + Math.sin(gx / 90) * 10 * u;
  for (let i = 0; i < 16; i++) front += fern(r, r.range(0, W), H * r.range(0.97, 1.03), r.range(90, 190) * u, P.layer(r.range(0.03, 0.14)));
  front += grass(r, 0, W, fy, 60 * u, P.layer(0.05), 9 * u);
  front += motes(c, { count: 34, y0: H * 0.2, y1: H * 0.92, size: 2, colour: mix(P.warm, P.lt, 0.4), a: 0.85, soft: true });
  return { back: s, front, light: [x, ly] };
}

function deer(x, y, h, fill) {
  const k = h / 100;
  const p = (a) => line(a.map(([px, py]) => [x + px * k, y + py * k]));
  return path(`M${n(x - 40 * k)} ${n(y - 56 * k)}Q${n(x)} ${n(y - 66 * k)} ${n(x + 20 * k)} ${n(y - 60 * k)}L${n(x + 32 * k)} ${n(y - 88 * k)}L${n(x + 50 * k)} ${n(y - 82 * k)}L${n(x + 48 * k)} ${n(y - 76 * k)}L${n(x + 40 * k)} ${n(y - 74 * k)}L${n(x + 30 * k)} ${n(y - 36 * k)}L${n(x - 36 * k)} ${n(y - 34 * k)}Q${n(x - 44 * k)} ${n(y - 44 * k)} ${n(x - 40 * k)} ${n(y - 56 * k)}Z`, fill)
    + [[-34, -36, -36], [-26, -22, -30], [20, 16, 20], [27, 30, 28]].map(([a, b, d]) => stroke(p([[a, -40], [b, -20], [d, 0]]), fill, 4.5 * k)).join("")
    + stroke(p([[36, -88], [30, -104], [36, -116]]), fill, 2.6 * k) + stroke(p([[31, -102], [22, -108]]), fill, 2.2 * k) + stroke(p([[40, -88], [46, -104], [42, -118]]), fill, 2.6 * k) + stroke(p([[45, -102], [54, -108]]), fill, 2.2 * k);
}

function fern(r, x, y, h, fill) {
  let s = "";
  const fronds = r.int(3, 5);
  for (let f = 0; f < fronds; f++) {
    const ang = -Math.PI / 2 + (f / (fronds - 1) - 0.5) * 1.9;
    const bend = (f / (fronds - 1) - 0.5) * 0.9;
    let d = "";
    for (let i = 1; i <= 10; i++) {
      const t = i / 10;
      const a = ang + bend * t;
      const px = x + Math.cos(a) * h * t;
      const py = y + Math.sin(a) * h * t;
      const len = h * 0.2 * (1 - t * 0.8);
      for (const side of [-1, 1]) d += `M${n(px)} ${n(py)}L${n(px + Math.cos(a + side * 1.1) * len)} ${n(py + Math.sin(a + side * 1.1) * len)}`;
    }
    s += stroke(d, fill, h * 0.035) + stroke(`M${n(x)} ${n(y)}Q${n(x + Math.cos(ang) * h * 0.5)} ${n(y + Math.sin(ang) * h * 0.5)} ${n(x + Math.cos(ang + bend) * h)} ${n(y + Math.sin(ang + bend) * h)}`, fill, h * 0.02);
  }
  return s;
}

function mountain(c, r, x, base, w, h, t, lightX, snow) {
  const { P } = c;
  const body = P.layer(t);
  const lit = mix(P.layer(Math.min(1, t + 0.18)), P.disc, 0.14);
  const apex = [x, base - h];
  const side = (dir, k = 9) => {
    const pts = [];
    for (let i = 1; i <= k; i++) {
      const f = i / k;
      pts.push([x + dir * w * f + r.range(-1, 1) * w * 0.035, base - h * (1 - f) ** 1.12 + r.range(-1, 1) * h * 0.03]);
    }
    return pts;
  };
  const left = side(-1);
  const right = side(1);
  let s = poly([...left.slice().reverse(), apex, ...right, [x + w, base + 400], [x - w, base + 400]], body);
  const spine = [];
  for (let i = 1; i <= 8; i++) spine.push([x + (i % 2 ? 1 : -1) * w * r.range(0.02, 0.09) + w * 0.12 * (i / 8) * (lightX > x ? -1 : 1), base - h * (1 - i / 8)]);
  const litSide = lightX > x ? right : left;
  s += poly([apex, ...litSide, [litSide[litSide.length - 1][0], base + 200], [spine[spine.length - 1][0], base + 200], ...spine.slice().reverse()], lit, 'opacity="0.75"');
  if (snow) {
    const cap = (pts, f) => pts.filter((p) => p[1] < base - h * f);
    const zig = [];
    const L = cap(left, 0.52);
    const R = cap(right, 0.52);
    const lx = L.length ? L[L.length - 1][0] : x - w * 0.1;
    const rx = R.length ? R[R.length - 1][0] : x + w * 0.1;
    for (let i = 0; i <= 8; i++) zig.push([rx + ((lx - rx) * i) / 8, base - h * (0.5 + (i % 2 ? 0.16 : 0) * r.range(0.7, 1.2) + 0.03)]);
    const white = mix(P.disc, P.layer(t), 0.22);
    const id = c.clip(path(`${line([...left.slice().reverse(), apex, ...right])}Z`, "#fff"));
    s += group(poly([apex, [x + w, base - h * 0.5], ...zig, [x - w, base - h * 0.5]], mix(white, P.layer(t), 0.45)) + poly([apex, ...(lightX > x ? [[x + w, base - h * 0.5], ...zig.slice(0, 5)] : [...zig.slice(4), [x - w, base - h * 0.5]]), [x, base - h * 0.72]], white), `clip-path="${id}"`);
  }
  return s;
}

export function mountains(c) {
  const { P, W, H, u } = c;
  const r = c.rng.fork("mountains");
  const x = focus(c, r);
  const hz = H * (c.wide ? 0.68 : 0.62);
  const q = (c.wide ? 105 : r.range(110, 165)) * u;
  const ly = H * (c.wide ? 0.3 : r.range(0.2, 0.28));
  let s = sky(c, { low: hz });
  if (P.mode === "night") s += stars(c, { bottom: hz * 0.7 });
  s += disc(c, x, ly, q, { crater: P.mode === "night" });
  s += strata(c, { y0: H * 0.12, y1: hz * 0.75, count: 8, colour: mix(P.skyLow, P.disc, 0.3), a: 0.5 });
  s += land(ridge(r, -20, W + 20, hz - 190 * u, 120 * u, 0.56, 7), H, P.layer(0.86)) + mist(c, hz - 110 * u, 230 * u, P.haze, 0.6);
  const k = c.wide ? 5 : 3;
  for (let i = 0; i < k; i++) {
    const mx = ((i + 0.5 + r.bell() * 0.25) / k) * W;
    s += mountain(c, r, mx, hz + 20 * u, r.range(230, 350) * u, r.range(270, 420) * u, 0.62, x, true);
  }
  const hero = c.wide ? x + r.sign() * 200 * u : W - x;
  s += mist(c, hz - 40 * u, 220 * u, P.haze, 0.55);
  s += mountain(c, r, hero, hz + 90 * u, r.range(330, 430) * u, r.range(430, 560) * u * (c.wide ? 0.8 : 1), 0.46, x, true);
  s += mist(c, hz + 20 * u, 240 * u, P.haze, 0.6);
  s += strata(c, { y0: hz - 120 * u, y1: hz + 30 * u, count: 8, colour: mix(P.haze, P.disc, 0.4), a: 0.55, seed: 2 });
  const r1 = ridge(r, -20, W + 20, hz + 60 * u, 70 * u, 0.5, 7);
  s += land(r1, H, P.layer(0.42));
  for (let tx = 0; tx < W; tx += r.range(12, 40) * u) s += pine(r, tx, heightAt(r1, tx) + 8 * u, r.range(34, 74) * u, P.layer(0.4));
  s += mist(c, hz + 150 * u, 170 * u, P.haze, 0.28);
  const r2 = ridge(r, -20, W + 20, hz + 170 * u, 80 * u, 0.5, 7);
  s += land(r2, H, P.layer(0.26));
  for (let tx = 0; tx < W; tx += r.range(20, 60) * u) s += pine(r, tx, heightAt(r2, tx) + 10 * u, r.range(70, 140) * u, P.layer(0.24));
  if (r.chance(0.6)) {
    const hx = c.wide ? W * 0.82 : x > W / 2 ? W * 0.2 : W * 0.8;
    const hy = heightAt(r1, hx);
    s += house(c, r, hx, hy + 8 * u, 54 * u, P.layer(0.3), P.warm);
  }
  s += birds(r, W * 0.4, H * 0.3, W * 0.22, 19 * u, P.layer(0.2), 5);
  let front = "";
  const r3 = ridge(r, -20, W + 20, H * 0.95, 60 * u, 0.5, 7);
  front += land(r3, H + 9, P.layer(0.06));
  for (const tx of [r.range(0, 0.12), r.range(0.1, 0.2), r.range(0.82, 0.92), r.range(0.9, 1)]) front += pine(r, tx * W, H * 1.02, r.range(300, 470) * u * (c.wide ? 0.8 : 1), P.layer(0.05));
  front += motes(c, { count: 24, y0: H * 0.3, size: 1.6, colour: P.lt, a: 0.5 });
  return { back: s, front, light: [x, ly] };
}

export function starfield(c) {
  const { P, W, H, u } = c;
  const r = c.rng.fork("stars");
  const x = focus(c, r);
  let s = rect(0, 0, W, H, c.lin(0, 0, W * 0.3, H, [[0, mix(P.ink, "#000208", 0.3)], [0.5, mix(P.ink, P.ground, 0.7)], [1, mix(P.ink, P.acDeep, 0.5)]]));
  // Nebula: soft lights along a slanted band.
  const tilt = r.range(-0.7, 0.7);
  for (let i = 0; i < 16; i++) {
    const t = r.bell();
    const nx = W * 0.5 + t * W * 0.62;
    const ny = H * 0.36 + t * tilt * H * 0.35 + r.bell() * H * 0.1;
    const q = r.range(140, 330) * u;
    s += circle(nx, ny, q, c.rad(nx, ny, q, [[0, r.pick([P.ac, P.acDeep, mix(P.ac, P.lt, 0.4), shift(P.ac, 0, 1, 40)]), 0.32], [1, P.ac, 0]]), 'style="mix-blend-mode:screen"');
  }
  s += stars(c, { count: c.wide ? 420 : 340, bottom: H, big: 14 });
  const q = (c.wide ? 300 : r.range(230, 330)) * u;
  const py = H * (c.wide ? 0.44 : r.range(0.26, 0.34));
  const lightX = x - q * 1.2;
  const body = mix(P.ac, P.lt, 0.25);
  const clip = c.clip(circle(x, py, q, "#fff"));
  let bands = circle(x, py, q, c.rad(x - q * 0.45, py - q * 0.45, q * 1.7, [[0, mix(P.lt, "#ffffff", 0.3)], [0.35, body], [0.75, P.acDeep], [1, P.ink]]));
  for (let i = 0; i < 13; i++) {
    const by = py - q + (2 * q * (i + r.f())) / 13;
    bands += path(`M${n(x - q)} ${n(by)}Q${n(x)} ${n(by + q * r.range(0.1, 0.22))} ${n(x + q)} ${n(by - q * 0.05)}L${n(x + q)} ${n(by + q * r.range(0.02, 0.1))}Q${n(x)} ${n(by + q * 0.3)} ${n(x - q)} ${n(by + q * 0.07)}Z`, r.pick([P.lt, P.acDeep, P.ground, body]), `opacity="${r.range(0.1, 0.3).toFixed(2)}"`);
  }
  bands += circle(x + q * 0.55, py + q * 0.4, q * 1.35, c.rad(x - q * 0.35, py - q * 0.35, q * 1.62, [[0, P.ink, 0], [0.55, P.ink, 0], [0.95, P.ink, 0.95], [1, P.ink, 0.98]]));
  const ringed = r.chance(0.6);
  const ring = (half) => {
    const ang = r.fork("ring").range(-26, 26);
    let d = "";
    for (const [k, a] of [[1.5, 0.75], [1.66, 0.45], [1.84, 0.65], [2.02, 0.3]]) d += ellipse(x, py, q * k, q * k * 0.24, "none", `stroke="${mix(P.lt, P.ac, 0.3)}" stroke-width="${n(q * 0.06)}" opacity="${a}"`);
    const cut = c.clip(half === "back" ? rect(x - q * 3, py - q * 2, q * 6, q * 2, "#fff") : rect(x - q * 3, py, q * 6, q * 2, "#fff"));
    return group(group(d, `clip-path="${cut}"`), `transform="rotate(${n(ang)} ${n(x)} ${n(py)})"`);
  };
  s += glow(c, x - q * 0.3, py - q * 0.3, q * 2.1, mix(P.ac, P.lt, 0.3), 0.55);
  if (ringed) s += ring("back");
  s += group(bands, `clip-path="${clip}"`);
  if (ringed) s += ring("front");
  // A moon and a ship.
  const mx = c.wide ? W * 0.4 : x > W / 2 ? W * 0.16 : W * 0.84;
  const my = H * (c.wide ? 0.22 : 0.13);
  s += circle(mx, my, 46 * u, c.rad(mx - 20 * u, my - 20 * u, 80 * u, [[0, P.lt], [0.5, mix(P.lt, P.ground, 0.6)], [1, P.ink]]));
  const sx = c.wide ? x - q * 1.6 : W - mx;
  const sy = H * (c.wide ? 0.62 : 0.47);
  s += rocket(c, r, sx, sy, 92 * u);
  let front = "";
  const kind = r.pick(["crater", "domes", "none"]);
  if (kind !== "none") {
    const g = ridge(r, -20, W + 20, H * (c.wide ? 0.9 : 0.86), 34 * u, 0.5, 7);
    s += land(ridge(r, -20, W + 20, H * (c.wide ? 0.8 : 0.74), 60 * u, 0.55, 7), H, P.layer(0.34)) + mist(c, H * 0.8, 150 * u, P.ac, 0.25);
    if (kind === "domes") for (let i = 0; i < 4; i++) {
      const dx = W * r.range(0.06, 0.94);
      const dq = r.range(40, 90) * u;
      const dy = heightAt(g, dx) + 16 * u;
      s += path(`M${n(dx - dq)} ${n(dy)}A${n(dq)} ${n(dq)} 0 0 1 ${n(dx + dq)} ${n(dy)}Z`, P.layer(0.28)) + windows2(c, r, dx, dy, dq) ;
    }
    front += land(g, H + 9, P.layer(0.08));
  }
  front += motes(c, { count: 20, size: 1.8, colour: P.lt, a: 0.9, soft: true });
  return { back: s, front, light: [lightX, py - q] };
}
const windows2 = (c, r, x, y, q) => {
  let s = "";
  for (let i = 0; i < 5; i++) s += rect(x + (i - 2.5) * q * 0.28, y - q * 0.36, q * 0.12, q * 0.12, c.P.warm, `opacity="${r.range(0.4, 1).toFixed(2)}"`);
  return s;
};
function rocket(c, r, x, y, h) {
  const { P } = c;
  const ang = r.range(-60, -20);
  const k = h / 100;
  const trail = c.lin(-150, 0, -20, 0, [[0, P.warm, 0], [1, P.warm, 0.9]]);
  return group(
    poly([[-170, 0], [-24, -7], [-24, 7]], trail) + path("M-30 -12L26 -15Q50 -8 58 0Q50 8 26 15L-30 12Z", mix(P.lt, P.ground, 0.35)) + path("M-30 0L58 0Q50 8 26 15L-30 12Z", P.ground, 'opacity="0.65"') + poly([[-30, -12], [-46, -30], [-6, -13]], P.ac) + poly([[-30, 12], [-46, 30], [-6, 13]], P.acDeep) + circle(28, -3, 5, P.warm),
    `transform="translate(${n(x)} ${n(y)}) rotate(${n(ang)}) scale(${k.toFixed(2)})"`,
  );
}

export function desert(c) {
  const { P, W, H, u } = c;
  const r = c.rng.fork("desert");
  const x = focus(c, r);
  const hz = H * (c.wide ? 0.6 : 0.5);
  const q = (c.wide ? 150 : r.range(150, 220)) * u;
  const ly = hz - q * r.range(0.5, 1.2);
  let s = sky(c, { low: hz });
  if (P.mode === "night") s += stars(c, { bottom: hz * 0.9, count: 260 });
  s += disc(c, x, ly, q, { glow: 3.4, crater: P.mode === "night", whole: true });
  s += strata(c, { y0: hz * 0.45, y1: hz * 0.95, count: 8, colour: mix(P.haze, P.disc, 0.4), a: 0.5 });
  const what = r.pick(["mesa", "pyramid", "town", "mesa"]);
  if (what === "mesa") {
    for (let i = 0; i < (c.wide ? 5 : 3); i++) {
      const mx = W * r.range(0, 1);
      const w = r.range(70, 170) * u;
      const h = r.range(90, 230) * u;
      const t = r.range(0.62, 0.8);
      s += poly([[mx - w * 1.3, hz + 10], [mx - w, hz - h * 0.5], [mx - w * 0.85, hz - h], [mx + w * 0.8, hz - h * 1.02], [mx + w * 0.95, hz - h * 0.45], [mx + w * 1.4, hz + 10]], P.layer(t));
      s += poly([[mx + (x > mx ? 0.3 : -0.3) * w, hz - h * 1.01], [mx + (x > mx ? 0.8 : -0.85) * w, hz - h], [mx + (x > mx ? 0.95 : -1) * w, hz - h * 0.45], [mx + (x > mx ? 1.4 : -1.3) * w, hz + 10], [mx + (x > mx ? 0.2 : -0.2) * w, hz + 10]], mix(P.layer(t + 0.15), P.disc, 0.15), 'opacity="0.7"');
    }
  } else if (what === "pyramid") {
    for (const [px, h] of [[W * 0.2, 150], [W * 0.8, 230], [W * 0.56, 110]]) {
      const hh = h * u * (c.wide ? 1.1 : 1);
      s += poly([[px - hh * 1.2, hz + 8], [px, hz - hh], [px + hh * 1.2, hz + 8]], P.layer(0.6)) + poly([[px, hz - hh], [px + (x > px ? 1.2 : -1.2) * hh, hz + 8], [px + (x > px ? -0.2 : 0.2) * hh, hz + 8]], mix(P.layer(0.8), P.disc, 0.2));
    }
  } else {
    const tx = c.wide ? W * 0.8 : W - x;
    for (let i = 0; i < 16; i++) {
      const bx = tx + r.bell() * 220 * u;
      const w = r.range(30, 62) * u;
      const h = r.range(36, 120) * u;
      s += rect(bx - w / 2, hz - h, w, h + 8, P.layer(r.range(0.56, 0.7)));
      if (r.chance(0.4)) s += path(`M${n(bx - w / 2)} ${n(hz - h)}A${n(w / 2)} ${n(w / 2)} 0 0 1 ${n(bx + w / 2)} ${n(hz - h)}Z`, P.layer(0.64));
      if (r.chance(0.5)) s += rect(bx - 4 * u, hz - h * 0.7, 8 * u, 14 * u, P.warm);
    }
  }
  // Dunes: each with a lit flank and a shadow flank meeting on a curling crest.
  const rows = c.wide ? 4 : 5;
  for (let i = 0; i < rows; i++) {
    const t = i / (rows - 1);
    const y = hz + (H - hz) * (t * 0.72) + 10 * u;
    const pts = rolling(r, -60 * u, W + 60 * u, y, (20 + 46 * t) * u, 4 + (rows - i));
    const base = P.layer(0.78 - t * 0.56);
    s += hill(pts, H + 10, c.lin(0, y - 40 * u, 0, y + 260 * u, [[0, mix(base, P.disc, 0.22 * (1 - t * 0.6))], [1, P.layer(Math.max(0.06, 0.6 - t * 0.56))]]));
    for (let j = 1; j < pts.length - 1; j++) {
      if (pts[j][1] > y - 4 * u) continue;
      const [ax, ay] = pts[j];
      const d = x > ax ? -1 : 1;
      s += path(`M${n(ax)} ${n(ay)}C${n(ax + d * 30 * u)} ${n(ay + 60 * u)} ${n(ax - d * 40 * u)} ${n(ay + 110 * u)} ${n(ax + d * 40 * u)} ${n(ay + 220 * u)}L${n(ax + d * 300 * u)} ${n(ay + 240 * u)}Q${n(ax + d * 140 * u)} ${n(ay + 70 * u)} ${n(ax)} ${n(ay)}Z`, P.layer(Math.max(0.04, 0.5 - t * 0.46)), 'opacity="0.55"');
    }
    if (i === 1) {
      const cx0 = c.wide ? x + 120 * u : W - x;
      for (let j = 0; j < 4; j++) s += camel(cx0 - j * 62 * u, heightAt(pts, cx0 - j * 62 * u) + 2, 58 * u * r.range(0.9, 1.05), P.layer(0.16));
    }
  }
  s += birds(r, W * 0.6, hz * 0.5, W * 0.18, 18 * u, P.layer(0.3), 4);
  const pts = rolling(r, -60 * u, W + 60 * u, H * 0.95, 34 * u, 4);
  const front = hill(pts, H + 9, P.layer(0.08)) + grass(r, 0, W * 0.3, (gx) => heightAt(pts, gx), 54 * u, P.layer(0.06), 16 * u) + motes(c, { count: 40, y0: H * 0.45, size: 1.5, colour: mix(P.disc, P.haze, 0.3), a: 0.6 });
  return { back: s, front, light: [x, ly] };
}

function camel(x, y, h, fill) {
  const k = h / 100;
  return group(
    path("M-46 -50Q-40 -78 -22 -64Q-12 -92 4 -66Q22 -66 32 -56Q44 -60 46 -80Q50 -96 68 -90L72 -84L58 -80Q58 -52 36 -40L-38 -38Z", fill) + ["M-40 -42L-42 0", "M-30 -42L-28 0", "M26 -42L24 0", "M36 -44L40 0"].map((d) => stroke(d, fill, 6)).join("") + path("M-12 -82L-4 -112Q2 -120 8 -110L14 -74Z", fill),
    `transform="translate(${n(x)} ${n(y)}) scale(${k.toFixed(3)})"`,
  );
}

export function garden(c) {
  const { P, W, H, u } = c;
  const r = c.rng.fork("garden");
  const x = c.wide ? focus(c, r) : W * r.range(0.42, 0.58);
  const hz = H * (c.wide ? 0.62 : 0.56);
  const ly = H * (c.wide ? 0.34 : 0.28);
  const leafHue = fromLch(0.5, 0.09, 140);
  const green = (t) => mix(P.layer(t), withL(leafHue, lch(P.layer(t))[0]), 0.4);
  const bloom = [P.ac, mix(P.ac, P.lt, 0.5), P.lt, shift(P.ac, 0.05, 1, -24)];
  let s = sky(c, { low: hz });
  s += disc(c, x, ly, (c.wide ? 100 : 130) * u, { glow: 5, strength: 0.85 });
  s += strata(c, { y0: H * 0.1, y1: hz * 0.8, count: 6, colour: mix(P.skyLow, P.disc, 0.4), a: 0.5 });
  for (let i = 0; i < (c.wide ? 26 : 15); i++) s += blob(r, r.range(-0.05, 1.05) * W, hz - r.range(-10, 120) * u, r.range(60, 120) * u, green(0.8));
  s += mist(c, hz - 20 * u, 200 * u, P.haze, 0.5);
  // Glasshouse or pavilion at the end of the walk.
  const w = 150 * u;
  const gy = hz + 26 * u;
  if (r.chance(0.5)) {
    const lines = mix(P.layer(0.3), P.ground, 0.3);
    s += path(`M${n(x - w)} ${n(gy)}V${n(gy - w * 0.9)}A${n(w)} ${n(w * 1.05)} 0 0 1 ${n(x + w)} ${n(gy - w * 0.9)}V${n(gy)}Z`, mix(P.warm, P.lt, 0.5), 'opacity="0.8"');
    for (let i = -4; i <= 4; i++) s += stroke(`M${n(x + (i * w) / 4)} ${n(gy)}V${n(gy - w * 0.9)}Q${n(x + (i * w) / 4)} ${n(gy - w * (1.9 - Math.abs(i) * 0.14))} ${n(x)} ${n(gy - w * 1.94)}`, lines, 3 * u);
    for (const t of [0.45, 0.9]) s += stroke(`M${n(x - w)} ${n(gy - w * t)}H${n(x + w)}`, lines, 4 * u);
    s += glow(c, x, gy - w * 0.7, w * 2.4, P.warm, 0.5);
  } else {
    const col = P.layer(0.38);
    for (let i = -2; i <= 2; i++) s += rect(x + i * w * 0.4 - 6 * u, gy - w * 0.95, 12 * u, w * 0.95, col);
    s += path(`M${n(x - w * 1.05)} ${n(gy - w * 0.92)}Q${n(x - w * 0.5)} ${n(gy - w * 1.15)} ${n(x)} ${n(gy - w * 1.75)}Q${n(x + w * 0.5)} ${n(gy - w * 1.15)} ${n(x + w * 1.05)} ${n(gy - w * 0.92)}Z`, col) + rect(x - w, gy - 14 * u, w * 2, 18 * u, col) + glow(c, x, gy - w * 0.5, w * 1.2, P.warm, 0.7);
  }
  // Walk and hedges in one-point perspective.
  s += poly([[x - 40 * u, gy], [x + 40 * u, gy], [x + W * 0.42, H + 20], [x - W * 0.42, H + 20]], c.lin(0, gy, 0, H, [[0, mix(P.haze, P.lt, 0.3)], [0.5, P.layer(0.55)], [1, P.layer(0.22)]]));
  for (let i = 0; i < 6; i++) {
    const t = (i / 5) ** 1.7;
    for (const d of [-1, 1]) {
      const bx = x + d * (90 + t * (c.wide ? 760 : 420)) * u;
      const by = gy + t * (H - gy) * 0.86;
      const q = (34 + t * 150) * u;
      const col = green(0.62 - t * 0.46);
      s += rect(d < 0 ? -20 : bx - q * 0.6, by - q * 0.9, d < 0 ? bx + q * 0.6 + 20 : W - bx + q * 0.6 + 20, H, col);
      for (let k = 0; k < 8; k++) s += blob(r, bx + d * k * q * 0.62, by - q * 0.92 + r.range(-6, 10) * u, q * 0.42, col);
      for (let k = 0; k < 16; k++) {
        const fx = bx + d * r.range(-0.4, 4) * q;
        s += circle(fx, by - q * r.range(0.1, 1.1), q * r.range(0.05, 0.12), r.pick(bloom), `opacity="${n(0.9 - t * 0.2)}"`);
      }
      if (i === 2 || i === 4) {
        const cone = q * 0.9;
        s += poly([[bx - cone * 0.45, by - q * 0.7], [bx, by - q * 0.7 - cone * 2.3], [bx + cone * 0.45, by - q * 0.7]], green(0.5 - t * 0.4));
      }
    }
  }
  // Rose arch near us.
  let front = "";
  const ax = c.wide ? W * 0.68 : W * 0.5;
  const aw = c.wide ? W * 0.36 : W * 0.52;
  const leaf = (t) => green(t);
  const arch = [];
  for (let i = 0; i <= 46; i++) {
    const a = Math.PI * (1.0 + i / 46);
    arch.push([ax + Math.cos(a) * aw, H * (c.wide ? 0.5 : 0.4) + Math.sin(a) * H * (c.wide ? 0.44 : 0.36)]);
  }
  for (const [px, py] of arch) front += blob(r, px + r.bell() * 22 * u, py + r.bell() * 22 * u, r.range(26, 52) * u, leaf(r.range(0.04, 0.2)));
  for (const d of [-1, 1]) for (let i = 0; i < 22; i++) front += blob(r, ax + d * aw + d * r.range(-10, 60) * u, H * (0.42 + (0.62 * i) / 22), r.range(28, 56) * u, leaf(r.range(0.04, 0.2)));
  const rose = (rx, ry, q, col) => circle(rx, ry, q, shift(col, -0.14)) + circle(rx - q * 0.1, ry - q * 0.12, q * 0.74, col) + circle(rx + q * 0.08, ry + q * 0.02, q * 0.38, shift(col, -0.1));
  for (let i = 0; i < 44; i++) {
    const [px, py] = i % 2 ? r.pick(arch) : [ax + r.sign() * aw + r.bell() * 40 * u, H * r.range(0.42, 1)];
    front += rose(px + r.bell() * 40 * u, py + r.bell() * 40 * u, r.range(8, 19) * u, r.pick(bloom));
  }
  front += petals(c, { count: 26, colour: mix(P.ac, P.lt, 0.4), y0: H * 0.15 });
  front += motes(c, { count: 22, y0: H * 0.35, size: 2, colour: P.warm, a: 0.8, soft: true });
  return { back: s, front, light: [x, ly] };
}

export function storm(c) {
  const { P, W, H, u } = c;
  const r = c.rng.fork("storm");
  const x = focus(c, r);
  const hz = H * (c.wide ? 0.7 : 0.6);
  let s = rect(0, 0, W, H, c.lin(0, 0, 0, hz, [[0, mix(P.ink, P.ground, 0.6)], [0.55, P.mid], [0.9, mix(P.ac, P.haze, 0.5)], [1, mix(P.haze, P.lt, 0.4)]]));
  const ly = hz * 0.42;
  s += glow(c, x, ly, 460 * u, mix(P.lt, P.ac, 0.2), 0.85);
  for (let i = 0; i < 6; i++) {
    const t = i / 5;
    const col = mix(mix(P.mid, P.haze, 0.55 - t * 0.5), P.ink, t * 0.35);
    s += group(cloudbank(c, { y: -hz * (0.62 - t * 0.52) , amp: 26 * u, colour: c.lin(0, 0, 0, hz * 0.9, [[0, mix(col, P.ink, 0.55)], [1, col]]), seed: i, bottom: -H }), `transform="scale(1 -1) translate(0 ${n(-hz * 0.04)})"`);
  }
  // Bolt.
  const bolt = (bx, by, ex, ey, w, depth) => {
    let d = `M${n(bx)} ${n(by)}`;
    const k = 9;
    let kids = "";
    for (let i = 1; i <= k; i++) {
      const t = i / k;
      const px = bx + (ex - bx) * t + (i < k ? r.range(-34, 34) * u : 0);
      const py = by + (ey - by) * t;
      d += `L${n(px)} ${n(py)}`;
      if (depth && r.chance(0.34)) kids += bolt(px, py, px + r.sign() * r.range(70, 190) * u, py + r.range(90, 190) * u, w * 0.5, depth - 1);
    }
    return stroke(d, mix(P.lt, P.ac, 0.3), w * 5, 'opacity="0.16"') + stroke(d, P.lt, w * 2.2, 'opacity="0.4"') + stroke(d, "#ffffff", w) + kids;
  };
  s += bolt(x, hz * 0.34, x + r.range(-120, 120) * u, hz + 10 * u, 4.4 * u, 2);
  s += land(ridge(r, -20, W + 20, hz - 20 * u, 60 * u, 0.52, 7), H, P.layer(0.66)) + mist(c, hz, 160 * u, P.haze, 0.45);
  const r1 = ridge(r, -20, W + 20, hz + 60 * u, 60 * u, 0.5, 7);
  s += land(r1, H, P.layer(0.36));
  const ox = c.wide ? W * 0.84 : x > W / 2 ? W * 0.22 : W * 0.78;
  const what = r.pick(["manor", "tree", "lighthouse"]);
  const oy = heightAt(r1, ox) + 10 * u;
  if (what === "manor") {
    const col = P.layer(0.16);
    s += rect(ox - 90 * u, oy - 110 * u, 180 * u, 120 * u, col) + poly([[ox - 100 * u, oy - 108 * u], [ox - 60 * u, oy - 170 * u], [ox + 60 * u, oy - 170 * u], [ox + 100 * u, oy - 108 * u]], col) + rect(ox + 50 * u, oy - 210 * u, 50 * u, 210 * u, col) + poly([[ox + 42 * u, oy - 206 * u], [ox + 75 * u, oy - 290 * u], [ox + 108 * u, oy - 206 * u]], col) + rect(ox - 70 * u, oy - 200 * u, 18 * u, 60 * u, col);
    for (const [wx, wy] of [[-60, -80], [10, -80], [75, -170], [-24, -44]]) s += rect(ox + (wx - 7) * u, oy + wy * u, 14 * u, 24 * u, P.warm) + glow(c, ox + wx * u, oy + (wy + 12) * u, 46 * u, P.warm, 0.6);
  } else if (what === "tree") s += group(tree(r, ox, oy, 330 * u, P.layer(0.12), P.layer(0.12), true), `transform="translate(${n(oy * 0.16)} 0) skewX(-9)"`);
  else s += lighthouse(c, ox, oy, 300 * u, P.layer(0.22), P.warm, P.layer(0.38)) + rays(c, ox, oy - 264 * u, { dir: ox > W / 2 ? 174 : 6, spread: 10, count: 2, length: W, colour: P.warm, a: 0.55 });
  const r2 = ridge(r, -20, W + 20, hz + 190 * u, 60 * u, 0.5, 7);
  s += land(r2, H, P.layer(0.2)) + grass(r, 0, W, (gx) => heightAt(r2, gx), 34 * u, P.layer(0.19), 10 * u);
  let rain = "";
  for (let i = 0; i < (c.wide ? 460 : 340); i++) {
    const px = r.range(-0.1, 1.1) * W;
    const py = r.range(0, H);
    const len = r.range(30, 90) * u;
    rain += `M${n(px)} ${n(py)}l${n(-len * 0.24)} ${n(len)}`;
  }
  s += stroke(rain, mix(P.haze, P.lt, 0.5), 1.1 * u, 'opacity="0.24"');
  const r3 = ridge(r, -20, W + 20, H * 0.95, 40 * u, 0.5, 6);
  let drops = "";
  for (let i = 0; i < 70; i++) {
    const len = r.range(60, 150) * u;
    drops += `M${n(r.range(0, 1.1) * W)} ${n(r.range(0, H))}l${n(-len * 0.24)} ${n(len)}`;
  }
  const front = land(r3, H + 9, P.layer(0.06)) + grass(r, 0, W, (gx) => heightAt(r3, gx), 80 * u, P.layer(0.05), 11 * u) + stroke(drops, P.lt, 1.8 * u, 'opacity="0.22"');
  return { back: s, front, light: [x, ly] };
}

export function snow(c) {
  const { P, W, H, u } = c;
  const r = c.rng.fork("snow");
  const x = focus(c, r);
  const hz = H * (c.wide ? 0.6 : 0.53);
  const ly = H * 0.24;
  const white = (t) => mix(mix(P.lt, "#ffffff", 0.5), P.layer(t), 0.28 + 0.5 * (1 - t));
  let s = sky(c, { low: hz });
  if (P.mode === "night") {
    s += stars(c, { bottom: hz });
    // Northern lights: hanging veils.
    for (let k = 0; k < 3; k++) {
      const pts = rolling(r, -40, W + 40, hz * (0.34 + k * 0.15), 60 * u, 7);
      const up = r.range(190, 320) * u;
      const col = [mix(P.ac, P.lt, 0.3), shift(P.ac, 0.1, 1, 50), P.ac][k];
      for (let i = 0; i < 60; i++) {
        const px = (i / 60) * W * 1.05;
        const py = heightAt(pts, px);
        const h = up * r.range(0.5, 1.1);
        s += rect(px, py - h, (W / 60) * 1.4, h, c.lin(0, py - h, 0, py, [[0, col, 0], [0.8, col, r.range(0.12, 0.34)], [1, col, 0]]), 'style="mix-blend-mode:screen"');
      }
    }
  } else s += disc(c, x, ly, (c.wide ? 80 : 105) * u, { glow: 5, strength: 0.8 }) + strata(c, { y0: H * 0.1, y1: hz * 0.9, count: 7, colour: mix(P.skyLow, "#ffffff", 0.3), a: 0.5 });
  if (P.mode === "night") s += disc(c, x, ly, 60 * u, { glow: 4 });
  s += land(ridge(r, -20, W + 20, hz - 90 * u, 110 * u, 0.56, 7), H, mix(P.layer(0.86), "#ffffff", 0.12)) + mist(c, hz - 20 * u, 200 * u, P.haze, 0.5);
  for (let i = 0; i < 4; i++) {
    const t = 1 - i / 3;
    const y = hz + (1 - t) * (H - hz) * 0.52;
    const pts = rolling(r, -40, W + 40, y, (26 + (1 - t) * 24) * u, 5);
    if (i < 3) for (let tx = 0; tx < W; tx += r.range(24, 90) * u * (1 + (1 - t))) {
      if (Math.abs(tx - x) < 130 * u) continue;
      const h = r.range(70, 150) * u * (0.7 + (1 - t) * 1.2);
      const ty = heightAt(pts, tx) + 10 * u;
      s += snowPine(r, tx, ty, h, P.layer(0.2 + t * 0.45), white(0.25 + t * 0.6));
    }
    s += hill(pts, H + 9, c.lin(0, y - 20 * u, 0, y + 280 * u, [[0, white(0.45 + t * 0.5)], [1, mix(white(0.2 + t * 0.4), P.mid, 0.5)]]));
    if (i === 1) {
      const kx = c.wide ? x + 60 * u : W - x;
      for (let k = 0; k < 3; k++) {
        const hx = kx + (k - 1) * 150 * u + r.bell() * 30 * u;
        s += house(c, r, hx, heightAt(pts, hx) + 26 * u, r.range(90, 136) * u, P.layer(0.22), P.warm, { roof: mix(P.layer(0.3), P.acDeep, 0.5) });
      }
    }
  }
  let front = hill(rolling(r, -40, W + 40, H * 0.93, 30 * u, 4), H + 9, mix(white(0.5), P.mid, 0.55));
  for (const tx of [r.range(-0.02, 0.1), r.range(0.9, 1.02)]) front += snowPine(r, tx * W, H * 1.02, r.range(480, 640) * u * (c.wide ? 0.75 : 1), P.layer(0.08), white(0.5));
  front += motes(c, { count: c.wide ? 260 : 200, size: 2.6, colour: "#ffffff", a: 0.9 }) + motes(c, { count: 22, size: 4, colour: "#ffffff", a: 0.7, soft: true, seed: 2 });
  return { back: s, front, light: [x, ly] };
}

function snowPine(r, x, y, h, fill, white) {
  let s = rect(x - h * 0.025, y - h * 0.08, h * 0.05, h * 0.08, fill);
  const tiers = 5;
  for (let i = tiers - 1; i >= 0; i--) {
    const t = i / tiers;
    const top = y - h + h * 0.82 * t * 0.86;
    const w = h * (0.1 + 0.19 * t) * r.range(0.9, 1.1);
    const bot = top + h * 0.34;
    s += poly([[x, top], [x + w, bot], [x + w * 0.4, bot - h * 0.03], [x, bot], [x - w * 0.4, bot - h * 0.03], [x - w, bot]], fill);
    s += path(`M${n(x)} ${n(top)}L${n(x + w * 0.82)} ${n(bot - h * 0.055)}Q${n(x + w * 0.5)} ${n(bot - h * 0.1)} ${n(x + w * 0.28)} ${n(bot - h * 0.05)}Q${n(x + w * 0.02)} ${n(bot - h * 0.13)} ${n(x - w * 0.3)} ${n(bot - h * 0.08)}Q${n(x - w * 0.3)} ${n(bot - h * 0.2)} ${n(x)} ${n(top)}Z`, white, 'opacity="0.85"');
  }
  return s;
}

export function river(c) {
  const { P, W, H, u } = c;
  const r = c.rng.fork("river");
  const x = focus(c, r);
  const hz = H * (c.wide ? 0.5 : 0.44);
  const q = (c.wide ? 90 : 120) * u;
  const ly = hz - q * r.range(0.9, 1.7);
  let s = sky(c, { low: hz });
  if (P.mode === "night") s += stars(c, { bottom: hz });
  s += disc(c, x, ly, q, { crater: P.mode === "night" });
  s += strata(c, { y0: hz * 0.3, y1: hz * 0.95, count: 8, colour: mix(P.skyLow, P.disc, 0.35), a: 0.5 });
  s += land(ridge(r, -20, W + 20, hz - 50 * u, 80 * u, 0.54, 7), H, P.layer(0.82)) + mist(c, hz, 150 * u, P.haze, 0.55);
  s += hill(rolling(r, -40, W + 40, hz + 20 * u, 30 * u, 6), H, P.layer(0.66));
  for (let i = 0; i < 26; i++) s += blob(r, r.range(0, 1) * W, hz + r.range(6, 40) * u, r.range(14, 34) * u, P.layer(0.6));
  const wy = hz + 46 * u;
  // Winding water.
  const mid = c.wide ? x : W * 0.5;
  const left = [[x - 14 * u, wy], [x + 70 * u, wy + 70 * u], [mid - 190 * u, wy + 170 * u], [mid - 120 * u, wy + 320 * u], [mid - (c.wide ? 620 : 330) * u, H + 20]];
  const right = [[x + 30 * u, wy], [x + 190 * u, wy + 70 * u], [mid + 90 * u, wy + 180 * u], [mid + 330 * u, wy + 330 * u], [mid + (c.wide ? 500 : 420) * u, H + 20]];
  s += rect(0, wy - 4, W, H, c.lin(0, wy, 0, H, [[0, P.layer(0.58)], [0.45, P.layer(0.36)], [1, P.layer(0.12)]]));
  s += path(`${smooth(left)}${smooth([...right].reverse(), "L")}Z`, c.lin(0, wy, 0, H, [[0, mix(P.disc, P.haze, 0.2)], [0.25, P.haze], [0.7, mix(P.skyMid, P.mid, 0.4)], [1, mix(P.mid, P.ink, 0.3)]]));
  s += group(glints(c, mid, wy, H, 200 * u, mix(P.disc, P.haze, 0.1), 0.7, 70), `clip-path="${c.clip(path(`${smooth(left)}${smooth([...right].reverse(), "L")}Z`, "#fff"))}"`);
  const what = r.pick(["bridge", "boat", "mill"]);
  if (what === "bridge") {
    const by = wy + 74 * u;
    const col = P.layer(0.3);
    s += path(`M${n(x - 180 * u)} ${n(by + 26 * u)}L${n(x - 180 * u)} ${n(by - 14 * u)}Q${n(x + 100 * u)} ${n(by - 110 * u)} ${n(x + 400 * u)} ${n(by - 14 * u)}L${n(x + 400 * u)} ${n(by + 26 * u)}L${n(x + 240 * u)} ${n(by + 30 * u)}Q${n(x + 112 * u)} ${n(by - 84 * u)} ${n(x - 10 * u)} ${n(by + 30 * u)}Z`, col);
    s += wanderer(r, x + 110 * u, by - 62 * u, 52 * u, P.layer(0.14)) ;
  } else if (what === "mill") {
    const mx = c.wide ? W * 0.86 : x > W / 2 ? W * 0.18 : W * 0.82;
    s += house(c, r, mx, wy + 130 * u, 170 * u, P.layer(0.26), P.warm) + circle(mx + (mx > W / 2 ? -1 : 1) * 96 * u, wy + 96 * u, 52 * u, "none", `stroke="${P.layer(0.2)}" stroke-width="${n(8 * u)}"`);
    for (let i = 0; i < 6; i++) {
      const a = (i / 6) * Math.PI;
      const cx = mx + (mx > W / 2 ? -1 : 1) * 96 * u;
      s += stroke(`M${n(cx - Math.cos(a) * 58 * u)} ${n(wy + 96 * u - Math.sin(a) * 58 * u)}L${n(cx + Math.cos(a) * 58 * u)} ${n(wy + 96 * u + Math.sin(a) * 58 * u)}`, P.layer(0.2), 5 * u);
    }
  } else {
    const bx = mid + 40 * u;
    const by = wy + 200 * u;
    s += path(`M${n(bx - 96 * u)} ${n(by - 12 * u)}Q${n(bx)} ${n(by + 40 * u)} ${n(bx + 100 * u)} ${n(by - 14 * u)}Q${n(bx)} ${n(by + 8 * u)} ${n(bx - 96 * u)} ${n(by - 12 * u)}Z`, P.layer(0.1)) + wanderer(r, bx + 30 * u, by + 10 * u, 104 * u, P.layer(0.12), "staff") + glow(c, bx - 76 * u, by - 34 * u, 90 * u, P.warm, 0.9) + circle(bx - 76 * u, by - 34 * u, 7 * u, P.warm);
  }
  for (const d of [-1, 1]) {
    for (let i = 0; i < 7; i++) s += tree(r, mid + d * r.range(300, 620) * u * (c.wide ? 1.6 : 1), wy + r.range(60, 260) * u, r.range(150, 300) * u, P.layer(0.3), P.layer(r.range(0.26, 0.4)));
  }
  // Willow or reeds frame.
  let front = "";
  const fx = c.wide ? W * 0.97 : r.chance(0.5) ? W * 0.98 : W * 0.02;
  const leaf = P.layer(0.07);
  front += stroke(`M${n(fx)} ${n(H + 10)}Q${n(fx + (fx > W / 2 ? -60 : 60) * u)} ${n(H * 0.5)} ${n(fx)} -10`, leaf, 54 * u);
  for (let i = 0; i < 42; i++) {
    const wx = fx + r.bell() * 330 * u;
    const len = r.range(150, 520) * u * (c.wide ? 0.7 : 1);
    front += stroke(`M${n(wx)} -20Q${n(wx + r.bell() * 34 * u)} ${n(len * 0.5)} ${n(wx + r.bell() * 26 * u)} ${n(len)}`, leaf, 2.6 * u);
    for (let k = 0; k < 9; k++) front += ellipse(0, 0, 13 * u, 3.6 * u, leaf, `transform="translate(${n(wx + r.bell() * 14 * u)} ${n(len * r.range(0.2, 1))}) rotate(${n(r.range(60, 120))})"`);
  }
  for (let i = 0; i < (c.wide ? 80 : 54); i++) {
    const gx = r.chance(0.5) ? r.range(-0.02, 0.34) * W : r.range(0.66, 1.02) * W;
    const h = r.range(70, 210) * u;
    const lean = r.bell() * 40 * u;
    front += stroke(`M${n(gx)} ${n(H + 6)}Q${n(gx)} ${n(H - h * 0.6)} ${n(gx + lean)} ${n(H - h)}`, P.layer(r.range(0.03, 0.14)), 4 * u);
    if (r.chance(0.3)) front += ellipse(0, 0, 4.6 * u, 18 * u, P.layer(0.1), `transform="translate(${n(gx + lean)} ${n(H - h)}) rotate(${n(lean * 0.3)})"`);
  }
  front += motes(c, { count: 36, y0: H * 0.4, y1: H * 0.96, size: 2.2, colour: P.warm, a: 0.9, soft: true });
  return { back: s, front, light: [x, ly] };
}

export function moon(c) {
  const { P, W, H, u } = c;
  const r = c.rng.fork("moon");
  const x = c.wide ? W * r.range(0.62, 0.72) : W * r.range(0.4, 0.6);
  const q = (c.wide ? 330 : r.range(330, 400)) * u;
  const y = H * (c.wide ? 0.44 : 0.32);
  let s = rect(0, 0, W, H, c.lin(0, 0, 0, H, [[0, mix(P.ink, P.ground, 0.5)], [0.4, mix(P.ground, P.acDeep, 0.6)], [0.7, mix(P.ac, P.ground, 0.3)], [1, P.ink]]));
  s += stars(c, { bottom: H * 0.8, count: 280 });
  s += disc(c, x, y, q, { glow: 2.3, strength: 0.8, crater: true, whole: true, colour: mix(P.lt, "#ffffff", 0.3) });
  s += strata(c, { y0: y - q * 0.4, y1: y + q * 1.15, count: 12, colour: mix(P.ground, P.ac, 0.55), a: 0.75 });
  s += strata(c, { y0: y + q * 0.2, y1: y + q * 1.2, count: 9, colour: mix(P.ac, P.lt, 0.45), a: 0.55, seed: 3 });
  s += birds(r, x, y + q * 0.1, q * 0.9, 24 * u, P.layer(0.1), 6);
  const what = r.pick(["roofs", "cliff", "branch"]);
  const base = H * (c.wide ? 0.78 : 0.66);
  s += land(ridge(r, -20, W + 20, base - 30 * u, 60 * u, 0.55, 7), H, P.layer(0.44)) + mist(c, base, 180 * u, mix(P.ac, P.lt, 0.3), 0.45);
  if (what === "roofs") {
    for (let row = 0; row < 3; row++) {
      let bx = -40 * u;
      while (bx < W + 40 * u) {
        const w = r.range(90, 190) * u;
        const top = base + row * 80 * u - r.range(0, 110) * u;
        const col = P.layer(0.3 - row * 0.1);
        const rh = r.range(50, 110) * u;
        s += poly([[bx - 8 * u, top], [bx + w * r.range(0.3, 0.7), top - rh], [bx + w + 8 * u, top]], col) + rect(bx, top - 2, w, H, col) + rect(bx + w * 0.68, top - rh * 1.05, 20 * u, rh, col);
        if (r.chance(0.7)) s += rect(bx + w * 0.3, top + 34 * u, 18 * u, 28 * u, P.warm, `opacity="${r.range(0.6, 1).toFixed(2)}"`) + glow(c, bx + w * 0.3 + 9 * u, top + 48 * u, 60 * u, P.warm, 0.5);
        bx += w;
      }
    }
    s += cat(x + (c.wide ? 150 : 190) * u, base - 74 * u, 92 * u, P.layer(0.06));
  } else if (what === "cliff") {
    const dirn = x > W / 2 ? -1 : 1;
    const ex = x + dirn * -60 * u;
    s += path(`M${n(dirn > 0 ? W + 20 : -20)} ${n(base - 130 * u)}L${n(ex + dirn * 180 * u)} ${n(base - 96 * u)}L${n(ex)} ${n(base - 70 * u)}L${n(ex + dirn * 60 * u)} ${n(base + 10 * u)}L${n(ex + dirn * 20 * u)} ${n(base + 120 * u)}L${n(ex + dirn * 110 * u)} ${n(H)}L${n(dirn > 0 ? W + 20 : -20)} ${n(H)}Z`, P.layer(0.14));
    s += wanderer(r, ex + dirn * 90 * u, base - 80 * u, 120 * u, P.layer(0.05)) + tree(r, ex + dirn * 330 * u, base - 96 * u, 210 * u, P.layer(0.1), P.layer(0.1), true);
  } else {
    s += group(tree(r, c.wide ? W * 0.93 : x > W / 2 ? W * 0.06 : W * 0.94, base + 170 * u, 760 * u, P.layer(0.08), P.layer(0.08), true));
    s += hill(rolling(r, -40, W + 40, base + 60 * u, 24 * u, 4), H, P.layer(0.14)) + grass(r, 0, W, () => base + 66 * u, 26 * u, P.layer(0.14), 9 * u);
  }
  const front = hill(rolling(r, -40, W + 40, H * 0.95, 26 * u, 4), H + 9, P.layer(0.04)) + motes(c, { count: 30, y0: H * 0.3, size: 2, colour: P.lt, a: 0.8, soft: true });
  return { back: s, front, light: [x, y] };
}

export function cat(x, y, h, fill) {
  const k = h / 100;
  return group(path("M-22 0Q-30 -36 -12 -54Q-16 -66 -14 -78L-13 -96L-3 -86Q4 -88 10 -86L20 -96L21 -76Q22 -62 14 -56Q26 -30 22 0ZM20 -4Q52 -2 50 -34Q50 -44 44 -48Q60 -46 58 -24Q54 8 18 0Z", fill), `transform="translate(${n(x)} ${n(y)}) scale(${k.toFixed(3)})"`);
}
