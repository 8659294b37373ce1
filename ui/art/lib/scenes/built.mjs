// Rooms, streets and stages. Same contract as nature.mjs.
import { mix, shift } from "../colour.mjs";
import { birds, blob, disc, garland, glints, glow, grass, mist, motes, pine, rays, sky, stars, strata, wanderer, windows } from "../elements.mjs";
import { circle, ellipse, group, heightAt, hill, land, n, path, poly, rect, ridge, rolling, stroke } from "../svg.mjs";

const focus = (c, r) => (c.wide ? c.W * r.range(0.6, 0.74) : c.W * r.range(0.36, 0.64));

export function city(c) {
  const { P, W, H, u } = c;
  const r = c.rng.fork("city");
  const x = focus(c, r);
  const hz = H * (c.wide ? 0.72 : 0.66);
  const modern = r.chance(0.5);
  const ly = H * (c.wide ? 0.32 : 0.27);
  let s = sky(c, { low: hz });
  if (P.mode === "night") s += stars(c, { bottom: hz * 0.6, count: 90 });
  s += disc(c, x, ly, (c.wide ? 120 : 165) * u, { glow: 3.6 });
  s += strata(c, { y0: H * 0.1, y1: hz * 0.8, count: 9, colour: mix(P.skyLow, P.disc, 0.3), a: 0.5 });
  for (let row = 0; row < 4; row++) {
    const t = row / 3;
    const col = P.layer(0.74 - t * 0.58);
    let bx = -60 * u;
    while (bx < W + 40 * u) {
      const w = r.range(46, 96) * u * (1 + t * 0.7);
      const dist = Math.abs(bx + w / 2 - x) / W;
      const h = (modern ? r.range(150, 430) : r.range(120, 250)) * u * (1 - t * 0.28) * (0.62 + Math.min(0.75, dist * 1.5));
      const base = hz + t * 120 * u;
      const top = base - h;
      if (modern) {
        s += rect(bx, top, w, H - top, col);
        const k = r.f();
        if (k < 0.25) s += rect(bx + w * 0.2, top - 34 * u, w * 0.6, 36 * u, col) + rect(bx + w * 0.47, top - 100 * u, 3.4 * u, 70 * u, col);
        else if (k < 0.45) s += poly([[bx, top + 1], [bx + w, top - w * 0.5], [bx + w, top + 1]], col);
        else if (k < 0.6) s += path(`M${n(bx)} ${n(top + 1)}A${n(w / 2)} ${n(w / 2)} 0 0 1 ${n(bx + w)} ${n(top + 1)}Z`, col);
        s += windows(r, bx + w * 0.08, top + 16 * u, w * 0.84, h - 20 * u, Math.max(3, Math.round(w / (17 * u))), Math.max(4, Math.round(h / (22 * u))), P.warm, 0.1 + t * 0.26);
      } else {
        const rh = w * r.range(0.4, 0.8);
        s += rect(bx, top, w + 1, H - top, col);
        if (r.chance(0.14)) s += rect(bx + w * 0.3, top - rh * 2.2, w * 0.4, rh * 2.3, col) + poly([[bx + w * 0.24, top - rh * 2.1], [bx + w * 0.5, top - rh * 4.2], [bx + w * 0.76, top - rh * 2.1]], col);
        else s += poly([[bx - 4 * u, top + 1], [bx + w * 0.3, top - rh], [bx + w * 0.7, top - rh], [bx + w + 5 * u, top + 1]], mix(col, P.ink, 0.16)) + rect(bx + w * 0.72, top - rh * 1.5, w * 0.14, rh * 1.3, col);
        s += windows(r, bx + w * 0.1, top + 16 * u, w * 0.8, h * 0.9, Math.max(2, Math.round(w / (30 * u))), Math.max(3, Math.round(h / (46 * u))), P.warm, 0.14 + t * 0.34);
      }
      bx += w + (r.chance(0.25) ? r.range(4, 22) * u : 0);
    }
    s += mist(c, hz + t * 120 * u, 190 * u, P.haze, 0.46 * (1 - t));
  }
  const sy = hz + 110 * u;
  s += poly([[x - 26 * u, sy - 20 * u], [x + 26 * u, sy - 20 * u], [x + W * 0.55, H + 20], [x - W * 0.55, H + 20]], c.lin(0, sy, 0, H, [[0, P.haze], [0.3, mix(P.mid, P.haze, 0.3)], [1, P.ink]]));
  s += glints(c, x, sy, H, 120 * u, P.warm, 0.5, 60);
  let front = "";
  for (const d of [-1, 1]) {
    for (let i = 0; i < 3; i++) {
      const t = i / 2;
      const px = x + d * (80 + t * t * (c.wide ? 620 : 370)) * u;
      const py = sy + (20 + t * t * 300) * u;
      const h = (110 + t * 250) * u;
      const g = stroke(`M${n(px)} ${n(py)}V${n(py - h)}q0 ${n(-h * 0.1)} ${n(-d * h * 0.1)} ${n(-h * 0.1)}`, P.layer(0.1 - t * 0.05), (4 + t * 5) * u) + glow(c, px - d * h * 0.1, py - h * 1.06, h * 0.7, P.warm, 0.75) + ellipse(px - d * h * 0.1, py - h * 1.07, h * 0.035, h * 0.045, mix(P.warm, "#ffffff", 0.5));
      if (t > 0.9) front += g;
      else s += g;
    }
  }
  for (let i = 0; i < 3; i++) s += wanderer(r, x + r.bell() * 90 * u, sy + r.range(10, 60) * u, r.range(54, 74) * u, P.layer(0.08), r.pick(["coat", "hat", "dress"]));
  front += motes(c, { count: 30, y0: H * 0.4, size: 2, colour: P.warm, a: 0.7, soft: true });
  return { back: s, front, light: [x, ly] };
}

function tower(c, r, x, y, w, h, col, roof, lit) {
  const kind = r.pick(["cone", "cone", "crenel"]);
  let s = rect(x - w / 2, y - h, w, h + 60, col);
  if (kind === "cone") {
    s += poly([[x - w * 0.66, y - h + 2], [x, y - h - w * r.range(1.3, 2.2)], [x + w * 0.66, y - h + 2]], roof) + stroke(`M${n(x)} ${n(y - h - w * 1.6)}v${n(-w * 0.7)}`, roof, w * 0.045);
  } else {
    s += rect(x - w * 0.62, y - h - w * 0.12, w * 1.24, w * 0.3, col);
    for (let i = 0; i < 4; i++) s += rect(x - w * 0.62 + i * w * 0.345, y - h - w * 0.34, w * 0.2, w * 0.24, col);
  }
  const k = Math.max(1, Math.round(h / (w * 1.5)));
  for (let i = 0; i < k; i++) if (r.chance(0.62)) {
    const wy = y - h + w * 0.5 + i * w * 1.25;
    s += path(`M${n(x - w * 0.09)} ${n(wy + w * 0.34)}V${n(wy)}A${n(w * 0.09)} ${n(w * 0.12)} 0 0 1 ${n(x + w * 0.09)} ${n(wy)}V${n(wy + w * 0.34)}Z`, lit) + glow(c, x, wy + w * 0.12, w * 0.7, lit, 0.45);
  }
  return s;
}

export function castle(c) {
  const { P, W, H, u } = c;
  const r = c.rng.fork("castle");
  const x = focus(c, r);
  const hz = H * (c.wide ? 0.66 : 0.56);
  const dx = c.wide ? r.sign() * r.range(130, 250) * u : r.sign() * r.range(90, 170) * u;
  const ly = H * (c.wide ? 0.32 : 0.22);
  let s = sky(c, { low: hz });
  if (P.mode === "night") s += stars(c, { bottom: hz * 0.8 });
  s += disc(c, x + dx, ly, (c.wide ? 130 : 150) * u, { crater: P.mode === "night" });
  s += strata(c, { y0: H * 0.08, y1: hz * 0.85, count: 10, colour: mix(P.skyLow, P.disc, 0.3), a: 0.5 });
  s += land(ridge(r, -20, W + 20, hz - 70 * u, 120 * u, 0.56, 7), H, P.layer(0.84)) + mist(c, hz - 10 * u, 220 * u, P.haze, 0.6);
  // Crag.
  const top = hz - 110 * u;
  const crag = [[x - 430 * u, hz + 170 * u], [x - 300 * u, hz + 40 * u], [x - 210 * u, top + 60 * u], [x - 170 * u, top], [x + 180 * u, top - 4 * u], [x + 230 * u, top + 70 * u], [x + 340 * u, hz + 60 * u], [x + 450 * u, hz + 190 * u]].map(([px, py]) => [px + r.bell() * 14 * u, py + r.bell() * 10 * u]);
  const col = P.layer(0.44);
  const lit = P.warm;
  const back = P.layer(0.56);
  for (const [ox, w, h] of [[-90, 50, 230], [70, 44, 300], [10, 60, 250]]) s += tower(c, r, x + ox * u, top + 10 * u, w * u, (h + r.range(-30, 40)) * u, back, P.layer(0.48), lit);
  s += rect(x - 170 * u, top - 110 * u, 340 * u, 130 * u, col);
  for (let i = 0; i < 12; i++) s += rect(x - 170 * u + i * 29.4 * u, top - 124 * u, 16 * u, 18 * u, col);
  for (const [ox, w, h] of [[-160, 62, 190], [-50, 54, 270], [60, 70, 210], [160, 58, 250]]) s += tower(c, r, x + ox * u, top + 20 * u, w * u, (h + r.range(-40, 40)) * u, col, P.layer(0.34), lit);
  s += path(`M${n(x - 24 * u)} ${n(top + 16 * u)}V${n(top - 40 * u)}A${n(24 * u)} ${n(28 * u)} 0 0 1 ${n(x + 24 * u)} ${n(top - 40 * u)}V${n(top + 16 * u)}Z`, mix(lit, P.ac, 0.3)) + glow(c, x, top - 20 * u, 90 * u, lit, 0.8);
  s += land(crag, H, c.lin(0, top, 0, hz + 220 * u, [[0, P.layer(0.4)], [1, P.layer(0.26)]]));
  s += path(`M${n(x - 12 * u)} ${n(top + 14 * u)}C${n(x + 90 * u)} ${n(hz - 40 * u)} ${n(x - 170 * u)} ${n(hz + 10 * u)} ${n(x - 60 * u)} ${n(hz + 80 * u)}S${n(x + 260 * u)} ${n(hz + 120 * u)} ${n(x + 120 * u)} ${n(hz + 260 * u)}L${n(x + 210 * u)} ${n(hz + 260 * u)}C${n(x + 340 * u)} ${n(hz + 110 * u)} ${n(x + 20 * u)} ${n(hz + 90 * u)} ${n(x - 20 * u)} ${n(hz + 60 * u)}S${n(x + 130 * u)} ${n(hz - 30 * u)} ${n(x + 12 * u)} ${n(top + 14 * u)}Z`, P.layer(0.62), 'opacity="0.6"');
  s += mist(c, hz + 90 * u, 190 * u, P.haze, 0.5);
  const r1 = ridge(r, -20, W + 20, hz + 170 * u, 60 * u, 0.5, 7);
  s += land(r1, H, P.layer(0.2));
  for (let tx = 0; tx < W; tx += r.range(20, 54) * u) s += pine(r, tx, heightAt(r1, tx) + 8 * u, r.range(60, 130) * u, P.layer(0.19));
  s += birds(r, x, top - 240 * u, 240 * u, 18 * u, P.layer(0.2), 6);
  const r2 = ridge(r, -20, W + 20, H * 0.94, 40 * u, 0.5, 7);
  let front = land(r2, H + 9, P.layer(0.05)) + grass(r, 0, W, (gx) => heightAt(r2, gx), 50 * u, P.layer(0.05), 10 * u);
  for (const tx of [r.range(-0.02, 0.12), r.range(0.88, 1.02)]) front += pine(r, tx * W, H * 1.03, r.range(360, 520) * u * (c.wide ? 0.75 : 1), P.layer(0.04));
  front += motes(c, { count: 26, y0: H * 0.3, size: 2, colour: P.warm, a: 0.7, soft: true });
  return { back: s, front, light: [x + dx, ly] };
}

/** A tall window with panes; the outside is painted by `outside` inside the opening. */
function tallWindow(c, x, y, w, h, frame, outside, { arch = true, cols = 3, rows = 5 } = {}) {
  const shape = arch ? `M${n(x - w / 2)} ${n(y)}V${n(y - h + w / 2)}A${n(w / 2)} ${n(w / 2)} 0 0 1 ${n(x + w / 2)} ${n(y - h + w / 2)}V${n(y)}Z` : `M${n(x - w / 2)} ${n(y)}V${n(y - h)}H${n(x + w / 2)}V${n(y)}Z`;
  const clip = c.clip(path(shape, "#fff"));
  let s = group(outside, `clip-path="${clip}"`);
  let bars = "";
  for (let i = 1; i < cols; i++) bars += `M${n(x - w / 2 + (w * i) / cols)} ${n(y)}V${n(y - h)}`;
  for (let i = 1; i < rows; i++) bars += `M${n(x - w / 2)} ${n(y - (h * i) / rows)}H${n(x + w / 2)}`;
  s += group(stroke(bars, frame, w * 0.022), `clip-path="${clip}"`) + stroke(shape, frame, w * 0.06);
  return s;
}

export function interior(c) {
  const { P, W, H, u } = c;
  const r = c.rng.fork("interior");
  const x = c.wide ? W * r.range(0.66, 0.76) : W * r.range(0.36, 0.64);
  const fl = H * (c.wide ? 0.76 : 0.66);
  const wall = mix(P.ground, P.acDeep, 0.34);
  const wallLit = mix(wall, P.ac, 0.45);
  const w = (c.wide ? 260 : 310) * u;
  const h = (c.wide ? 520 : 600) * u;
  const wy = fl - 110 * u;
  let s = rect(0, 0, W, H, c.rad(x, wy - h * 0.5, W * (c.wide ? 0.6 : 0.95), [[0, mix(wallLit, P.lt, 0.12)], [0.45, wallLit], [1, mix(wall, P.ink, 0.45)]]));
  // Wallpaper.
  let paper = "";
  for (let i = 0; i < W / (52 * u); i++) for (let j = 0; j < fl / (74 * u); j++) {
    const px = (i + (j % 2 ? 0.5 : 0)) * 52 * u;
    const py = j * 74 * u;
    paper += `M${n(px)} ${n(py - 14 * u)}q${n(13 * u)} ${n(14 * u)} 0 ${n(30 * u)}q${n(-13 * u)} ${n(-16 * u)} 0 ${n(-30 * u)}Z`;
  }
  s += path(paper, mix(wallLit, P.lt, 0.15), 'opacity="0.22"');
  const wains = mix(wall, P.ink, 0.35);
  s += rect(0, fl - 150 * u, W, 150 * u, c.lin(0, fl - 150 * u, 0, fl, [[0, mix(wains, P.ac, 0.16)], [1, wains]])) + rect(0, fl - 156 * u, W, 10 * u, mix(wains, P.ac, 0.3));
  for (let px = 10 * u; px < W; px += 118 * u) s += rect(px, fl - 128 * u, 96 * u, 96 * u, "none", `stroke="${mix(wains, P.ac, 0.28)}" stroke-width="${n(3 * u)}"`);
  const kind = r.pick(["window", "fire", "window"]);
  let out = rect(x - w, wy - h, w * 2, h, c.lin(0, wy - h, 0, wy, [[0, P.skyTop], [0.5, P.skyMid], [1, mix(P.skyLow, P.lt, 0.3)]]));
  out += circle(x + w * 0.14, wy - h * 0.66, w * 0.2, P.disc) + glow(c, x + w * 0.14, wy - h * 0.66, w * 0.7, P.disc, 0.8);
  out += land(ridge(r, x - w, x + w, wy - h * 0.24, 50 * u, 0.55, 6), wy, P.layer(0.74)) + land(ridge(r, x - w, x + w, wy - h * 0.12, 40 * u, 0.55, 6), wy, P.layer(0.5));
  for (let i = 0; i < 6; i++) out += blob(r, x + r.range(-0.5, 0.5) * w, wy - r.range(0, 40) * u, r.range(26, 60) * u, P.layer(0.34));
  s += tallWindow(c, x, wy, w, h, mix(wains, P.lt, 0.12), out);
  // Curtains.
  const drape = (d) => {
    const cx = x + d * w * 0.62;
    let g = path(`M${n(cx - d * w * 0.24)} ${n(wy - h - 30 * u)}L${n(cx + d * w * 0.34)} ${n(wy - h - 30 * u)}Q${n(cx + d * w * 0.36)} ${n(wy - h * 0.3)} ${n(cx + d * w * 0.3)} ${n(fl - 10 * u)}L${n(cx - d * w * 0.02)} ${n(fl - 10 * u)}Q${n(cx + d * w * 0.16)} ${n(wy - h * 0.35)} ${n(cx - d * w * 0.24)} ${n(wy - h - 30 * u)}Z`, c.lin(cx - d * w * 0.2, 0, cx + d * w * 0.34, 0, [[0, mix(P.ac, P.acDeep, 0.5)], [0.4, P.acDeep], [1, mix(P.acDeep, P.ink, 0.6)]]));
    for (let i = 0; i < 4; i++) g += stroke(`M${n(cx + d * w * (0.0 + i * 0.09))} ${n(wy - h - 20 * u)}Q${n(cx + d * w * (0.2 + i * 0.04))} ${n(wy - h * 0.4)} ${n(cx + d * w * (0.06 + i * 0.07))} ${n(fl - 14 * u)}`, mix(P.acDeep, P.ink, 0.55), 5 * u, 'opacity="0.5"');
    return g;
  };
  s += drape(-1) + drape(1) + rect(x - w * 1.06, wy - h - 44 * u, w * 2.12, 16 * u, mix(P.warm, P.ground, 0.5), 'rx="6"');
  s += rect(0, fl, W, H - fl, c.lin(0, fl, 0, H, [[0, mix(wall, P.ac, 0.3)], [0.3, mix(wall, P.ink, 0.35)], [1, P.ink]]));
  for (let i = -12; i <= 12; i++) s += stroke(`M${n(x + i * 70 * u)} ${n(fl)}L${n(x + i * 230 * u)} ${n(H)}`, P.ink, 2 * u, 'opacity="0.4"');
  s += poly([[x - w * 0.42, fl + 4 * u], [x + w * 0.42, fl + 4 * u], [x + w * 0.95, H], [x - w * 0.6, H]], c.lin(0, fl, 0, H, [[0, P.lt, 0.5], [1, P.lt, 0]]), 'style="mix-blend-mode:screen"');
  // Furniture, left and right of the light.
  const side = x > W / 2 ? -1 : 1;
  const dk = mix(wall, P.ink, 0.62);
  const picture = (px, py, pw, ph) => rect(px - pw / 2, py - ph / 2, pw, ph, mix(P.warm, P.ground, 0.55)) + rect(px - pw * 0.4, py - ph * 0.42, pw * 0.8, ph * 0.84, c.lin(0, py - ph / 2, 0, py + ph / 2, [[0, P.skyMid], [0.6, P.haze], [0.61, P.layer(0.5)], [1, P.layer(0.3)]]));
  const sx = x + side * w * 1.5;
  for (const [ox, oy, pw, ph] of [[0, 0, 120, 150], [side * 130, -30, 96, 110], [side * 116, 110, 84, 84]]) s += picture(sx + ox * u, fl - 440 * u + oy * u, pw * u, ph * u);
  s += picture(x - side * w * 1.4, fl - 420 * u, 110 * u, 140 * u) + picture(x - side * w * 2.2, fl - 400 * u, 130 * u, 110 * u);
  if (kind === "fire" || c.wide) {
    const fx = c.wide ? x - 520 * u : sx;
    const fw = 230 * u;
    s += rect(fx - fw * 0.62, fl - 270 * u, fw * 1.24, 274 * u, dk) + rect(fx - fw * 0.72, fl - 290 * u, fw * 1.44, 26 * u, mix(dk, P.ac, 0.25)) + path(`M${n(fx - fw * 0.36)} ${n(fl)}V${n(fl - 140 * u)}A${n(fw * 0.36)} ${n(fw * 0.3)} 0 0 1 ${n(fx + fw * 0.36)} ${n(fl - 140 * u)}V${n(fl)}Z`, P.ink);
    for (const [a, q, col] of [[0, 1, shift(P.warm, -0.2, 1.3, -24)], [0.06, 0.72, P.warm], [-0.05, 0.42, mix(P.warm, "#fff", 0.6)]]) s += path(`M${n(fx + a * fw - fw * 0.22 * q)} ${n(fl - 6 * u)}Q${n(fx + a * fw - fw * 0.3 * q)} ${n(fl - 70 * u * q)} ${n(fx + a * fw - fw * 0.06)} ${n(fl - 110 * u * q)}Q${n(fx + a * fw)} ${n(fl - 80 * u * q)} ${n(fx + a * fw + fw * 0.08)} ${n(fl - 150 * u * q)}Q${n(fx + a * fw + fw * 0.34 * q)} ${n(fl - 60 * u * q)} ${n(fx + a * fw + fw * 0.2 * q)} ${n(fl - 6 * u)}Z`, col);
    s += glow(c, fx, fl - 60 * u, 420 * u, P.warm, 0.75);
  }
  const lx = x - side * w * 1.25;
  s += stroke(`M${n(lx)} ${n(fl + 40 * u)}V${n(fl - 250 * u)}`, dk, 7 * u) + ellipse(lx, fl + 42 * u, 40 * u, 10 * u, dk) + poly([[lx - 66 * u, fl - 236 * u], [lx - 38 * u, fl - 330 * u], [lx + 38 * u, fl - 330 * u], [lx + 66 * u, fl - 236 * u]], mix(P.warm, P.lt, 0.3)) + glow(c, lx, fl - 260 * u, 320 * u, P.warm, 0.7);
  s += path(`M${n(sx - 120 * u)} ${n(fl + 110 * u)}V${n(fl - 20 * u)}Q${n(sx - 128 * u)} ${n(fl - 170 * u)} ${n(sx - 20 * u)} ${n(fl - 180 * u)}Q${n(sx + 96 * u)} ${n(fl - 180 * u)} ${n(sx + 100 * u)} ${n(fl - 40 * u)}L${n(sx + 124 * u)} ${n(fl - 50 * u)}V${n(fl + 110 * u)}Z`, c.lin(sx - 120 * u, 0, sx + 120 * u, 0, side > 0 ? [[0, mix(P.acDeep, P.ac, 0.5)], [1, mix(P.acDeep, P.ink, 0.5)]] : [[0, mix(P.acDeep, P.ink, 0.5)], [1, mix(P.acDeep, P.ac, 0.5)]]));
  s += path(`M${n(sx - 90 * u)} ${n(fl + 20 * u)}Q${n(sx)} ${n(fl - 20 * u)} ${n(sx + 90 * u)} ${n(fl + 20 * u)}V${n(fl + 70 * u)}H${n(sx - 90 * u)}Z`, mix(P.ac, P.acDeep, 0.5), 'opacity="0.8"');
  s += rays(c, x + w * 0.2, wy - h * 0.9, { dir: 100, spread: 34, count: 5, length: H * 0.8, colour: P.lt, a: 0.32 });
  const front = rect(0, H * 0.86, W, H * 0.14, c.lin(0, H * 0.86, 0, H, [[0, P.ink, 0], [1, P.ink, 0.8]])) + motes(c, { count: 46, x0: x - W * 0.4, x1: x + W * 0.4, y0: H * 0.2, y1: H * 0.85, size: 1.6, colour: P.lt, a: 0.7 });
  return { back: s, front, light: [x, wy - h * 0.7] };
}

export function library(c) {
  const { P, W, H, u } = c;
  const r = c.rng.fork("library");
  const x = c.wide ? W * r.range(0.64, 0.72) : W * r.range(0.42, 0.58);
  const vy = H * (c.wide ? 0.5 : 0.36);
  const far = (c.wide ? 250 : 230) * u;
  const wood = mix(P.ground, P.acDeep, 0.3);
  let s = rect(0, 0, W, H, mix(wood, P.ink, 0.6));
  const fh = H * (c.wide ? 0.62 : 0.42);
  const top = vy - fh * 0.55;
  const bot = vy + fh * 0.45;
  // End wall with round window.
  s += rect(x - far, top, far * 2, bot - top, c.lin(0, top, 0, bot, [[0, mix(wood, P.ac, 0.2)], [1, mix(wood, P.ac, 0.55)]]));
  const q = far * 0.66;
  const cy = vy - fh * 0.16;
  s += glow(c, x, cy, q * 3.4, P.lt, 0.75) + circle(x, cy, q, c.lin(0, cy - q, 0, cy + q, [[0, mix(P.ac, P.lt, 0.45)], [1, mix(P.lt, "#fff", 0.35)]]));
  for (let i = 0; i < 6; i++) {
    const a = (i / 6) * Math.PI;
    s += stroke(`M${n(x - Math.cos(a) * q)} ${n(cy - Math.sin(a) * q)}L${n(x + Math.cos(a) * q)} ${n(cy + Math.sin(a) * q)}`, wood, 5 * u);
  }
  s += circle(x, cy, q * 0.34, mix(P.ac, P.lt, 0.3), `stroke="${wood}" stroke-width="${n(5 * u)}"`) + circle(x, cy, q, "none", `stroke="${mix(wood, P.warm, 0.3)}" stroke-width="${n(14 * u)}"`) + circle(x, cy, q * 0.68, "none", `stroke="${wood}" stroke-width="${n(4 * u)}"`);
  // Side walls: bays of shelves in perspective.
  const bays = 6;
  const depth = (i) => 1 / (1 - (i / bays) * 0.86);
  const at = (d, k, yy) => [x + d * far * k, vy + (yy - vy) * k];
  for (const d of [-1, 1]) for (let i = 0; i < bays; i++) {
    const k0 = depth(i);
    const k1 = depth(i + 1);
    const t = i / bays;
    const dark = (cc) => mix(cc, P.ink, 0.05 + t * 0.62);
    s += poly([at(d, k0, top), at(d, k1, top), at(d, k1, bot), at(d, k0, bot)], dark(mix(wood, P.ac, 0.35)));
    const rows = 8;
    for (let j = 0; j < rows; j++) {
      const y0 = top + ((bot - top) * (j + 0.14)) / rows;
      const y1 = top + ((bot - top) * (j + 0.92)) / rows;
      const kk0 = k0 + (k1 - k0) * 0.1;
      s += poly([at(d, kk0, y0), at(d, k1, y0), at(d, k1, y1), at(d, kk0, y1)], dark(mix(wood, P.ink, 0.65)));
      const books = 13;
      let pos = 0.11;
      while (pos < 0.98) {
        const bw = r.range(0.035, 0.085) * (13 / books);
        const a0 = k0 + (k1 - k0) * pos;
        const a1 = k0 + (k1 - k0) * Math.min(0.985, pos + bw);
        const hh = r.range(0.12, 0.42);
        if (r.chance(0.92)) s += poly([at(d, a0, y0 + (y1 - y0) * hh), at(d, a1, y0 + (y1 - y0) * hh), at(d, a1, y1), at(d, a0, y1)], dark(r.pick([P.ac, P.acDeep, mix(P.warm, P.acDeep, 0.45), mix(P.lt, P.acDeep, 0.5), shift(P.acDeep, 0, 1, 40), mix(P.ground, P.ac, 0.6)])));
        pos += bw * 1.08;
      }
    }
    const a = at(d, k0, top);
    const b = at(d, k0, bot);
    s += stroke(`M${n(a[0])} ${n(a[1])}L${n(b[0])} ${n(b[1])}`, dark(mix(wood, P.warm, 0.35)), 6 * u * k0);
  }
  // Ceiling vaults and floor.
  s += poly([at(-1, 1, top), at(1, 1, top), [W + 400, vy + (top - vy) * 7], [-400, vy + (top - vy) * 7]], c.lin(0, 0, 0, top, [[0, P.ink], [1, mix(wood, P.ac, 0.22)]]));
  for (let i = 0; i < bays; i++) {
    const k = depth(i + 0.1);
    const [ax, ay] = at(-1, k, top);
    const [bx] = at(1, k, top);
    s += stroke(`M${n(ax)} ${n(ay)}Q${n(x)} ${n(ay - far * k * 0.75)} ${n(bx)} ${n(ay)}`, mix(mix(wood, P.warm, 0.3), P.ink, (i / bays) * 0.6), 9 * u * k);
  }
  s += poly([at(-1, 1, bot), at(1, 1, bot), [W + 900 * u, H + 40], [-900 * u, H + 40]], c.lin(0, bot, 0, H, [[0, mix(P.ac, P.lt, 0.25)], [0.4, mix(wood, P.ac, 0.25)], [1, P.ink]]));
  for (let i = -5; i <= 5; i++) s += stroke(`M${n(x + (i / 5) * far)} ${n(bot)}L${n(x + i * far * 1.3)} ${n(H)}`, P.ink, 2 * u, 'opacity="0.35"');
  // Carpet, ladder, lamps, flying pages.
  s += poly([[x - far * 0.3, bot], [x + far * 0.3, bot], [x + far * 1.9, H + 10], [x - far * 1.9, H + 10]], c.lin(0, bot, 0, H, [[0, P.ac], [1, mix(P.acDeep, P.ink, 0.6)]]), 'opacity="0.75"');
  const d0 = r.sign();
  const [lx0, ly0] = at(d0, 1.75, top + (bot - top) * 0.16);
  const [lx1, ly1] = at(d0 * 0.72, 1.9, bot);
  for (const o of [-1, 1]) s += stroke(`M${n(lx0 + o * 22 * u)} ${n(ly0)}L${n(lx1 + o * 28 * u)} ${n(ly1)}`, mix(wood, P.warm, 0.5), 7 * u);
  for (let i = 1; i < 11; i++) {
    const t = i / 11;
    s += stroke(`M${n(lx0 + (lx1 - lx0) * t - 24 * u)} ${n(ly0 + (ly1 - ly0) * t)}h${n(49 * u)}`, mix(wood, P.warm, 0.5), 5 * u);
  }
  for (const [d, k] of [[-1, 1.35], [1, 1.35], [-1, 2.3], [1, 2.3]]) {
    const [px, py] = at(d * 0.86, k, vy + fh * 0.1);
    s += glow(c, px, py, 150 * u * k, P.warm, 0.75) + circle(px, py, 9 * u * k, mix(P.warm, "#fff", 0.5));
  }
  s += rays(c, x, cy, { dir: 90, spread: 80, count: 7, length: H * 0.8, colour: P.lt, a: 0.4 });
  let front = "";
  for (let i = 0; i < 9; i++) {
    const px = x + r.bell() * W * 0.4;
    const py = r.range(0.12, 0.6) * H;
    const k = r.range(14, 34) * u;
    front += group(path("M-1 -0.6Q-0.5 -0.8 0 -0.5Q0.5 -0.8 1 -0.6L1 0.6Q0.5 0.4 0 0.7Q-0.5 0.4 -1 0.6Z", P.lt, 'opacity="0.9"') + stroke("M0 -0.5V0.7", P.acDeep, 0.06), `transform="translate(${n(px)} ${n(py)}) rotate(${n(r.range(-40, 40))}) scale(${n(k)})"`);
  }
  front += motes(c, { count: 50, y0: H * 0.15, y1: H * 0.9, size: 1.8, colour: P.warm, a: 0.8, soft: true });
  return { back: s, front, light: [x, cy] };
}

export function train(c) {
  const { P, W, H, u } = c;
  const r = c.rng.fork("train");
  const x = focus(c, r);
  const hz = H * (c.wide ? 0.62 : 0.5);
  const ly = H * (c.wide ? 0.28 : 0.22);
  let s = sky(c, { low: hz + 80 * u });
  if (P.mode === "night") s += stars(c, { bottom: hz * 0.8 });
  s += disc(c, x, ly, (c.wide ? 110 : 150) * u, { crater: P.mode === "night" });
  s += strata(c, { y0: H * 0.1, y1: hz * 0.8, count: 8, colour: mix(P.skyLow, P.disc, 0.3), a: 0.5 });
  s += land(ridge(r, -20, W + 20, hz - 60 * u, 150 * u, 0.56, 7), H, P.layer(0.82)) + mist(c, hz + 30 * u, 220 * u, P.haze, 0.6);
  s += land(ridge(r, -20, W + 20, hz + 70 * u, 90 * u, 0.56, 7), H, P.layer(0.62)) + mist(c, hz + 150 * u, 190 * u, P.haze, 0.5);
  // Viaduct.
  const dy = hz + 26 * u;
  const col = P.layer(0.34);
  const span = 118 * u;
  const off = r.range(0, span);
  let d = `M-20 ${n(dy)}H${n(W + 20)}V${n(H)}H-20Z`;
  for (let px = -span * 2 + off; px < W + span; px += span) d += `M${n(px + 14 * u)} ${n(H + 10)}V${n(dy + 96 * u)}A${n(span / 2 - 14 * u)} ${n(span / 2 - 6 * u)} 0 0 1 ${n(px + span - 14 * u)} ${n(dy + 96 * u)}V${n(H + 10)}Z`;
  s += path(d, c.lin(0, dy, 0, dy + 420 * u, [[0, P.layer(0.4)], [0.5, col], [1, P.layer(0.16)]]), 'fill-rule="evenodd"') + rect(-20, dy - 8 * u, W + 40, 12 * u, P.layer(0.28));
  // Train, engine to the right.
  const ex = c.wide ? W * 0.86 : W * r.range(0.66, 0.8);
  const k = (c.wide ? 1.05 : 1.15) * u;
  const body = P.layer(0.1);
  const eng = (px, py) => [ex + px * k, dy - 8 * u + py * k];
  let t = rect(...eng(-150, -62), 112 * k, 40 * k, body, `rx="${n(14 * k)}"`) + rect(...eng(-196, -92), 62 * k, 76 * k, body) + rect(...eng(-204, -98), 78 * k, 9 * k, body) + poly([eng(-66, -62), eng(-72, -100), eng(-44, -100), eng(-50, -62)], body) + ellipse(ex - 108 * k, dy - 8 * u - 64 * k, 13 * k, 11 * k, body) + poly([eng(-40, -20), eng(-12, 0), eng(-44, 0)], body) + rect(...eng(-196, -26), 160 * k, 14 * k, body);
  for (const [wx, q] of [[-180, 12], [-150, 17], [-112, 17], [-74, 17], [-48, 10]]) t += circle(ex + wx * k, dy - 8 * u - q * k, q * k, body) + circle(ex + wx * k, dy - 8 * u - q * k, q * k * 0.62, "none", `stroke="${P.layer(0.36)}" stroke-width="${n(2.4 * k)}"`);
  t += rect(...eng(-184, -82), 34 * k, 24 * k, P.warm) + glow(c, ex - 166 * k, dy - 78 * k, 70 * k, P.warm, 0.7) + circle(ex - 36 * k, dy - 8 * u - 50 * k, 7 * k, mix(P.warm, "#fff", 0.6)) + glow(c, ex - 30 * k, dy - 8 * u - 50 * k, 130 * k, P.warm, 0.95);
  t += poly([[ex - 34 * k, dy - 58 * k], [W + 200 * u, dy - 140 * k], [W + 200 * u, dy + 10 * k]], c.lin(ex - 34 * k, 0, ex + 360 * k, 0, [[0, P.warm, 0.55], [1, P.warm, 0]]), 'style="mix-blend-mode:screen"');
  for (let i = 0; i < 12; i++) {
    const cx = ex - 204 * k - (i + 1) * 176 * k;
    t += rect(cx, dy - 8 * u - 84 * k, 166 * k, 70 * k, i % 2 ? body : P.layer(0.14), `rx="${n(5 * k)}"`) + rect(cx - 4 * k, dy - 8 * u - 90 * k, 174 * k, 9 * k, body, `rx="${n(4 * k)}"`) + rect(cx - 14 * k, dy - 8 * u - 26 * k, 20 * k, 6 * k, body);
    for (let j = 0; j < 5; j++) t += rect(cx + (12 + j * 31) * k, dy - 8 * u - 70 * k, 21 * k, 26 * k, r.chance(0.85) ? P.warm : P.layer(0.3), `rx="${n(2 * k)}"`);
    t += glow(c, cx + 80 * k, dy - 60 * k, 130 * k, P.warm, 0.32);
    for (const wx of [26, 50, 118, 142]) t += circle(cx + wx * k, dy - 8 * u - 9 * k, 9 * k, body);
  }
  // Steam drifting back.
  let puff = "";
  const steam = mix(P.haze, "#ffffff", 0.35);
  for (let i = 0; i < 26; i++) {
    const f = i / 26;
    const px = ex - 58 * k - f * W * 0.62;
    const py = dy - 118 * k - Math.sqrt(f) * 150 * k + r.bell() * 26 * k * (0.4 + f);
    puff += circle(px, py, (18 + 64 * f) * k * r.range(0.7, 1.15), mix(steam, P.skyMid, f * 0.7), `opacity="${(0.85 - f * 0.7).toFixed(2)}"`);
  }
  s += puff + t;
  s += mist(c, dy + 330 * u, 260 * u, P.haze, 0.45);
  const r1 = ridge(r, -20, W + 20, dy + (c.wide ? 230 : 330) * u, 70 * u, 0.5, 7);
  s += land(r1, H, P.layer(0.17));
  for (let tx = 0; tx < W; tx += r.range(18, 50) * u) s += pine(r, tx, heightAt(r1, tx) + 8 * u, r.range(60, 150) * u, P.layer(0.16));
  const r2 = ridge(r, -20, W + 20, H * 0.96, 40 * u, 0.5, 6);
  let front = land(r2, H + 9, P.layer(0.05));
  for (const tx of [r.range(-0.02, 0.1), r.range(0.9, 1.02)]) front += pine(r, tx * W, H * 1.02, r.range(330, 480) * u * (c.wide ? 0.7 : 1), P.layer(0.05));
  front += motes(c, { count: 26, y0: H * 0.3, size: 2, colour: P.warm, a: 0.75, soft: true });
  return { back: s, front, light: [x, ly] };
}

export function stage(c) {
  const { P, W, H, u } = c;
  const r = c.rng.fork("stage");
  const x = c.wide ? W * 0.66 : W * r.range(0.45, 0.55);
  const fl = H * (c.wide ? 0.74 : 0.62);
  const red = P.acDeep;
  let s = rect(0, 0, W, H, P.ink);
  // Backdrop: a painted scene in the light.
  const bw = (c.wide ? 620 : 400) * u;
  s += rect(0, 0, W, fl, c.rad(x, fl * 0.55, bw * 1.3, [[0, mix(P.ac, P.lt, 0.35)], [0.35, mix(P.ac, P.ground, 0.35)], [0.75, mix(P.ground, P.ink, 0.3)], [1, P.ink]]));
  const motif = r.pick(["moon", "hills", "town"]);
  s += circle(x, fl * 0.46, 150 * u, mix(P.lt, P.ac, 0.15), 'opacity="0.85"') + glow(c, x, fl * 0.46, 420 * u, P.lt, 0.55);
  if (motif === "hills") for (let i = 0; i < 3; i++) s += hill(rolling(r, x - bw * 1.4, x + bw * 1.4, fl - (170 - i * 55) * u, 36 * u, 5), fl, mix(P.layer(0.66 - i * 0.16), P.ground, 0.2));
  if (motif === "town") for (let i = 0; i < 18; i++) {
    const px = x + r.bell() * bw;
    const h = r.range(60, 210) * u;
    const w = r.range(40, 70) * u;
    s += rect(px - w / 2, fl - h, w, h, P.layer(r.range(0.34, 0.56))) + poly([[px - w * 0.6, fl - h], [px, fl - h - w * 0.8], [px + w * 0.6, fl - h]], P.layer(0.34)) + rect(px - 6 * u, fl - h * 0.7, 12 * u, 18 * u, P.warm);
  }
  if (motif === "moon") {
    for (let i = 0; i < 30; i++) s += circle(x + r.bell() * bw, fl * r.range(0.08, 0.7), r.range(1.5, 4) * u, P.lt, 'opacity="0.8"');
    for (let i = 0; i < 5; i++) s += path(`M${n(x - bw + i * bw * 0.45)} ${n(fl)}q${n(bw * 0.24)} ${n(-150 * u)} ${n(bw * 0.5)} 0Z`, P.layer(0.4 + (i % 2) * 0.14));
  }
  // Boards.
  s += rect(0, fl, W, H - fl, c.lin(0, fl, 0, H, [[0, mix(P.ground, P.ac, 0.5)], [0.35, mix(P.ground, P.ink, 0.3)], [1, P.ink]]));
  for (let i = -14; i <= 14; i++) s += stroke(`M${n(x + i * 52 * u)} ${n(fl)}L${n(x + i * 170 * u)} ${n(H)}`, P.ink, 2.4 * u, 'opacity="0.5"');
  // Two crossing spotlights and their pool.
  const spot = (sx, a) => poly([[sx - 14 * u, -10], [sx + 14 * u, -10], [x + 210 * u, fl + 70 * u], [x - 210 * u, fl + 70 * u]], c.lin(sx, 0, x, fl + 60 * u, [[0, P.lt, a], [1, P.lt, a * 0.3]]), 'style="mix-blend-mode:screen"');
  s += spot(x - bw * 0.62, 0.6) + spot(x + bw * 0.62, 0.6) + spot(x, 0.35);
  s += ellipse(x, fl + 66 * u, 300 * u, 62 * u, c.rad(x, fl + 66 * u, 300 * u, [[0, P.lt, 0.85], [0.6, P.lt, 0.4], [1, P.lt, 0]]), 'style="mix-blend-mode:screen"');
  // Curtains: swagged top and gathered sides.
  const fold = (x0, x1, top, bot, belly) => {
    let g = "";
    const k = Math.max(4, Math.round(Math.abs(x1 - x0) / (44 * u)));
    for (let i = 0; i < k; i++) {
      const a = x0 + ((x1 - x0) * i) / k;
      const b = x0 + ((x1 - x0) * (i + 1)) / k;
      const aa = a + belly * (1 - i / k);
      g += path(`M${n(a)} ${n(top)}H${n(b)}C${n(b + belly * 0.2)} ${n((top + bot) / 2)} ${n(b + belly * (1 - i / k))} ${n(bot * 0.7)} ${n(b + (belly * (1 - i / k)) * 0.6)} ${n(bot)}L${n(aa * 0.4 + a * 0.6)} ${n(bot)}C${n(aa)} ${n(bot * 0.7)} ${n(a + belly * 0.2)} ${n((top + bot) / 2)} ${n(a)} ${n(top)}Z`, c.lin(Math.min(a, b), 0, Math.max(a, b) + 2, 0, [[0, mix(red, P.ink, 0.62)], [0.45, mix(red, P.ac, 0.4)], [0.65, red], [1, mix(red, P.ink, 0.6)]]));
    }
    return g;
  };
  const cwid = c.wide ? W * 0.2 : W * 0.23;
  let cur = fold(-30 * u, (c.wide ? x - bw * 0.98 : cwid), -20, fl + 50 * u, -40 * u) + fold(W + 30 * u, W - (c.wide ? W - x - bw * 0.86 : cwid), -20, fl + 50 * u, 40 * u);
  const sw = c.wide ? 8 : 4;
  for (let i = 0; i < sw; i++) {
    const a = (W * i) / sw - 10;
    const b = (W * (i + 1)) / sw + 10;
    const m = (a + b) / 2;
    for (let j = 0; j < 5; j++) cur += path(`M${n(a)} -10L${n(b)} -10L${n(b)} ${n((30 + j * 6) * u)}Q${n(m)} ${n((230 - j * 44) * u)} ${n(a)} ${n((30 + j * 6) * u)}Z`, mix(mix(red, P.ink, 0.58 - (j % 2) * 0.16 - j * 0.07), P.ac, 0.05 * j));
    cur += stroke(`M${n(b)} ${n(30 * u)}Q${n(m)} ${n(232 * u)} ${n(a)} ${n(30 * u)}`, P.warm, 5 * u, 'opacity="0.85"');
  }
  s += cur;
  for (let i = 0; i < (c.wide ? 17 : 9); i++) {
    const px = (W * (i + 0.5)) / (c.wide ? 17 : 9);
    s += glow(c, px, fl + 196 * u, 90 * u, P.warm, 0.65) + path(`M${n(px - 17 * u)} ${n(fl + 210 * u)}A${n(17 * u)} ${n(17 * u)} 0 0 1 ${n(px + 17 * u)} ${n(fl + 210 * u)}Z`, mix(P.warm, "#fff", 0.3));
  }
  s += rect(0, fl + 208 * u, W, H, c.lin(0, fl + 208 * u, 0, H, [[0, mix(P.ink, P.acDeep, 0.35)], [0.3, P.ink], [1, P.ink]]));
  let front = "";
  const seats = c.wide ? 20 : 9;
  for (let row = 0; row < 2; row++) for (let i = 0; i < seats; i++) {
    const px = (W * (i + (row ? 0.5 : 0) + r.range(-0.1, 0.1))) / seats;
    const py = H * (c.wide ? 0.95 : 0.965) + row * 34 * u;
    front += circle(px, py, 25 * u, mix(P.ink, "#000", 0.2 + row * 0.3)) + ellipse(px, py + 66 * u, 48 * u, 44 * u, mix(P.ink, "#000", 0.2 + row * 0.3));
  }
  front += motes(c, { count: 54, x0: x - bw, x1: x + bw, y0: H * 0.06, y1: fl, size: 1.8, colour: P.lt, a: 0.8, soft: true });
  return { back: s, front, light: [x, fl * 0.2] };
}

export function harbour(c) {
  const { P, W, H, u } = c;
  const r = c.rng.fork("harbour");
  const x = focus(c, r);
  const hz = H * (c.wide ? 0.58 : 0.52);
  const ly = hz - (c.wide ? 130 : r.range(160, 330)) * u;
  let s = sky(c, { low: hz });
  if (P.mode === "night") s += stars(c, { bottom: hz * 0.8 });
  s += disc(c, x, ly, (c.wide ? 105 : 135) * u, { crater: P.mode === "night" });
  s += strata(c, { y0: H * 0.1, y1: hz * 0.9, count: 9, colour: mix(P.skyLow, P.disc, 0.3), a: 0.5 });
  s += land(ridge(r, -20, W + 20, hz - 80 * u, 100 * u, 0.55, 7), hz + 9, P.layer(0.78));
  // Terraced town up the slope.
  for (let row = 0; row < 4; row++) {
    let bx = -30;
    while (bx < W + 20) {
      const w = r.range(40, 84) * u;
      const lift = Math.max(0, Math.abs(bx - x) / (c.wide ? W * 0.5 : W * 0.55)) * (150 - row * 26) * u;
      const h = r.range(46, 90) * u;
      const base = hz + 6 - lift + row * 6 * u;
      const col = mix(P.layer(0.64 - row * 0.1), r.pick([P.ac, P.lt, P.ground]), 0.12);
      s += rect(bx, base - h, w, h + lift + 10, col) + poly([[bx - 4 * u, base - h + 1], [bx + w / 2, base - h - w * 0.42], [bx + w + 4 * u, base - h + 1]], mix(col, P.acDeep, 0.5));
      if (r.chance(0.75)) s += rect(bx + w * 0.28, base - h * 0.7, w * 0.16, w * 0.22, P.warm);
      if (r.chance(0.5)) s += rect(bx + w * 0.6, base - h * 0.7, w * 0.16, w * 0.22, P.warm);
      bx += w * r.range(0.95, 1.25);
    }
  }
  s += mist(c, hz, 90 * u, P.haze, 0.5);
  s += rect(0, hz, W, H - hz, c.lin(0, hz, 0, H, [[0, mix(P.haze, P.mid, 0.25)], [0.3, mix(P.mid, P.skyMid, 0.5)], [1, P.ink]]));
  s += glints(c, x, hz + 2, H, 90 * u, mix(P.disc, P.haze, 0.15), 0.95, 90) + glints(c, W * 0.5, hz + 4, hz + 140 * u, W * 0.7, P.warm, 0.55, 70, "lamps");
  // Ships at the quay.
  const masts = (px, py, h, col, sails) => {
    let g = path(`M${n(px - h * 0.36)} ${n(py - h * 0.12)}L${n(px + h * 0.38)} ${n(py - h * 0.15)}Q${n(px + h * 0.34)} ${n(py)} ${n(px + h * 0.24)} ${n(py + 4)}L${n(px - h * 0.26)} ${n(py + 4)}Q${n(px - h * 0.34)} ${n(py)} ${n(px - h * 0.36)} ${n(py - h * 0.12)}Z`, col);
    let rig = "";
    for (const [o, hh] of [[-0.18, 0.8], [0.08, 1], [0.26, 0.66]]) {
      g += stroke(`M${n(px + o * h)} ${n(py - h * 0.1)}V${n(py - h * hh)}`, col, h * 0.022);
      for (const t of [0.45, 0.68, 0.86]) {
        g += stroke(`M${n(px + (o - 0.13 * (1.2 - t)) * h)} ${n(py - h * hh * t)}h${n(h * 0.26 * (1.2 - t))}`, col, h * 0.014);
        if (sails) g += path(`M${n(px + (o - 0.12 * (1.2 - t)) * h)} ${n(py - h * hh * t)}q${n(h * 0.12 * (1.2 - t))} ${n(h * 0.07)} ${n(h * 0.24 * (1.2 - t))} 0Z`, mix(col, P.lt, 0.4));
      }
      rig += `M${n(px + o * h)} ${n(py - h * hh)}L${n(px - 0.34 * h)} ${n(py - h * 0.12)}M${n(px + o * h)} ${n(py - h * hh)}L${n(px + 0.5 * h)} ${n(py - h * 0.22)}`;
    }
    return g + stroke(rig, col, h * 0.004) + stroke(`M${n(px + h * 0.36)} ${n(py - h * 0.15)}L${n(px + h * 0.52)} ${n(py - h * 0.23)}`, col, h * 0.016) + glow(c, px + h * 0.3, py - h * 0.2, h * 0.2, P.warm, 0.8) + circle(px + h * 0.3, py - h * 0.2, h * 0.012, P.warm);
  };
  s += masts(c.wide ? x - 330 * u : W * 0.2, hz + 44 * u, 260 * u, P.layer(0.4), true) + masts(c.wide ? x + 280 * u : W * 0.84, hz + 60 * u, 340 * u, P.layer(0.3), true);
  s += masts(c.wide ? W * 0.94 : W * 0.06, hz + 130 * u, 560 * u * (c.wide ? 0.9 : 1), P.layer(0.14), false);
  s += glints(c, W * 0.5, hz + 100 * u, H, W * 0.7, P.layer(0.6), 0.35, 60, "low");
  s += birds(r, x, hz * 0.5, 250 * u, 20 * u, P.layer(0.3), 7);
  // Quay.
  const qy = H * (c.wide ? 0.86 : 0.86);
  let front = rect(-20, qy, W + 40, H, c.lin(0, qy, 0, H, [[0, P.layer(0.2)], [0.2, P.layer(0.08)], [1, P.ink]]));
  for (let px = -10; px < W; px += 74 * u) front += stroke(`M${n(px)} ${n(qy)}v${n(60 * u)}`, P.layer(0.03), 4 * u);
  front += stroke(`M-10 ${n(qy + 60 * u)}H${n(W + 10)}`, P.layer(0.03), 4 * u);
  for (const d of [0, 1]) {
    const px = d ? W * 0.93 : W * (c.wide ? 0.42 : 0.07);
    for (let i = 0; i < 3; i++) front += rect(px - (50 - i * 16) * u + d * 8, qy - (56 + i * 52) * u, 70 * u, 54 * u, P.layer(0.07 + i * 0.02), `stroke="${P.layer(0.2)}" stroke-width="${n(3 * u)}"`);
    front += ellipse(px + 70 * u * (d ? -1 : 1), qy - 4 * u, 30 * u, 12 * u, P.layer(0.05)) + rect(px + 70 * u * (d ? -1 : 1) - 12 * u, qy - 50 * u, 24 * u, 50 * u, P.layer(0.05), 'rx="6"');
  }
  front += motes(c, { count: 26, y0: H * 0.4, size: 2.2, colour: P.warm, a: 0.7, soft: true });
  return { back: s, front, light: [x, ly] };
}

export function ruins(c) {
  const { P, W, H, u } = c;
  const r = c.rng.fork("ruins");
  const x = focus(c, r);
  const hz = H * (c.wide ? 0.66 : 0.58);
  const ly = H * (c.wide ? 0.34 : 0.28);
  let s = sky(c, { low: hz });
  if (P.mode === "night") s += stars(c, { bottom: hz * 0.8 });
  s += disc(c, x, ly, (c.wide ? 130 : 170) * u, { crater: P.mode === "night", glow: 4.4 });
  s += strata(c, { y0: H * 0.1, y1: hz * 0.85, count: 8, colour: mix(P.skyLow, P.disc, 0.3), a: 0.5 });
  for (let i = 0; i < 20; i++) s += blob(r, r.range(0, 1) * W, hz - r.range(0, 70) * u, r.range(40, 90) * u, P.layer(0.82));
  s += hill(rolling(r, -40, W + 40, hz - 6 * u, 24 * u, 5), H, P.layer(0.7)) + mist(c, hz, 190 * u, P.haze, 0.55);
  // Broken arcade.
  const lit = (t) => mix(P.layer(t), P.disc, 0.12);
  const column = (px, py, w, h, t, broken) => {
    const col = P.layer(t);
    let g = rect(px - w / 2, py - h, w, h, c.lin(px - w / 2, 0, px + w / 2, 0, px < x ? [[0, mix(col, P.ink, 0.35)], [0.6, col], [1, lit(t + 0.18)]] : [[0, lit(t + 0.18)], [0.4, col], [1, mix(col, P.ink, 0.35)]]));
    for (let i = 1; i < 5; i++) g += stroke(`M${n(px - w / 2 + (w * i) / 5)} ${n(py)}V${n(py - h)}`, P.ink, w * 0.02, 'opacity="0.3"');
    g += rect(px - w * 0.7, py - w * 0.26, w * 1.4, w * 0.3, col);
    if (broken) g += poly([[px - w * 0.52, py - h + 2], [px - w * 0.3, py - h - w * 0.4], [px - w * 0.05, py - h - w * 0.1], [px + w * 0.24, py - h - w * 0.55], [px + w * 0.52, py - h + 2]], col);
    else g += poly([[px - w * 0.5, py - h + 1], [px - w * 0.82, py - h - w * 0.4], [px + w * 0.82, py - h - w * 0.4], [px + w * 0.5, py - h + 1]], col);
    return g;
  };
  const arcade = (x0, y0, step, w, h, k, t) => {
    let g = "";
    for (let i = 0; i < k; i++) {
      const px = x0 + i * step;
      const broken = r.chance(0.3);
      const hh = broken ? h * r.range(0.4, 0.85) : h;
      g += column(px, y0, w, hh, t, broken);
      if (!broken && i < k - 1 && r.chance(0.75)) g += path(`M${n(px - w * 0.8)} ${n(y0 - h - w * 0.4)}V${n(y0 - h - w * 2.6)}H${n(px + step + w * 0.8)}V${n(y0 - h - w * 0.4)}H${n(px + step - w * 0.6)}A${n(step / 2 - w * 0.6)} ${n(step / 2 - w * 0.6)} 0 0 0 ${n(px + w * 0.6)} ${n(y0 - h - w * 0.4)}Z`, P.layer(t));
    }
    return g;
  };
  s += arcade(c.wide ? W * 0.36 : -40 * u, hz + 30 * u, 130 * u, 26 * u, 210 * u, c.wide ? 10 : 9, 0.58);
  s += mist(c, hz + 40 * u, 150 * u, P.haze, 0.45);
  const g1 = rolling(r, -40, W + 40, hz + 70 * u, 20 * u, 6);
  s += hill(g1, H, P.layer(0.4));
  // Great arch around the light.
  const aw = (c.wide ? 230 : 250) * u;
  const ah = (c.wide ? 430 : 560) * u;
  const by = hz + 130 * u;
  const st = P.layer(0.26);
  s += path(`M${n(x - aw - 74 * u)} ${n(by)}V${n(by - ah)}L${n(x - aw - 30 * u)} ${n(by - ah - 120 * u)}L${n(x - aw * 0.4)} ${n(by - ah - 190 * u)}L${n(x - aw * 0.1)} ${n(by - ah - 160 * u)}L${n(x + aw * 0.1)} ${n(by - ah - 206 * u)}L${n(x + aw * 0.42)} ${n(by - ah - 150 * u)}L${n(x + aw * 0.62)} ${n(by - ah - 40 * u)}L${n(x + aw + 20 * u)} ${n(by - ah * 0.9)}L${n(x + aw + 66 * u)} ${n(by - ah * 0.7)}V${n(by)}H${n(x + aw)}V${n(by - ah * 0.62)}A${n(aw)} ${n(aw * 1.1)} 0 0 0 ${n(x - aw)} ${n(by - ah * 0.62)}V${n(by)}Z`, c.lin(x - aw, 0, x + aw, 0, [[0, st], [0.2, mix(st, P.haze, 0.16)], [0.8, mix(st, P.haze, 0.16)], [1, st]]));
  for (let i = 0; i < 26; i++) {
    const d = r.sign();
    s += rect(x + d * (aw + r.range(4, 44) * u) - 15 * u, by - r.range(0.02, 0.9) * ah, 34 * u, 3 * u, P.ink, 'opacity="0.3"');
  }
  const ivy = mix(P.layer(0.22), P.ac, 0.25);
  for (let i = 0; i < 46; i++) {
    const d = r.sign();
    s += blob(r, x + d * (aw + r.range(-14, 70) * u), by - r.f() ** 2 * ah * 1.1, r.range(10, 30) * u, i % 3 ? P.layer(0.16) : ivy);
  }
  for (let i = 0; i < 15; i++) {
    const vx = x + r.bell() * aw * 0.9;
    const vy = by - ah * 0.62 - Math.sqrt(Math.max(0, 1 - ((vx - x) / aw) ** 2)) * aw * 1.1;
    const len = r.range(40, 170) * u;
    s += stroke(`M${n(vx)} ${n(vy - 10 * u)}q${n(r.bell() * 16 * u)} ${n(len / 2)} ${n(r.bell() * 10 * u)} ${n(len)}`, P.layer(0.2), 3.4 * u);
    for (let k = 0; k < 4; k++) s += ellipse(vx + r.bell() * 10 * u, vy + (len * k) / 4, 8 * u, 5 * u, ivy);
  }
  s += rays(c, x, ly, { dir: 90, spread: 100, count: 9, length: H * 0.7, colour: P.disc, a: 0.42 });
  const g2 = rolling(r, -40, W + 40, hz + 140 * u, 18 * u, 6);
  s += hill(g2, H, P.layer(0.2)) + grass(r, 0, W, (gx) => heightAt(g2, gx), 34 * u, P.layer(0.19), 9 * u);
  s += poly([[x - 34 * u, by + 4 * u], [x + 34 * u, by + 4 * u], [x + 200 * u, H], [x - 260 * u, H]], c.lin(0, by, 0, H, [[0, P.haze, 0.7], [0.5, P.layer(0.4), 0.4], [1, P.layer(0.2), 0]]));
  s += wanderer(r, x + r.range(-30, 30) * u, by + 14 * u, 84 * u, P.layer(0.08));
  let front = "";
  for (const d of [-1, 1]) {
    const px = d < 0 ? W * (c.wide ? 0.38 : 0.03) : W * 0.97;
    front += group(column(px, H + 10, 116 * u, (d < 0 ? 250 : 420) * u, 0.1, true));
    for (let i = 0; i < 10; i++) front += blob(r, px + r.bell() * 80 * u, H - r.f() * 240 * u, r.range(20, 48) * u, P.layer(r.range(0.03, 0.12)));
  }
  front += grass(r, 0, W, () => H * 0.99, 90 * u, P.layer(0.05), 10 * u) + motes(c, { count: 40, y0: H * 0.3, size: 2.2, colour: mix(P.warm, P.ac, 0.2), a: 0.85, soft: true });
  return { back: s, front, light: [x, ly] };
}

export function market(c) {
  const { P, W, H, u } = c;
  const r = c.rng.fork("market");
  const x = c.wide ? W * r.range(0.62, 0.72) : W * r.range(0.42, 0.58);
  const hz = H * (c.wide ? 0.62 : 0.52);
  const ly = H * (c.wide ? 0.3 : 0.26);
  let s = sky(c, { low: hz });
  if (P.mode === "night") s += stars(c, { bottom: hz * 0.6 });
  s += disc(c, x, ly, (c.wide ? 105 : 130) * u, { glow: 4.6 });
  s += strata(c, { y0: H * 0.08, y1: hz * 0.7, count: 7, colour: mix(P.skyLow, P.disc, 0.3), a: 0.45 });
  // Domes and towers behind.
  const far = P.layer(0.72);
  for (let i = 0; i < (c.wide ? 9 : 6); i++) {
    const px = W * ((i + 0.5) / (c.wide ? 9 : 6)) + r.bell() * 30 * u;
    const q = r.range(46, 96) * u;
    const h = r.range(90, 210) * u;
    if (r.chance(0.5)) s += rect(px - q, hz - h, q * 2, h + 20, far) + path(`M${n(px - q)} ${n(hz - h)}C${n(px - q * 1.2)} ${n(hz - h - q)} ${n(px - q * 0.3)} ${n(hz - h - q * 1.1)} ${n(px)} ${n(hz - h - q * 1.7)}C${n(px + q * 0.3)} ${n(hz - h - q * 1.1)} ${n(px + q * 1.2)} ${n(hz - h - q)} ${n(px + q)} ${n(hz - h)}Z`, mix(far, P.ac, 0.25));
    else s += rect(px - 17 * u, hz - h * 1.8, 34 * u, h * 1.8 + 20, far) + rect(px - 24 * u, hz - h * 1.5, 48 * u, 9 * u, far) + path(`M${n(px - 19 * u)} ${n(hz - h * 1.8)}Q${n(px)} ${n(hz - h * 1.8 - 56 * u)} ${n(px + 19 * u)} ${n(hz - h * 1.8)}Z`, far);
  }
  s += mist(c, hz - 10 * u, 200 * u, P.haze, 0.55);
  const gy = hz + 40 * u;
  s += poly([[x - 60 * u, gy - 20 * u], [x + 60 * u, gy - 20 * u], [x + W * 0.7, H + 20], [x - W * 0.7, H + 20]], c.lin(0, gy, 0, H, [[0, mix(P.haze, P.warm, 0.3)], [0.35, mix(P.mid, P.ac, 0.3)], [1, P.ink]]));
  for (let i = 0; i < 8; i++) s += wanderer(r, x + r.bell() * 100 * u, gy + r.range(-6, 50) * u, r.range(52, 78) * u, P.layer(r.range(0.18, 0.4)), r.pick(["dress", "coat", "hat", "cloak", "pack"]));
  // Two rows of stalls receding to the light.
  const stall = (d, t) => {
    const k = 0.42 + t * t * 1.9;
    const px = x + d * (120 + t * t * (c.wide ? 760 : 470)) * u;
    const py = gy + t * t * 330 * u + 14 * u;
    const w = 210 * k * u;
    const h = 200 * k * u;
    const a = r.pick([P.ac, P.acDeep, mix(P.ac, P.lt, 0.55), shift(P.ac, -0.05, 1, 60), mix(P.warm, P.acDeep, 0.25)]);
    const b = mix(P.lt, a, 0.2);
    const dim = (cc) => mix(cc, P.ink, 0.06 + t * 0.36);
    let g = rect(px - w / 2, py - h * 0.42, w, h * 0.46, dim(mix(P.ground, P.acDeep, 0.45))) + rect(px - w / 2, py - h * 0.95, w * 0.05, h, dim(P.ground)) + rect(px + w * 0.45, py - h * 0.95, w * 0.05, h, dim(P.ground));
    g += rect(px - w * 0.45, py - h * 0.92, w * 0.9, h * 0.52, dim(mix(P.warm, P.acDeep, 0.55)));
    const cols = [P.warm, P.ac, mix(P.ac, P.lt, 0.5), shift(P.ac, 0.04, 1, 80), P.lt, P.acDeep];
    for (let j = 0; j < 26; j++) g += circle(px + r.range(-0.45, 0.45) * w, py - h * (0.44 + r.f() * 0.09), h * 0.045, dim(r.pick(cols)));
    for (let j = 0; j < 5; j++) g += rect(px + (-0.4 + j * 0.18) * w, py - h * 0.86, w * 0.07, h * r.range(0.14, 0.26), dim(r.pick(cols)), 'rx="2"');
    const n1 = 8;
    for (let j = 0; j < n1; j++) {
      const x0 = px - w * 0.58 + (w * 1.16 * j) / n1;
      const x1 = px - w * 0.58 + (w * 1.16 * (j + 1)) / n1;
      const tx0 = px - w * 0.46 + (w * 0.92 * j) / n1;
      const tx1 = px - w * 0.46 + (w * 0.92 * (j + 1)) / n1;
      g += path(`M${n(tx0)} ${n(py - h * 1.28)}L${n(tx1)} ${n(py - h * 1.28)}L${n(x1)} ${n(py - h * 0.94)}A${n((x1 - x0) / 2)} ${n((x1 - x0) / 2.4)} 0 0 1 ${n(x0)} ${n(py - h * 0.94)}Z`, dim(j % 2 ? a : b));
    }
    g += glow(c, px, py - h * 0.7, w * 0.85, P.warm, 0.65) + ellipse(px, py - h * 0.82, w * 0.035, w * 0.045, mix(P.warm, "#fff", 0.5));
    return g;
  };
  for (let i = 0; i < 5; i++) for (const d of [-1, 1]) s += stall(d, i / 4.4 + r.range(-0.02, 0.02));
  for (let i = 0; i < 4; i++) {
    const y = H * (0.12 + i * 0.075);
    s += garland(c, r, -20, y - 30 * u, W + 20, y + r.range(-40, 40) * u, (150 - i * 14) * u, (c.wide ? 15 : 8) + i, r.pick([P.warm, mix(P.warm, P.ac, 0.35)]), (15 - i * 2.4) * u, P.layer(0.25));
  }
  let front = rect(0, H * 0.88, W, H * 0.12, c.lin(0, H * 0.88, 0, H, [[0, P.ink, 0], [1, P.ink, 0.85]]));
  front += motes(c, { count: 40, y0: H * 0.2, size: 2.2, colour: P.warm, a: 0.85, soft: true });
  return { back: s, front, light: [x, ly] };
}

export function workshop(c) {
  const { P, W, H, u } = c;
  const r = c.rng.fork("workshop");
  const x = c.wide ? W * r.range(0.64, 0.72) : W * r.range(0.4, 0.6);
  const fl = H * (c.wide ? 0.74 : 0.66);
  const wall = mix(P.ground, P.acDeep, 0.28);
  const w = (c.wide ? 400 : 420) * u;
  const wy = fl - 220 * u;
  const h = (c.wide ? 380 : 470) * u;
  let s = rect(0, 0, W, H, c.rad(x, wy - h * 0.4, W * (c.wide ? 0.55 : 0.9), [[0, mix(wall, P.ac, 0.6)], [0.5, mix(wall, P.ac, 0.2)], [1, mix(wall, P.ink, 0.6)]]));
  for (let py = 20 * u; py < fl; py += 46 * u) s += stroke(`M0 ${n(py)}H${n(W)}`, P.ink, 2 * u, 'opacity="0.22"');
  let out = rect(x - w, wy - h, w * 2, h + 20, c.lin(0, wy - h, 0, wy, [[0, mix(P.skyMid, P.lt, 0.3)], [1, mix(P.lt, "#fff", 0.3)]]));
  out += circle(x - w * 0.1, wy - h * 0.6, 70 * u, "#ffffff", 'opacity="0.8"');
  for (let i = 0; i < 9; i++) {
    const bw = r.range(40, 76) * u;
    const bx = x - w / 2 + (w * i) / 8;
    const bh = r.range(0.12, 0.34) * h;
    out += rect(bx - bw / 2, wy - bh, bw, bh, P.layer(0.8)) + poly([[bx - bw * 0.58, wy - bh + 1], [bx, wy - bh - bw * 0.5], [bx + bw * 0.58, wy - bh + 1]], P.layer(0.74));
  }
  s += glow(c, x, wy - h * 0.5, w * 1.5, P.lt, 0.6) + tallWindow(c, x, wy, w, h, mix(wall, P.ink, 0.5), out, { arch: r.chance(0.5), cols: 5, rows: 4 });
  const dk = mix(wall, P.ink, 0.66);
  const mid = mix(wall, P.ink, 0.3);
  // Shelves with jars and parts on both sides.
  const metal = [mix(P.warm, P.ground, 0.35), mix(P.ac, P.ground, 0.25), mix(P.lt, P.ground, 0.5), P.acDeep];
  for (const d of [-1, 1]) {
    const x0 = d < 0 ? x - w * 0.62 - 900 * u : x + w * 0.62;
    const x1 = x0 + 900 * u;
    for (let j = 0; j < 3; j++) {
      const y = wy - h * 0.82 + j * 150 * u;
      s += rect(x0, y, 900 * u, 12 * u, dk);
      let px = x0 + 14 * u;
      while (px < x1 - 40 * u) {
        const k = r.f();
        const q = r.range(18, 38) * u;
        const col = r.pick(metal);
        if (px > -80 && px < W + 80) {
          if (k < 0.35) s += rect(px, y - q * 2, q * 1.3, q * 2, col, `rx="${n(q * 0.3)}" opacity="0.9"`) + rect(px + q * 0.15, y - q * 2.25, q, q * 0.35, dk) + rect(px + q * 0.2, y - q * 1.6, q * 0.2, q * 1.2, P.lt, 'opacity="0.3"');
          else if (k < 0.6) s += cog(px + q, y - q, q, col);
          else if (k < 0.8) for (let b = 0; b < 4; b++) s += rect(px + b * q * 0.42, y - q * r.range(1.4, 2.3), q * 0.36, q * 2.3, r.pick(metal));
          else s += path(`M${n(px)} ${n(y)}Q${n(px - q * 0.2)} ${n(y - q)} ${n(px + q * 0.5)} ${n(y - q * 1.2)}V${n(y - q * 2)}H${n(px + q)}V${n(y - q * 1.2)}Q${n(px + q * 1.7)} ${n(y - q)} ${n(px + q * 1.5)} ${n(y)}Z`, col, 'opacity="0.85"');
        }
        px += q * r.range(1.9, 2.7);
      }
      s += rect(x0, y + 11 * u, 900 * u, 139 * u, c.lin(0, y + 11 * u, 0, y + 150 * u, [[0, P.ink, 0.35], [0.4, P.ink, 0]]));
    }
  }
  // Big wheels in the light.
  const bx = x + r.sign() * w * 0.42;
  s += group(cog(bx, wy - h * 0.92, 120 * u, mix(mid, P.warm, 0.25), 16) + cog(bx + 170 * u, wy - h * 0.72, 70 * u, mix(dk, P.warm, 0.3), 12) + cog(bx - 120 * u, wy - h * 1.1, 56 * u, mix(dk, P.ac, 0.3), 10), 'opacity="0.95"');
  // Hanging tools and lamps.
  for (let i = 0; i < (c.wide ? 12 : 7); i++) {
    const px = W * ((i + 0.5) / (c.wide ? 12 : 7)) + r.bell() * 20 * u;
    const len = r.range(60, 210) * u;
    s += stroke(`M${n(px)} -10V${n(len)}`, dk, 3 * u);
    if (i % 3 === 1) s += path(`M${n(px - 56 * u)} ${n(len + 54 * u)}Q${n(px - 50 * u)} ${n(len)} ${n(px)} ${n(len - 6 * u)}Q${n(px + 50 * u)} ${n(len)} ${n(px + 56 * u)} ${n(len + 54 * u)}Z`, dk) + ellipse(px, len + 54 * u, 26 * u, 12 * u, mix(P.warm, "#fff", 0.5)) + glow(c, px, len + 66 * u, 290 * u, P.warm, 0.7);
    else if (i % 3 === 2) s += rect(px - 5 * u, len, 10 * u, 90 * u, mid) + rect(px - 26 * u, len + 80 * u, 52 * u, 22 * u, mix(mid, P.lt, 0.2), 'rx="4"');
    else s += path(`M${n(px - 4 * u)} ${n(len)}h${n(8 * u)}v${n(70 * u)}l${n(14 * u)} ${n(30 * u)}h${n(-14 * u)}l${n(-4 * u)} ${n(-14 * u)}l${n(-4 * u)} ${n(14 * u)}h${n(-14 * u)}l${n(14 * u)} ${n(-30 * u)}Z`, mix(mid, P.lt, 0.15));
  }
  s += rays(c, x - w * 0.2, wy - h, { dir: 78, spread: 44, count: 6, length: H * 0.75, colour: P.lt, a: 0.42 });
  s += rect(0, fl, W, H - fl, c.lin(0, fl, 0, H, [[0, mix(wall, P.ac, 0.3)], [0.4, mix(wall, P.ink, 0.5)], [1, P.ink]]));
  // Bench with work on it.
  const by = fl - 60 * u;
  s += rect(-20, by, W + 40, 30 * u, mix(mid, P.warm, 0.3)) + rect(-20, by + 28 * u, W + 40, 250 * u, c.lin(0, by, 0, by + 280 * u, [[0, dk], [1, P.ink]]));
  for (let px = 30 * u; px < W; px += r.range(90, 170) * u) {
    const q = r.range(20, 44) * u;
    const k = r.f();
    if (k < 0.3) s += cog(px, by - q, q, r.pick(metal));
    else if (k < 0.55) s += rect(px - q, by - q * 1.6, q * 2, q * 1.6, r.pick(metal), 'rx="5"') + circle(px, by - q * 0.8, q * 0.5, P.lt, 'opacity="0.75"') + stroke(`M${n(px)} ${n(by - q * 0.8)}v${n(-q * 0.36)}M${n(px)} ${n(by - q * 0.8)}h${n(q * 0.26)}`, P.ink, q * 0.09);
    else if (k < 0.8) s += poly([[px - q * 1.2, by], [px - q * 0.9, by - q * 0.5], [px + q * 0.9, by - q * 0.5], [px + q * 1.2, by]], P.lt, 'opacity="0.55"');
    else s += rect(px - 5 * u, by - q * 1.8, 10 * u, q * 1.8, P.lt) + glow(c, px, by - q * 2, q * 3.4, P.warm, 0.9) + ellipse(px, by - q * 2.05, 5 * u, 11 * u, mix(P.warm, "#fff", 0.5));
  }
  const front = rect(0, H * 0.86, W, H * 0.14, c.lin(0, H * 0.86, 0, H, [[0, P.ink, 0], [1, P.ink, 0.8]])) + motes(c, { count: 60, y0: H * 0.12, y1: H * 0.85, size: 1.8, colour: P.warm, a: 0.85, soft: true });
  return { back: s, front, light: [x, wy - h * 0.8] };
}

export function cog(x, y, q, fill, teeth = 10) {
  let d = "";
  for (let i = 0; i < teeth; i++) {
    const a = (i / teeth) * 6.2832;
    const s = 6.2832 / teeth;
    const p = (aa, rr) => `${n(x + Math.cos(aa) * rr)} ${n(y + Math.sin(aa) * rr)}`;
    d += `${i ? "L" : "M"}${p(a, q * 0.82)}L${p(a + s * 0.16, q)}L${p(a + s * 0.42, q)}L${p(a + s * 0.58, q * 0.82)}`;
  }
  d += `ZM${n(x + q * 0.3)} ${n(y)}A${n(q * 0.3)} ${n(q * 0.3)} 0 1 0 ${n(x - q * 0.3)} ${n(y)}A${n(q * 0.3)} ${n(q * 0.3)} 0 1 0 ${n(x + q * 0.3)} ${n(y)}Z`;
  return path(d, fill, 'fill-rule="evenodd"');
}
