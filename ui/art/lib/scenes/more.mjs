// Second and third compositions for the motifs that the catalogue uses most, so that two covers of one motif are two places.
import { mix, shift } from "../colour.mjs";
import { birds, blob, disc, garland, glints, glow, mist, motes, petals, pine, rays, sky, stars, strata, wanderer, windows } from "../elements.mjs";
import { circle, ellipse, group, heightAt, hill, land, line, n, path, poly, rect, ridge, rolling, stroke } from "../svg.mjs";

const right = (c, r) => (c.wide ? c.W * r.range(0.62, 0.74) : c.W * r.range(0.4, 0.6));

/** Stone pillars standing out of mist, pines on their heads. */
export function pillars(c) {
  const { P, W, H, u } = c;
  const r = c.rng.fork("pillars");
  const x = right(c, r);
  const ly = H * (c.wide ? 0.32 : 0.24);
  let s = sky(c, { low: H * 0.75 });
  if (P.mode === "night") s += stars(c, { bottom: H * 0.5 });
  s += disc(c, x, ly, (c.wide ? 130 : 160) * u, { crater: P.mode === "night" });
  s += strata(c, { y0: H * 0.1, y1: H * 0.5, count: 8, colour: mix(P.skyLow, P.disc, 0.3), a: 0.5 });
  const k = c.wide ? 9 : 6;
  for (let row = 0; row < 4; row++) {
    const t = 1 - row / 3;
    const count = k - row;
    const base = H * (0.62 + row * 0.1);
    const body = P.layer(0.24 + t * 0.56);
    for (let i = 0; i < count; i++) {
      const px = (W * (i + 0.5 + r.bell() * 0.35)) / count;
      if (row > 1 && Math.abs(px - x) < 150 * u) continue;
      const w = r.range(40, 84) * u * (1 + (1 - t) * 0.8);
      const h = r.range(190, 430) * u * (c.wide ? 0.8 : 1) * (1 - (1 - t) * 0.1);
      const left = [];
      const rite = [];
      for (let j = 0; j <= 7; j++) {
        const f = j / 7;
        left.push([px - w * (0.62 + f * 0.34) + r.bell() * w * 0.12, base - h + h * f]);
        rite.push([px + w * (0.6 + f * 0.36) + r.bell() * w * 0.12, base - h + h * f]);
      }
      const lit = mix(P.layer(Math.min(1, 0.42 + t * 0.52)), P.disc, 0.12);
      s += poly([...left.slice().reverse(), [px - w * 0.2, base - h - w * 0.2], [px + w * 0.25, base - h - w * 0.1], ...rite, [px + w * 1.1, H], [px - w * 1.1, H]], body);
      const side = x > px ? rite : left;
      s += poly([...side, [side[7][0], base + 60], [px + (x > px ? 0.3 : -0.3) * w, base], [px + (x > px ? 0.14 : -0.14) * w, base - h * 0.5], [px + (x > px ? 0.26 : -0.26) * w, base - h]], lit, 'opacity="0.75"');
      for (let j = 0; j < 5; j++) s += pine(r, px + r.range(-0.55, 0.55) * w, base - h + r.range(-4, 12) * u, r.range(30, 64) * u * (1.4 - t * 0.5), P.layer(0.12 + t * 0.48));
      if (r.chance(0.3) && !c.east) s += poly([[px - w * 0.3, base - h], [px - w * 0.3, base - h - 34 * u], [px, base - h - 60 * u], [px + w * 0.3, base - h - 34 * u], [px + w * 0.3, base - h]], P.layer(0.16 + t * 0.3)) + rect(px - 4 * u, base - h - 26 * u, 8 * u, 14 * u, P.warm);
      else if (c.east && r.chance(0.3)) s += rect(px - w * 0.2, base - h - 34 * u, w * 0.4, 36 * u, P.layer(0.2 + t * 0.3)) + path(`M${n(px - w * 0.42)} ${n(base - h - 30 * u)}Q${n(px - w * 0.1)} ${n(base - h - 36 * u)} ${n(px)} ${n(base - h - 64 * u)}Q${n(px + w * 0.1)} ${n(base - h - 36 * u)} ${n(px + w * 0.42)} ${n(base - h - 30 * u)}Z`, P.layer(0.16 + t * 0.3)) + rect(px - 4 * u, base - h - 24 * u, 8 * u, 14 * u, P.warm);
    }
    s += mist(c, base - 10 * u, 300 * u, P.haze, 0.72) + strata(c, { y0: base - 90 * u, y1: base + 20 * u, count: 5, colour: mix(P.haze, P.disc, 0.35), a: 0.5, seed: row });
  }
  s += birds(r, x, H * 0.36, W * 0.2, 20 * u, P.layer(0.2), 8);
  s += rect(0, H * 0.84, W, H * 0.16, c.lin(0, H * 0.84, 0, H, [[0, P.haze, 0], [0.3, P.mid, 0.6], [1, P.ink]]));
  const g = ridge(r, -20, W + 20, H * 0.94, 50 * u, 0.5, 7);
  let front = land(g, H + 9, P.layer(0.06));
  for (let i = 0; i < 9; i++) {
    const tx = r.chance(0.5) ? r.range(0, 0.24) * W : r.range(0.76, 1) * W;
    front += pine(r, tx, heightAt(g, tx) + 20, r.range(120, 330) * u, P.layer(0.05));
  }
  return { back: s, front: front + motes(c, { count: 20, y0: H * 0.3, size: 1.6, colour: P.lt, a: 0.5 }), light: [x, ly] };
}

/** One great peak and its image in a lake. */
export function tarn(c) {
  const { P, W, H, u } = c;
  const r = c.rng.fork("tarn");
  const x = right(c, r);
  const hz = H * (c.wide ? 0.6 : 0.5);
  const px = x + r.bell() * 60 * u;
  const h = (c.wide ? 380 : 470) * u;
  const lx = px + r.sign() * r.range(150, 260) * u;
  const ly = hz - h * r.range(0.72, 0.95);
  let s = sky(c, { low: hz });
  if (P.mode === "night") s += stars(c, { bottom: hz * 0.8, count: 220 });
  s += disc(c, lx, ly, (c.wide ? 74 : 90) * u, { crater: P.mode === "night" });
  s += strata(c, { y0: H * 0.08, y1: hz * 0.8, count: 7, colour: mix(P.skyLow, P.disc, 0.3), a: 0.5 });
  let scene = land(ridge(r, -20, W + 20, hz - 90 * u, 120 * u, 0.55, 7), hz, P.layer(0.84)) + mist(c, hz - 60 * u, 200 * u, P.haze, 0.5);
  const w = h * 0.92;
  const side = (d) => Array.from({ length: 11 }, (_, i) => [px + d * w * ((i + 1) / 11) + r.bell() * 12 * u, hz - h * (1 - (i + 1) / 11) ** 1.25 + r.bell() * 9 * u]);
  const L = side(-1);
  const R = side(1);
  const top = [px, hz - h];
  const lit = lx > px ? R : L;
  scene += poly([...L.slice().reverse(), top, ...R, [px + w, hz], [px - w, hz]], P.layer(0.5));
  const spine = Array.from({ length: 10 }, (_, i) => [px + (i % 2 ? 26 : -20) * u * r.range(0.5, 1.3) + (lx > px ? -1 : 1) * i * 12 * u, hz - h * (1 - (i + 1) / 10)]);
  scene += poly([top, ...lit, [lit[10][0], hz], ...spine.slice().reverse()], mix(P.layer(0.72), P.disc, 0.2), 'opacity="0.8"');
  const snowLine = Array.from({ length: 13 }, (_, i) => [px - w * 0.5 + (w * i) / 12, hz - h * (0.52 + (i % 2 ? 0.15 : 0) * r.range(0.6, 1.2))]);
  const clip = c.clip(path(`${line([...L.slice().reverse(), top, ...R])}Z`, "#fff"));
  scene += group(poly([top, [px + w, hz - h * 0.55], ...snowLine.slice().reverse(), [px - w, hz - h * 0.55]], mix(P.disc, P.layer(0.5), 0.5)) + poly([top, ...(lx > px ? [[px + w, hz - h * 0.55], ...snowLine.slice(6).reverse()] : [...snowLine.slice(0, 7).reverse(), [px - w, hz - h * 0.55]]), spine[3]], mix(P.disc, "#ffffff", 0.2)), `clip-path="${clip}"`);
  scene += mist(c, hz - 16 * u, 130 * u, P.haze, 0.55);
  const shore = ridge(r, -20, W + 20, hz - 14 * u, 26 * u, 0.5, 6);
  scene += land(shore, hz + 2, P.layer(0.34));
  for (let tx = 0; tx < W; tx += r.range(9, 34) * u) scene += pine(r, tx, hz + 2, r.range(30, 96) * u, P.layer(r.range(0.28, 0.4)));
  s += scene;
  // The lake: the scene upside down, dimmed and combed by ripples.
  const water = c.clip(rect(0, hz, W, H - hz, "#fff"));
  s += group(`<g transform="translate(0 ${n(hz * 2)}) scale(1 -1)">${sky(c, { low: hz })}${disc(c, lx, ly, (c.wide ? 74 : 90) * u, { crater: P.mode === "night", glow: 2 })}${scene}</g>`, `clip-path="${water}" opacity="0.96"`);
  s += rect(0, hz, W, H - hz, c.lin(0, hz, 0, H, [[0, P.haze, 0.25], [0.25, P.mid, 0.4], [1, P.ink, 0.92]]));
  for (let i = 0; i < 60; i++) {
    const t = r.f();
    s += ellipse(r.range(0, W), hz + 6 + t * (H - hz) * 0.7, r.range(30, 150) * u * (0.4 + t), (0.8 + t * 2) * u, P.layer(0.75), `opacity="${r.range(0.08, 0.34).toFixed(2)}"`);
  }
  s += glints(c, lx, hz + 4, H * 0.86, 60 * u, P.disc, 0.8, 60);
  const bx = c.wide ? W * 0.84 : W - px;
  s += path(`M${n(bx - 60 * u)} ${n(hz + 74 * u)}Q${n(bx)} ${n(hz + 104 * u)} ${n(bx + 66 * u)} ${n(hz + 72 * u)}Q${n(bx)} ${n(hz + 84 * u)} ${n(bx - 60 * u)} ${n(hz + 74 * u)}Z`, P.layer(0.08)) + wanderer(r, bx, hz + 88 * u, 66 * u, P.layer(0.08), "coat") + glow(c, bx + 48 * u, hz + 62 * u, 60 * u, P.warm, 0.9);
  let front = "";
  for (const tx of [r.range(-0.03, 0.06), r.range(0.07, 0.15), r.range(0.86, 0.93), r.range(0.94, 1.03)]) front += pine(r, tx * W, H * 1.02, r.range(380, 620) * u * (c.wide ? 0.8 : 1), P.layer(0.05));
  front += hill(rolling(r, -40, W + 40, H * 0.96, 18 * u, 5), H + 9, P.layer(0.05));
  return { back: s, front, light: [lx, ly] };
}

/** A salon: fire, portrait over the mantel, shelves, two chairs. */
export function salon(c) {
  const { P, W, H, u } = c;
  const r = c.rng.fork("salon");
  const x = c.wide ? W * r.range(0.64, 0.72) : W * r.range(0.44, 0.56);
  const fl = H * (c.wide ? 0.78 : 0.66);
  const wall = mix(P.ground, P.acDeep, r.range(0.4, 0.7));
  const dk = mix(wall, P.ink, 0.6);
  const wood = mix(mix("#5a3420", P.acDeep, 0.35), P.ink, 0.2);
  let s = rect(0, 0, W, H, c.rad(x, fl - 170 * u, W * (c.wide ? 0.55 : 0.95), [[0, mix(wall, P.warm, 0.42)], [0.4, mix(wall, P.ac, 0.25)], [1, mix(wall, P.ink, 0.5)]]));
  for (let px = 0; px < W; px += 44 * u) s += rect(px, 0, 15 * u, fl, mix(wall, P.lt, 0.4), 'opacity="0.07"');
  s += rect(0, 0, W, 30 * u, dk) + rect(0, 30 * u, W, 8 * u, mix(wood, P.warm, 0.4));
  // Shelves beside the chimney.
  for (const d of [-1, 1]) {
    const x0 = d < 0 ? x - 560 * u : x + 230 * u;
    s += rect(x0, fl - 700 * u, 330 * u, 700 * u, wood) + rect(x0 + 14 * u, fl - 686 * u, 302 * u, 672 * u, mix(wood, P.ink, 0.6));
    for (let row = 0; row < 6; row++) {
      const y = fl - 686 * u + (row + 1) * 108 * u;
      let bx = x0 + 18 * u;
      while (bx < x0 + 300 * u) {
        const w = r.range(9, 22) * u;
        const h = r.range(54, 92) * u;
        if (r.chance(0.88)) s += rect(bx, y - h, w, h, mix(r.pick([P.ac, P.acDeep, P.warm, P.lt, P.ground, P.near]), P.ink, r.range(0.25, 0.5)));
        else s += ellipse(bx + 16 * u, y - 22 * u, 15 * u, 20 * u, mix(P.warm, P.ink, 0.3));
        bx += w + (r.chance(0.1) ? 22 * u : 1.5 * u);
      }
      s += rect(x0, y, 330 * u, 9 * u, wood);
    }
  }
  // Chimney breast, mantel, portrait, fire.
  s += rect(x - 215 * u, 0, 430 * u, fl, mix(wall, P.ac, 0.22)) + rect(x - 215 * u, 0, 14 * u, fl, P.ink, 'opacity="0.25"') + rect(x + 201 * u, 0, 14 * u, fl, P.ink, 'opacity="0.25"');
  const py = fl - 545 * u;
  s += rect(x - 122 * u, py - 165 * u, 244 * u, 330 * u, mix(P.warm, P.acDeep, 0.3), 'rx="6"') + rect(x - 104 * u, py - 147 * u, 208 * u, 294 * u, c.lin(0, py - 147 * u, 0, py + 147 * u, [[0, P.skyMid], [0.55, P.haze], [1, P.layer(0.5)]]));
  const art = c.clip(rect(x - 104 * u, py - 147 * u, 208 * u, 294 * u, "#fff"));
  s += group(circle(x + 30 * u, py - 50 * u, 40 * u, P.disc) + land(ridge(r, x - 120 * u, x + 120 * u, py + 50 * u, 50 * u, 0.55, 5), py + 160 * u, P.layer(0.6)) + land(ridge(r, x - 120 * u, x + 120 * u, py + 96 * u, 40 * u, 0.55, 5), py + 160 * u, P.layer(0.32)), `clip-path="${art}"`);
  s += rect(x - 250 * u, fl - 330 * u, 500 * u, 26 * u, mix(P.lt, wall, 0.35)) + rect(x - 220 * u, fl - 306 * u, 440 * u, 306 * u, mix(P.lt, wall, 0.55)) + path(`M${n(x - 130 * u)} ${n(fl)}V${n(fl - 170 * u)}Q${n(x)} ${n(fl - 270 * u)} ${n(x + 130 * u)} ${n(fl - 170 * u)}V${n(fl)}Z`, P.ink);
  for (const [q, col] of [[1, shift(P.warm, -0.22, 1.3, -28)], [0.74, shift(P.warm, -0.06, 1.2, -10)], [0.46, mix(P.warm, "#ffffff", 0.55)]]) s += path(`M${n(x - 96 * u * q)} ${n(fl - 8 * u)}Q${n(x - 116 * u * q)} ${n(fl - 90 * u * q)} ${n(x - 40 * u * q)} ${n(fl - 130 * u * q)}Q${n(x - 24 * u * q)} ${n(fl - 90 * u * q)} ${n(x + 8 * u * q)} ${n(fl - 190 * u * q)}Q${n(x + 40 * u * q)} ${n(fl - 120 * u * q)} ${n(x + 60 * u * q)} ${n(fl - 140 * u * q)}Q${n(x + 120 * u * q)} ${n(fl - 80 * u * q)} ${n(x + 92 * u * q)} ${n(fl - 8 * u)}Z`, col);
  s += glow(c, x, fl - 90 * u, 520 * u, P.warm, 0.85);
  for (const ox of [-200, -160, 170, 206]) s += rect(x + ox * u - 5 * u, fl - 376 * u, 10 * u, 46 * u, P.lt) + ellipse(x + ox * u, fl - 386 * u, 5 * u, 11 * u, mix(P.warm, "#fff", 0.5)) + glow(c, x + ox * u, fl - 384 * u, 80 * u, P.warm, 0.7);
  s += circle(x, fl - 364 * u, 32 * u, P.lt) + circle(x, fl - 364 * u, 32 * u, "none", `stroke="${mix(P.warm, P.acDeep, 0.3)}" stroke-width="${n(7 * u)}"`) + stroke(`M${n(x)} ${n(fl - 364 * u)}v${n(-18 * u)}M${n(x)} ${n(fl - 364 * u)}l${n(12 * u)} ${n(8 * u)}`, P.ink, 3.4 * u);
  // Floor, rug, chairs turned to the fire.
  s += rect(0, fl, W, H - fl, c.lin(0, fl, 0, H, [[0, mix(wood, P.warm, 0.3)], [0.35, mix(wood, P.ink, 0.3)], [1, P.ink]]));
  for (let i = -12; i <= 12; i++) s += stroke(`M${n(x + i * 80 * u)} ${n(fl)}L${n(x + i * 240 * u)} ${n(H)}`, P.ink, 2 * u, 'opacity="0.35"');
  s += ellipse(x, fl + 120 * u, 420 * u, 90 * u, P.acDeep) + ellipse(x, fl + 120 * u, 380 * u, 78 * u, mix(P.ac, P.acDeep, 0.4)) + ellipse(x, fl + 120 * u, 300 * u, 58 * u, P.acDeep) + ellipse(x, fl + 40 * u, 380 * u, 90 * u, c.rad(x, fl + 40 * u, 380 * u, [[0, P.warm, 0.6], [1, P.warm, 0]]), 'style="mix-blend-mode:screen"');
  for (const d of [-1, 1]) {
    const cx = x + d * 390 * u;
    s += path(`M${n(cx - d * 90 * u)} ${n(fl + 150 * u)}V${n(fl + 20 * u)}Q${n(cx - d * 90 * u)} ${n(fl - 20 * u)} ${n(cx - d * 30 * u)} ${n(fl - 10 * u)}L${n(cx + d * 40 * u)} ${n(fl - 4 * u)}Q${n(cx + d * 40 * u)} ${n(fl - 220 * u)} ${n(cx + d * 110 * u)} ${n(fl - 230 * u)}Q${n(cx + d * 170 * u)} ${n(fl - 220 * u)} ${n(cx + d * 160 * u)} ${n(fl + 150 * u)}Z`, c.lin(cx - d * 100 * u, 0, cx + d * 160 * u, 0, [[0, mix(P.near, P.acDeep, 0.5)], [0.5, mix(P.acDeep, P.ink, 0.25)], [1, mix(P.acDeep, P.ink, 0.65)]]));
  }
  const front = rect(0, H * 0.84, W, H * 0.16, c.lin(0, H * 0.84, 0, H, [[0, P.ink, 0], [1, P.ink, 0.85]])) + motes(c, { count: 40, x0: x - 400 * u, x1: x + 400 * u, y0: H * 0.25, y1: H * 0.85, size: 1.8, colour: P.warm, a: 0.85, soft: true });
  return { back: s, front, light: [x, fl - 260 * u] };
}

/** A hall with a double stair, chandelier and tall window. */
export function hall(c) {
  const { P, W, H, u } = c;
  const r = c.rng.fork("hall");
  const x = c.wide ? W * r.range(0.64, 0.7) : W * 0.5;
  const fl = H * (c.wide ? 0.8 : 0.68);
  const stone = mix(P.ground, P.ac, 0.28);
  const lit = mix(stone, P.lt, 0.4);
  const dk = mix(stone, P.ink, 0.6);
  let s = rect(0, 0, W, H, c.rad(x, H * 0.34, W * (c.wide ? 0.55 : 0.95), [[0, mix(stone, P.lt, 0.42)], [0.45, stone], [1, mix(stone, P.ink, 0.6)]]));
  // Window at the landing.
  const w = 250 * u;
  const wy = fl - 250 * u;
  const h = (c.wide ? 420 : 540) * u;
  const shape = `M${n(x - w / 2)} ${n(wy)}V${n(wy - h + w / 2)}A${n(w / 2)} ${n(w / 2)} 0 0 1 ${n(x + w / 2)} ${n(wy - h + w / 2)}V${n(wy)}Z`;
  const clip = c.clip(path(shape, "#fff"));
  s += glow(c, x, wy - h * 0.5, 560 * u, P.lt, 0.7);
  let out = rect(x - w, wy - h, w * 2, h, c.lin(0, wy - h, 0, wy, [[0, P.skyTop], [0.4, P.skyMid], [1, mix(P.skyLow, P.lt, 0.4)]])) + circle(x, wy - h * 0.62, 60 * u, P.disc) + land(ridge(r, x - w, x + w, wy - 90 * u, 60 * u, 0.55, 6), wy, P.layer(0.6)) + land(ridge(r, x - w, x + w, wy - 44 * u, 40 * u, 0.55, 6), wy, P.layer(0.36));
  for (let i = 0; i < 3; i++) out += strata(c, { y0: wy - h * 0.8, y1: wy - h * 0.3, count: 2, colour: P.lt, a: 0.4, seed: i });
  s += group(out, `clip-path="${clip}"`);
  let bars = `M${n(x)} ${n(wy)}V${n(wy - h)}M${n(x - w / 4)} ${n(wy)}V${n(wy - h)}M${n(x + w / 4)} ${n(wy)}V${n(wy - h)}`;
  for (let i = 1; i < 6; i++) bars += `M${n(x - w / 2)} ${n(wy - (h * i) / 6)}H${n(x + w / 2)}`;
  s += group(stroke(bars, dk, 6 * u), `clip-path="${clip}"`) + stroke(shape, mix(lit, P.warm, 0.2), 16 * u);
  // Columns and arches receding on both sides.
  for (const d of [-1, 1]) for (let i = 0; i < (c.wide ? 5 : 2); i++) {
    const px = x + d * (250 + i * 210) * u;
    const pw = 56 * u;
    const col = mix(stone, P.ink, 0.1 + i * 0.12);
    s += rect(px - pw / 2, -10, pw, fl, c.lin(px - pw / 2, 0, px + pw / 2, 0, d < 0 ? [[0, mix(col, P.ink, 0.5)], [1, mix(col, P.lt, 0.3)]] : [[0, mix(col, P.lt, 0.3)], [1, mix(col, P.ink, 0.5)]]));
    s += path(`M${n(px + d * pw * 0.5)} ${n(H * 0.2)}A${n(77 * u)} ${n(90 * u)} 0 0 ${d > 0 ? 1 : 0} ${n(px + d * (210 * u - pw * 0.5))} ${n(H * 0.2)}V${n(fl)}H${n(px + d * pw * 0.5)}Z`, mix(P.ink, stone, 0.22)) + glow(c, px + d * 105 * u, fl - 230 * u, 150 * u, P.warm, 0.55) + ellipse(px + d * 105 * u, fl - 240 * u, 7 * u, 13 * u, mix(P.warm, "#fff", 0.5));
  }
  // Double stair.
  s += rect(x - 190 * u, wy, 380 * u, fl - wy, mix(stone, P.ink, 0.32)) + rect(x - 205 * u, wy - 8 * u, 410 * u, 18 * u, lit);
  s += path(`M${n(x - 70 * u)} ${n(fl)}V${n(fl - 120 * u)}A${n(70 * u)} ${n(70 * u)} 0 0 1 ${n(x + 70 * u)} ${n(fl - 120 * u)}V${n(fl)}Z`, P.ink) + glow(c, x, fl - 60 * u, 150 * u, P.warm, 0.6);
  for (const d of [-1, 1]) {
    const steps = 11;
    for (let i = 0; i < steps; i++) {
      const t = i / steps;
      const sx = x + d * (190 + i * 27) * u;
      const sy = wy + ((fl + 24 * u - wy) * (i + 1)) / steps;
      s += rect(d > 0 ? sx : sx - 30 * u, sy - (fl - wy) / steps, 30 * u, fl + 30 * u - sy + (fl - wy) / steps, mix(lit, P.ink, 0.25 + (i % 2) * 0.14 + t * 0.1)) + rect(d > 0 ? sx - 3 : sx - 30 * u, sy - (fl - wy) / steps - 4 * u, 33 * u, 6 * u, mix(lit, P.warm, 0.25));
      s += stroke(`M${n(sx + d * 14 * u)} ${n(sy - (fl - wy) / steps)}v${n(-84 * u)}`, mix(P.warm, dk, 0.5), 4 * u);
    }
    s += stroke(`M${n(x + d * 190 * u)} ${n(wy - 76 * u)}L${n(x + d * 500 * u)} ${n(fl - 56 * u)}`, mix(P.warm, dk, 0.3), 12 * u) + circle(x + d * 502 * u, fl - 60 * u, 20 * u, P.warm);
  }
  s += rect(0, fl, W, H - fl, c.lin(0, fl, 0, H, [[0, lit], [0.3, mix(stone, P.ink, 0.4)], [1, P.ink]]));
  for (let i = -6; i <= 5; i++) for (let j = 0; j < 5; j++) {
    const k0 = 1 + j * 0.55;
    const k1 = 1 + (j + 1) * 0.55;
    if ((i + j) % 2) s += poly([[x + i * 70 * u * k0, fl + j * j * 22 * u], [x + (i + 1) * 70 * u * k0, fl + j * j * 22 * u], [x + (i + 1) * 70 * u * k1, fl + (j + 1) ** 2 * 22 * u], [x + i * 70 * u * k1, fl + (j + 1) ** 2 * 22 * u]], P.ink, 'opacity="0.25"');
  }
  s += poly([[x - 60 * u, wy + 20 * u], [x + 60 * u, wy + 20 * u], [x + 300 * u, H], [x - 300 * u, H]], c.lin(0, wy, 0, H, [[0, P.lt, 0.35], [1, P.lt, 0]]), 'style="mix-blend-mode:screen"');
  // Chandelier.
  const cy = H * (c.wide ? 0.16 : 0.13);
  s += stroke(`M${n(x)} -10V${n(cy)}`, dk, 5 * u);
  for (let tier = 0; tier < 2; tier++) {
    const q = (150 - tier * 60) * u;
    const y = cy + 60 * u - tier * 52 * u;
    s += ellipse(x, y, q, q * 0.2, "none", `stroke="${mix(P.warm, P.acDeep, 0.3)}" stroke-width="${n(7 * u)}"`);
    for (let i = 0; i <= 8 - tier * 2; i++) {
      const a = (i / (8 - tier * 2)) * Math.PI;
      const px = x - Math.cos(a) * q;
      const py = y + Math.sin(a) * q * 0.2;
      s += rect(px - 4 * u, py - 30 * u, 8 * u, 30 * u, P.lt) + ellipse(px, py - 38 * u, 5 * u, 11 * u, "#fffbe8") + glow(c, px, py - 36 * u, 70 * u, P.warm, 0.7) + path(`M${n(px)} ${n(py + 6 * u)}l${n(6 * u)} ${n(12 * u)}l${n(-6 * u)} ${n(14 * u)}l${n(-6 * u)} ${n(-14 * u)}Z`, P.lt, 'opacity="0.8"');
    }
  }
  s += glow(c, x, cy + 20 * u, 480 * u, P.warm, 0.5) + rays(c, x, wy - h * 0.7, { dir: 90, spread: 60, count: 6, length: H * 0.7, colour: P.lt, a: 0.34 });
  const front = rect(0, H * 0.85, W, H * 0.15, c.lin(0, H * 0.85, 0, H, [[0, P.ink, 0], [1, P.ink, 0.85]])) + motes(c, { count: 50, y0: H * 0.15, y1: H * 0.85, size: 1.8, colour: P.lt, a: 0.8, soft: true });
  return { back: s, front, light: [x, wy - h * 0.6] };
}

/** A kitchen or café at night: counter, hanging lamps, street window, steam. */
export function counter(c) {
  const { P, W, H, u } = c;
  const r = c.rng.fork("counter");
  const x = c.wide ? W * r.range(0.64, 0.72) : W * r.range(0.4, 0.6);
  const fl = H * (c.wide ? 0.78 : 0.7);
  const wall = mix(P.acDeep, P.ground, 0.45);
  let s = rect(0, 0, W, H, c.lin(0, 0, 0, fl, [[0, mix(wall, P.ink, 0.5)], [0.6, mix(wall, P.ac, 0.2)], [1, mix(wall, P.warm, 0.2)]]));
  // Tiles.
  const size = 62 * u;
  for (let i = 0; i < W / size + 1; i++) for (let j = 0; j < 5; j++) s += rect(i * size + (j % 2 ? 0 : -size / 2), fl - 150 * u - (j + 1) * size * 0.6, size - 3 * u, size * 0.6 - 3 * u, mix(wall, P.lt, r.range(0.1, 0.26)), 'rx="2"');
  // Street window.
  const w = (c.wide ? 520 : 560) * u;
  const wy = fl - 300 * u;
  const h = (c.wide ? 330 : 470) * u;
  const wx = x;
  const clip = c.clip(rect(wx - w / 2, wy - h, w, h, "#fff", `rx="${n(18 * u)}"`));
  let out = rect(wx - w / 2, wy - h, w, h, c.lin(0, wy - h, 0, wy, [[0, P.skyTop], [0.6, P.skyMid], [1, P.skyLow]])) + circle(wx + w * 0.22, wy - h * 0.7, 44 * u, P.disc) + glow(c, wx + w * 0.22, wy - h * 0.7, 190 * u, P.disc, 0.7);
  for (let row = 0; row < 2; row++) {
    let bx = wx - w / 2 - 20 * u;
    while (bx < wx + w / 2) {
      const bw = r.range(60, 100) * u;
      const bh = h * r.range(0.3, 0.62) * (row ? 0.8 : 1);
      const col = P.layer(0.62 - row * 0.26);
      out += rect(bx, wy - bh, bw, bh, col) + poly([[bx - 5 * u, wy - bh], [bx + bw / 2, wy - bh - bw * 0.4], [bx + bw + 5 * u, wy - bh]], col) + windows(r, bx + 8 * u, wy - bh + 12 * u, bw - 16 * u, bh - 10 * u, 3, 4, P.warm, 0.42);
      bx += bw;
    }
  }
  let drops = "";
  for (let i = 0; i < 46; i++) drops += `M${n(wx + r.range(-0.5, 0.5) * w)} ${n(wy - r.f() * h)}v${n(r.range(14, 70) * u)}`;
  out += stroke(drops, P.lt, 1.6 * u, 'opacity="0.35"');
  s += group(out, `clip-path="${clip}"`) + rect(wx - w / 2, wy - h, w, h, "none", `rx="${n(18 * u)}" stroke="${mix(wall, P.ink, 0.65)}" stroke-width="${n(16 * u)}"`) + rect(wx - 5 * u, wy - h, 10 * u, h, mix(wall, P.ink, 0.65)) + rect(wx - w / 2 - 20 * u, wy, w + 40 * u, 18 * u, mix(wall, P.warm, 0.35));
  for (let i = 0; i < 4; i++) {
    const px = wx - w / 2 + (w * (i + 0.5)) / 4;
    s += poly([[px - 20 * u, wy], [px - 26 * u, wy - 40 * u], [px + 26 * u, wy - 40 * u], [px + 20 * u, wy]], mix(P.ac, P.ink, 0.3));
    for (let j = 0; j < 6; j++) s += ellipse(0, 0, 8 * u, 26 * u, mix("#4f7f4a", P.mid, 0.35), `transform="translate(${n(px + (j - 2.5) * 8 * u)} ${n(wy - 56 * u - r.range(0, 14) * u)}) rotate(${n((j - 2.5) * 22)})"`);
  }
  // Shelves left and right.
  for (const d of [-1, 1]) for (let j = 0; j < 3; j++) {
    const x0 = d < 0 ? wx - w / 2 - 600 * u : wx + w / 2 + 40 * u;
    const y = wy - h * 0.72 + j * 130 * u;
    s += rect(x0, y, 560 * u, 10 * u, mix(wall, P.ink, 0.6));
    for (let px = x0 + 20 * u; px < x0 + 540 * u; px += r.range(36, 58) * u) {
      const col = mix(r.pick([P.ac, P.warm, P.lt, P.near, P.acDeep]), P.ink, 0.18);
      const q = r.range(14, 22) * u;
      if (r.chance(0.5)) s += rect(px - q * 0.7, y - q * 2.4, q * 1.4, q * 2.4, col, `rx="${n(q * 0.3)}"`) + rect(px - q * 0.5, y - q * 2.7, q, q * 0.4, P.ink, 'opacity="0.5"');
      else s += path(`M${n(px - q)} ${n(y - q * 1.3)}H${n(px + q)}Q${n(px + q)} ${n(y)} ${n(px)} ${n(y)}Q${n(px - q)} ${n(y)} ${n(px - q)} ${n(y - q * 1.3)}Z`, col);
    }
  }
  // Lamps.
  for (let i = 0; i < (c.wide ? 5 : 3); i++) {
    const px = c.wide ? wx + (i - 2.6) * 250 * u : W * (0.18 + i * 0.32);
    const y = H * (c.wide ? 0.2 : 0.15) + (i % 2) * 26 * u;
    s += stroke(`M${n(px)} -10V${n(y)}`, P.ink, 4 * u) + path(`M${n(px - 74 * u)} ${n(y + 70 * u)}Q${n(px - 66 * u)} ${n(y + 6 * u)} ${n(px)} ${n(y)}Q${n(px + 66 * u)} ${n(y + 6 * u)} ${n(px + 74 * u)} ${n(y + 70 * u)}Z`, c.lin(0, y, 0, y + 70 * u, [[0, mix(P.ac, P.ink, 0.4)], [1, P.ac]])) + ellipse(px, y + 70 * u, 74 * u, 12 * u, mix(P.warm, "#fff", 0.45)) + glow(c, px, y + 90 * u, 340 * u, P.warm, 0.72);
  }
  // Counter with things.
  s += rect(-20, fl - 150 * u, W + 40, 30 * u, mix(P.warm, P.acDeep, 0.45)) + rect(-20, fl - 122 * u, W + 40, H, c.lin(0, fl - 122 * u, 0, H, [[0, mix(wall, P.ink, 0.3)], [0.5, P.ink], [1, P.ink]]));
  for (let px = 40 * u; px < W; px += 150 * u) s += rect(px, fl - 100 * u, 120 * u, 150 * u, "none", `stroke="${mix(wall, P.warm, 0.25)}" stroke-width="${n(3 * u)}" opacity="0.5"`);
  const steam = (px, y) => stroke(`M${n(px)} ${n(y)}q${n(16 * u)} ${n(-26 * u)} 0 ${n(-52 * u)}t${n(4 * u)} ${n(-56 * u)}`, P.lt, 5 * u, 'opacity="0.4"');
  for (let px = 60 * u; px < W; px += r.range(110, 190) * u) {
    const y = fl - 150 * u;
    const k = r.f();
    const col = r.pick([P.lt, P.ac, P.near, mix(P.warm, P.acDeep, 0.3)]);
    if (k < 0.4) s += path(`M${n(px - 26 * u)} ${n(y - 46 * u)}H${n(px + 26 * u)}L${n(px + 20 * u)} ${n(y)}H${n(px - 20 * u)}Z`, col) + stroke(`M${n(px + 26 * u)} ${n(y - 38 * u)}q${n(22 * u)} ${n(4 * u)} ${n(-4 * u)} ${n(26 * u)}`, col, 6 * u) + steam(px, y - 56 * u);
    else if (k < 0.7) s += ellipse(px, y - 8 * u, 58 * u, 10 * u, P.lt) + [0, 1, 2].map((i) => ellipse(px + (i - 1) * 32 * u, y - 24 * u, 22 * u, 17 * u, mix(P.warm, P.acDeep, 0.4))).join("") + ellipse(px, y - 44 * u, 22 * u, 16 * u, mix(P.warm, P.acDeep, 0.3));
    else s += path(`M${n(px - 40 * u)} ${n(y)}Q${n(px - 60 * u)} ${n(y - 70 * u)} ${n(px)} ${n(y - 84 * u)}Q${n(px + 60 * u)} ${n(y - 70 * u)} ${n(px + 40 * u)} ${n(y)}Z`, col) + stroke(`M${n(px + 44 * u)} ${n(y - 40 * u)}q${n(34 * u)} ${n(-6 * u)} ${n(40 * u)} ${n(-36 * u)}`, col, 11 * u) + circle(px, y - 90 * u, 8 * u, col) + steam(px + 84 * u, y - 84 * u);
  }
  const front = rect(0, H * 0.86, W, H * 0.14, c.lin(0, H * 0.86, 0, H, [[0, P.ink, 0], [1, P.ink, 0.85]])) + motes(c, { count: 34, y0: H * 0.15, y1: H * 0.8, size: 1.8, colour: P.warm, a: 0.8, soft: true });
  return { back: s, front, light: [x, H * 0.2] };
}

/** A pond with an arched bridge, lilies, willow and lanterns. */
export function pond(c) {
  const { P, W, H, u } = c;
  const r = c.rng.fork("pond");
  const x = right(c, r);
  const hz = H * (c.wide ? 0.52 : 0.44);
  const ly = hz * 0.5;
  const leaf = (t) => mix(P.layer(t), shift(P.layer(t), 0.02, 1.4, 0), 0.5);
  const green = (t) => mix(P.layer(t), mix("#3d6b46", P.layer(t), 0.35), 0.5);
  let s = sky(c, { low: hz });
  if (P.mode === "night") s += stars(c, { bottom: hz * 0.8 });
  s += disc(c, x, ly, (c.wide ? 84 : 105) * u, { crater: P.mode === "night" }) + strata(c, { y0: H * 0.08, y1: hz * 0.8, count: 6, colour: mix(P.skyLow, P.disc, 0.35), a: 0.5 });
  for (let i = 0; i < (c.wide ? 34 : 20); i++) s += blob(r, r.range(-0.05, 1.05) * W, hz - r.range(-10, 130) * u, r.range(50, 110) * u, leaf(0.78));
  s += mist(c, hz - 20 * u, 200 * u, P.haze, 0.5);
  for (let i = 0; i < (c.wide ? 22 : 12); i++) s += blob(r, r.range(-0.05, 1.05) * W, hz + r.range(-30, 20) * u, r.range(36, 80) * u, green(0.55));
  s += rect(0, hz + 20 * u, W, H, c.lin(0, hz, 0, H, [[0, mix(P.haze, P.disc, 0.25)], [0.3, mix(P.skyMid, P.mid, 0.3)], [1, P.ink]]));
  s += glints(c, x, hz + 24 * u, H, 110 * u, P.disc, 0.85, 70);
  // Bridge and its reflection.
  const bx = c.wide ? x : W * 0.5;
  const by = hz + 90 * u;
  const bw = (c.wide ? 420 : 360) * u;
  const bh = 150 * u;
  const col = mix(P.acDeep, P.ac, 0.35);
  const bridge = (k) => {
    let g = stroke(`M${n(bx - bw)} ${n(by)}Q${n(bx)} ${n(by - bh * 1.6)} ${n(bx + bw)} ${n(by)}`, col, 24 * u) + stroke(`M${n(bx - bw * 0.98)} ${n(by - 66 * u)}Q${n(bx)} ${n(by - bh * 1.6 - 70 * u)} ${n(bx + bw * 0.98)} ${n(by - 66 * u)}`, mix(col, P.lt, 0.18), 10 * u);
    for (let i = 0; i <= 12; i++) {
      const t = i / 12;
      const px = bx - bw + 2 * bw * t;
      const y = by - bh * 1.6 * 2 * t * (1 - t);
      g += stroke(`M${n(px)} ${n(y)}v${n(-72 * u)}`, mix(col, P.ink, 0.2), (i % 4 ? 6 : 11) * u);
      if (k && i % 4 === 0) g += glow(c, px, y - 86 * u, 100 * u, P.warm, 0.8) + ellipse(px, y - 86 * u, 11 * u, 15 * u, mix(P.warm, "#fff", 0.35));
    }
    return g;
  };
  s += group(`<g transform="translate(0 ${n(by * 2 + 14 * u)}) scale(1 -1)">${bridge(false)}</g>`, 'opacity="0.35"') + bridge(true);
  if (r.chance(0.7)) s += wanderer(r, bx + r.range(-60, 60) * u, by - bh * 0.78, 92 * u, P.layer(0.1));
  // Lilies.
  for (let i = 0; i < (c.wide ? 70 : 46); i++) {
    const t = r.f();
    const px = r.range(-0.02, 1.02) * W;
    const y = by + 50 * u + t * (H - by) * 0.8;
    const q = (20 + 60 * t) * u * r.range(0.7, 1.2);
    s += path(`M${n(px)} ${n(y)}L${n(px + q * 0.9)} ${n(y - q * 0.12)}A${n(q)} ${n(q * 0.32)} 0 1 1 ${n(px + q * 0.7)} ${n(y - q * 0.22)}Z`, green(0.5 - t * 0.32));
    if (r.chance(0.34)) for (let j = -2; j <= 2; j++) s += ellipse(0, 0, q * 0.12, q * 0.34, j % 2 ? P.lt : mix(P.ac, P.lt, 0.45), `transform="translate(${n(px + j * q * 0.1)} ${n(y - q * 0.26)}) rotate(${j * 24})"`);
  }
  let front = "";
  const side = c.wide ? 1 : r.sign();
  const fx = side > 0 ? W * 0.98 : W * 0.02;
  front += stroke(`M${n(fx + side * 20 * u)} ${n(H + 10)}Q${n(fx - side * 50 * u)} ${n(H * 0.5)} ${n(fx)} -10`, P.layer(0.05), 64 * u);
  for (let i = 0; i < 60; i++) {
    const px = fx + r.bell() * 360 * u;
    const len = r.range(140, 470) * u * (c.wide ? 0.7 : 1);
    const tone = r.chance(0.5) ? P.layer(0.07) : mix(P.acDeep, P.ink, 0.35);
    for (let k = 0; k < 11; k++) front += ellipse(px + r.bell() * 6 * u, len * (k / 11), 8 * u, 20 * u, k % 3 === 2 ? mix(tone, P.ac, 0.55) : tone);
  }
  for (let i = 0; i < 40; i++) {
    const px = r.chance(0.5) ? r.range(-0.02, 0.3) * W : r.range(0.7, 1.02) * W;
    front += stroke(`M${n(px)} ${n(H + 8)}q${n(r.bell() * 20 * u)} ${n(-90 * u)} ${n(r.bell() * 60 * u)} ${n(-r.range(90, 190) * u)}`, P.layer(0.05), 5 * u);
  }
  front += petals(c, { count: 34, colour: mix(P.ac, P.lt, 0.4), y0: H * 0.12 }) + motes(c, { count: 30, y0: H * 0.4, size: 2.2, colour: P.warm, a: 0.85, soft: true });
  return { back: s, front, light: [x, ly] };
}

/** The rim of a world with its sun coming over, and a station. */
export function orbit(c) {
  const { P, W, H, u } = c;
  const r = c.rng.fork("orbit");
  let s = rect(0, 0, W, H, c.lin(0, 0, W * 0.2, H, [[0, mix(P.ink, "#000208", 0.4)], [0.6, mix(P.ink, P.ground, 0.8)], [1, mix(P.ground, P.acDeep, 0.6)]]));
  for (let i = 0; i < 9; i++) {
    const nx = r.range(0, 1) * W;
    const ny = r.range(0, 0.5) * H;
    const q = r.range(200, 420) * u;
    s += circle(nx, ny, q, c.rad(nx, ny, q, [[0, r.pick([P.ac, P.acDeep, P.near]), 0.26], [1, P.ac, 0]]), 'style="mix-blend-mode:screen"');
  }
  s += stars(c, { count: c.wide ? 420 : 320, bottom: H, big: 12 });
  const R = (c.wide ? 1500 : 1250) * u;
  const cx = c.wide ? W * 0.6 : W * r.range(0.4, 0.6);
  const top = H * (c.wide ? 0.56 : 0.46);
  const cy = top + R;
  const a = r.range(-0.24, 0.24);
  const lx = cx + Math.sin(a) * R;
  const ly = cy - Math.cos(a) * R;
  s += glow(c, lx, ly, 640 * u, mix(P.lt, P.near, 0.3), 1);
  s += circle(cx, cy, R * 1.035, c.rad(cx, cy, R * 1.035, [[0.955, P.near, 0], [0.967, P.near, 0.75], [1, P.near, 0]]), 'style="mix-blend-mode:screen"');
  s += circle(cx, cy, R, c.rad(lx, ly + 120 * u, R * 0.9, [[0, mix(P.ac, P.lt, 0.45)], [0.22, P.ac], [0.5, P.acDeep], [1, P.ink]]));
  const clip = c.clip(circle(cx, cy, R, "#fff"));
  let marks = "";
  for (let i = 0; i < 40; i++) {
    const y = top + r.f() ** 1.5 * (H - top) + 20 * u;
    const w = r.range(80, 420) * u;
    marks += path(`M${n(cx + r.bell() * W * 0.7)} ${n(y)}q${n(w / 2)} ${n(-r.range(8, 26) * u)} ${n(w)} 0q${n(-w / 2)} ${n(r.range(4, 14) * u)} ${n(-w)} 0Z`, r.pick([P.lt, P.near, P.ground]), `opacity="${r.range(0.1, 0.34).toFixed(2)}"`);
  }
  for (let i = 0; i < 90; i++) marks += circle(cx + r.bell() * W * 0.6, top + 60 * u + r.f() * (H - top), r.range(1, 2.6) * u, P.warm, `opacity="${r.range(0.3, 1).toFixed(2)}"`);
  s += group(marks, `clip-path="${clip}"`) + stroke(`M${n(cx - R)} ${n(cy)}A${n(R)} ${n(R)} 0 0 1 ${n(cx + R)} ${n(cy)}`, mix(P.near, "#ffffff", 0.55), 3.4 * u, 'opacity="0.85"');
  s += circle(lx, ly, 40 * u, "#ffffff") + glow(c, lx, ly, 260 * u, "#ffffff", 0.9) + rays(c, lx, ly, { dir: -90, spread: 170, count: 13, length: H * 0.5, colour: P.lt, a: 0.4 });
  // Station: hub, ring and sails.
  const sx = c.wide ? W * 0.52 : W * r.range(0.3, 0.7);
  const sy = H * (c.wide ? 0.28 : 0.2);
  const k = 1.15 * u;
  const metal = mix(P.lt, P.ground, 0.35);
  const dark = mix(P.ground, P.ink, 0.3);
  let st = ellipse(0, 0, 150, 46, "none", `stroke="${metal}" stroke-width="16"`) + ellipse(0, 3, 150, 46, "none", `stroke="${dark}" stroke-width="5"`) + stroke("M-150 0H150M0 -46V46", metal, 6) + rect(-26, -96, 52, 170, metal, 'rx="22"') + rect(2, -96, 24, 170, dark, 'rx="12" opacity="0.6"');
  for (const d of [-1, 1]) st += stroke(`M0 -70L${d * 250} -96`, metal, 5) + poly([[d * 120, -130], [d * 290, -150], [d * 296, -62], [d * 126, -52]], mix(P.ac, P.ground, 0.4), `stroke="${P.lt}" stroke-width="2"`) + stroke(`M${d * 163} -135V-54M${d * 206} -140V-57M${d * 248} -145V-60M${d * 122} -92L${d * 292} -106`, P.lt, 1.6, 'opacity="0.6"');
  for (let i = 0; i < 12; i++) st += circle(-140 + i * 25, Math.sin((i / 11) * Math.PI) * 44, 3.4, P.warm);
  s += group(st, `transform="translate(${n(sx)} ${n(sy)}) rotate(${n(r.range(-20, 20))}) scale(${k.toFixed(2)})"`) + glow(c, sx, sy, 200 * u, P.warm, 0.35);
  const front = motes(c, { count: 18, size: 1.8, colour: P.lt, a: 0.9, soft: true }) + rect(0, H * 0.84, W, H * 0.16, c.lin(0, H * 0.84, 0, H, [[0, P.ink, 0], [1, P.ink, 0.6]]));
  return { back: s, front, light: [lx, ly] };
}

/** A steep old street in the evening, signs and lamps down both sides. */
export function alley(c) {
  const { P, W, H, u } = c;
  const r = c.rng.fork("alley");
  const x = c.wide ? W * r.range(0.62, 0.7) : W * r.range(0.44, 0.56);
  const vy = H * (c.wide ? 0.56 : 0.47);
  let s = sky(c, { low: vy });
  if (P.mode === "night") s += stars(c, { bottom: vy, count: 120 });
  s += disc(c, x + 20 * u, vy - (c.wide ? 190 : 250) * u, (c.wide ? 84 : 105) * u, { crater: P.mode === "night", glow: 5 });
  s += strata(c, { y0: H * 0.05, y1: vy * 0.7, count: 6, colour: mix(P.skyLow, P.disc, 0.3), a: 0.5 });
  for (let i = 0; i < 12; i++) {
    const bx = x + r.bell() * 200 * u;
    const w = r.range(40, 70) * u;
    const h = r.range(50, 130) * u;
    s += rect(bx - w / 2, vy - h, w, h + 20, P.layer(0.72)) + poly([[bx - w * 0.6, vy - h], [bx, vy - h - w * 0.6], [bx + w * 0.6, vy - h]], P.layer(0.66));
  }
  s += mist(c, vy, 160 * u, P.haze, 0.6);
  s += poly([[x - 34 * u, vy + 6], [x + 34 * u, vy + 6], [x + W * 0.62, H + 20], [x - W * 0.62, H + 20]], c.lin(0, vy, 0, H, [[0, P.haze], [0.25, mix(P.mid, P.near, 0.3)], [1, P.ink]]));
  for (let j = 0; j < 16; j++) {
    const t = (j / 16) ** 1.8;
    const y = vy + 10 + t * (H - vy);
    s += stroke(`M${n(x - (36 + t * W * 0.62))} ${n(y)}Q${n(x)} ${n(y + 10 * t * u)} ${n(x + 36 + t * W * 0.62)} ${n(y)}`, P.ink, (1 + t * 5) * u, 'opacity="0.28"');
  }
  s += glints(c, x, vy + 10, H, 90 * u, P.warm, 0.7, 70);
  // Houses, far to near.
  const rows = 6;
  for (let i = 0; i < rows; i++) for (const d of [-1, 1]) {
    const t0 = (i / rows) ** 1.9;
    const t1 = ((i + 1) / rows) ** 1.9;
    const spread = c.wide ? W * 0.46 : W * 0.56;
    const x0 = x + d * (38 * u + t0 * spread);
    const x1 = x + d * (38 * u + t1 * spread + 6);
    const y0 = vy + 6 + t0 * (H - vy) * 0.86;
    const y1 = vy + 6 + t1 * (H - vy) * 0.86;
    const tall = r.range(0.85, 1.2);
    const top = (t) => vy - (46 * u + t * H * 0.62) * tall;
    const col = mix(P.layer(0.62 - (i / rows) * 0.5), r.pick([P.ac, P.near, P.ground, P.acDeep]), 0.16);
    s += poly([[x0, y0], [x1, y1], [x1, top(t1)], [x0, top(t0)]], c.lin(x0, 0, x1, 0, [[0, mix(col, P.warm, 0.16)], [1, mix(col, P.ink, 0.2)]]));
    const gx = (x0 + x1) / 2;
    const over = (t1 - t0) * H * 0.2 + 10 * u;
    s += poly([[x0 - d * 4 * u, top(t0) + 4], [gx, Math.min(top(t0), top(t1)) - over], [x1 + d * 4 * u, top(t1) + 4]], mix(col, P.ink, 0.4));
    const cols = 2;
    const levels = 4;
    for (let cc = 0; cc < cols; cc++) for (let lv = 0; lv < levels; lv++) {
      const a = (cc + 0.24) / cols;
      const b = (cc + 0.76) / cols;
      const at = (f, g) => {
        const tx = x0 + (x1 - x0) * f;
        const yb = y0 + (y1 - y0) * f;
        const yt = top(t0) + (top(t1) - top(t0)) * f;
        return [tx, yb + (yt - yb) * g];
      };
      const g0 = (lv + 0.26) / levels;
      const g1 = (lv + 0.74) / levels;
      const on = r.chance(lv === 0 ? 0.85 : 0.5);
      s += poly([at(a, g0), at(b, g0), at(b, g1), at(a, g1)], on ? shift(P.warm, r.range(-0.08, 0.02)) : mix(col, P.ink, 0.55), on ? 'opacity="0.92"' : 'opacity="0.7"');
      if (on && lv === 0) s += glow(c, ...at((a + b) / 2, (g0 + g1) / 2), (40 + t1 * 240) * u, P.warm, 0.5);
    }
    // Hanging sign or lantern.
    const q = (8 + t1 * 70) * u;
    const sy = y0 - (y0 - top(t0)) * 0.42;
    s += stroke(`M${n(x0)} ${n(sy)}h${n(-d * q * 1.2)}`, P.ink, q * 0.1);
    if (r.chance(0.5)) s += glow(c, x0 - d * q, sy + q * 0.6, q * 5, P.warm, 0.7) + ellipse(x0 - d * q, sy + q * 0.6, q * 0.34, q * 0.5, mix(P.warm, "#fff", 0.3));
    else s += rect(x0 - d * q - q * 0.55, sy + q * 0.2, q * 1.1, q * 0.9, mix(P.ac, P.ink, 0.25), `rx="${n(q * 0.16)}" stroke="${P.warm}" stroke-width="${n(q * 0.07)}"`);
  }
  for (let i = 0; i < 4; i++) s += garland(c, r, x - (60 + i * 110) * u, vy - (40 + i * 70) * u, x + (60 + i * 110) * u, vy - (36 + i * 74) * u, (26 + i * 16) * u, 5 + i, P.warm, (4 + i * 2.4) * u, P.layer(0.2));
  for (let i = 0; i < 5; i++) s += wanderer(r, x + r.bell() * 70 * u, vy + r.range(20, 90) * u, r.range(56, 84) * u, P.layer(0.1));
  const front = rect(0, H * 0.84, W, H * 0.16, c.lin(0, H * 0.84, 0, H, [[0, P.ink, 0], [1, P.ink, 0.8]])) + motes(c, { count: 30, y0: H * 0.3, size: 2, colour: P.warm, a: 0.8, soft: true });
  return { back: s, front, light: [x, vy - 220 * u] };
}

/** A forge: furnace mouth, anvil, sparks. */
export function forge(c) {
  const { P, W, H, u } = c;
  const r = c.rng.fork("forge");
  const x = c.wide ? W * r.range(0.64, 0.72) : W * r.range(0.42, 0.58);
  const fl = H * (c.wide ? 0.78 : 0.66);
  const brick = mix(P.ground, P.acDeep, 0.5);
  const fire = shift(P.warm, -0.12, 1.25, -18);
  let s = rect(0, 0, W, H, c.rad(x, fl - 220 * u, W * (c.wide ? 0.52 : 0.9), [[0, mix(brick, fire, 0.5)], [0.4, brick], [1, mix(brick, P.ink, 0.7)]]));
  for (let j = 0; j * 40 * u < fl; j++) for (let i = -1; i * 92 * u < W; i++) if (r.chance(0.5)) s += rect(i * 92 * u + (j % 2 ? 46 * u : 0), j * 40 * u, 88 * u, 36 * u, r.chance(0.5) ? P.ink : P.lt, `opacity="${r.range(0.03, 0.12).toFixed(2)}"`);
  // Hood and mouth.
  const w = 250 * u;
  s += poly([[x - w * 1.5, fl - 470 * u], [x - w * 0.5, -10], [x + w * 0.5, -10], [x + w * 1.5, fl - 470 * u]], c.lin(0, 0, 0, fl - 470 * u, [[0, mix(brick, P.ink, 0.7)], [1, mix(brick, P.ink, 0.35)]])) + rect(x - w * 1.56, fl - 490 * u, w * 3.12, 40 * u, mix(brick, P.warm, 0.3)) + rect(x - w * 1.4, fl - 450 * u, w * 2.8, 450 * u, mix(brick, P.ink, 0.35));
  s += path(`M${n(x - w)} ${n(fl)}V${n(fl - 210 * u)}A${n(w)} ${n(w * 0.82)} 0 0 1 ${n(x + w)} ${n(fl - 210 * u)}V${n(fl)}Z`, c.rad(x, fl - 90 * u, w * 1.3, [[0, "#fff6d8"], [0.3, P.warm], [0.62, fire], [1, mix(fire, P.ink, 0.55)]]));
  for (let i = 0; i < 13; i++) {
    const a = Math.PI * (1 + (i + 0.5) / 13);
    s += poly([[x + Math.cos(a - 0.1) * w, fl - 210 * u + Math.sin(a - 0.1) * w * 0.82], [x + Math.cos(a + 0.1) * w, fl - 210 * u + Math.sin(a + 0.1) * w * 0.82], [x + Math.cos(a + 0.1) * w * 1.2, fl - 210 * u + Math.sin(a + 0.1) * w], [x + Math.cos(a - 0.1) * w * 1.2, fl - 210 * u + Math.sin(a - 0.1) * w]], mix(brick, P.warm, 0.12 + (i % 2) * 0.16));
  }
  for (let i = 0; i < 26; i++) {
    const px = x + r.bell() * w * 0.9;
    const h = r.range(50, 190) * u * (1 - Math.abs(px - x) / w * 0.6);
    const q = r.range(16, 40) * u;
    s += path(`M${n(px - q)} ${n(fl)}Q${n(px - q * 1.1)} ${n(fl - h * 0.5)} ${n(px + r.bell() * q)} ${n(fl - h)}Q${n(px + q * 1.2)} ${n(fl - h * 0.4)} ${n(px + q)} ${n(fl)}Z`, r.pick([P.warm, "#fff1c4", fire]), 'opacity="0.7"');
  }
  for (let i = 0; i < 26; i++) s += circle(x + r.bell() * w * 0.9, fl - r.range(0, 26) * u, r.range(14, 30) * u, mix(P.ink, fire, r.range(0.1, 0.6)));
  s += glow(c, x, fl - 140 * u, 720 * u, P.warm, 0.8);
  // Tools on the walls.
  for (const d of [-1, 1]) for (let i = 0; i < (c.wide ? 7 : 3); i++) {
    const px = x + d * (w * 1.62 + 50 * u + i * 92 * u);
    const y = fl - 520 * u;
    const col = mix(brick, P.ink, 0.7);
    s += rect(px - 5 * u, y, 10 * u, r.range(150, 250) * u, col);
    const k = i % 3;
    if (k === 0) s += rect(px - 36 * u, y - 6 * u, 72 * u, 34 * u, col, 'rx="5"');
    else if (k === 1) s += circle(px, y, 26 * u, "none", `stroke="${col}" stroke-width="${n(10 * u)}"`);
    else s += path(`M${n(px)} ${n(y - 60 * u)}q${n(44 * u)} ${n(40 * u)} 0 ${n(90 * u)}q${n(-44 * u)} ${n(-50 * u)} 0 ${n(-90 * u)}Z`, col);
  }
  s += rect(0, fl - 560 * u, W, 10 * u, mix(brick, P.ink, 0.6), 'opacity="0.8"');
  s += rect(0, fl, W, H - fl, c.lin(0, fl, 0, H, [[0, mix(fire, brick, 0.5)], [0.25, mix(brick, P.ink, 0.5)], [1, P.ink]]));
  // Anvil against the fire.
  const ax = x + (c.wide ? 300 : r.sign() * 40) * u;
  const ay = fl + 90 * u;
  s += path(`M${n(ax - 150 * u)} ${n(ay - 132 * u)}H${n(ax + 110 * u)}V${n(ay - 92 * u)}Q${n(ax + 60 * u)} ${n(ay - 80 * u)} ${n(ax + 50 * u)} ${n(ay - 40 * u)}L${n(ax + 84 * u)} ${n(ay)}H${n(ax - 84 * u)}L${n(ax - 46 * u)} ${n(ay - 40 * u)}Q${n(ax - 60 * u)} ${n(ay - 84 * u)} ${n(ax - 150 * u)} ${n(ay - 132 * u)}Z`, P.ink) + stroke(`M${n(ax - 148 * u)} ${n(ay - 132 * u)}H${n(ax + 110 * u)}`, fire, 5 * u) + rect(ax - 70 * u, ay, 140 * u, 120 * u, mix(P.ink, brick, 0.3)) + rect(ax - 30 * u, ay - 146 * u, 150 * u, 14 * u, "#fff1c4") + glow(c, ax + 60 * u, ay - 140 * u, 170 * u, P.warm, 1);
  let front = "";
  for (let i = 0; i < 90; i++) {
    const t = r.f();
    const px = ax + 40 * u + r.bell() * (60 + t * 420) * u;
    const y = ay - 140 * u - t * H * 0.5;
    front += circle(px, y, r.range(1, 3.6) * u, mix(P.warm, "#fff", r.f() * 0.6), `opacity="${(1 - t * 0.8).toFixed(2)}"`);
  }
  front += rect(0, H * 0.86, W, H * 0.14, c.lin(0, H * 0.86, 0, H, [[0, P.ink, 0], [1, P.ink, 0.85]])) + motes(c, { count: 26, y0: H * 0.1, y1: H * 0.7, size: 2.4, colour: P.warm, a: 0.9, soft: true });
  return { back: s, front, light: [x, fl - 200 * u] };
}

/** High seas under a black sky, a ship climbing. */
export function tempest(c) {
  const { P, W, H, u } = c;
  const r = c.rng.fork("tempest");
  const x = c.wide ? W * r.range(0.62, 0.74) : W * r.range(0.36, 0.64);
  const hz = H * (c.wide ? 0.6 : 0.52);
  const ly = H * (c.wide ? 0.26 : 0.22);
  let s = rect(0, 0, W, H, c.lin(0, 0, 0, hz, [[0, mix(P.ink, P.ground, 0.5)], [0.5, mix(P.mid, P.acDeep, 0.3)], [1, mix(P.near, P.haze, 0.5)]]));
  s += glow(c, x, ly, 520 * u, mix(P.lt, P.near, 0.3), 0.95);
  // Clouds: rows of dark heaps around the bright gap.
  for (let row = 0; row < 5; row++) for (let i = 0; i < (c.wide ? 26 : 15); i++) {
    const px = r.range(-0.08, 1.08) * W;
    const gap = Math.abs(px - x) / W;
    const y = hz * (0.02 + row * 0.13) + r.bell() * 40 * u - (gap < 0.16 ? 90 * u : 0);
    const q = r.range(60, 150) * u * (1.1 - row * 0.12);
    s += circle(px, y, q, c.lin(0, y - q, 0, y + q, [[0, mix(P.mid, P.haze, 0.1 + (0.4 - gap) * 0.4)], [1, mix(P.ink, P.ground, 0.6)]]));
  }
  s += rays(c, x, ly, { dir: 90, spread: 60, count: 8, length: H * 0.6, colour: P.lt, a: 0.42 });
  let bolt = `M${n(x - 60 * u)} ${n(ly)}`;
  let [bx, by] = [x - 60 * u, ly];
  while (by < hz) {
    bx += r.range(-44, 40) * u;
    by += r.range(26, 60) * u;
    bolt += `L${n(bx)} ${n(by)}`;
  }
  s += stroke(bolt, P.lt, 18 * u, 'opacity="0.18"') + stroke(bolt, "#ffffff", 4 * u) + glow(c, bx, hz, 200 * u, P.lt, 0.8);
  // Waves: each a leaning crest with foam.
  const wave = (y, amp, col, foam, step) => {
    const pts = [];
    let px = -step * r.f() - step;
    let d = "";
    let crest = "";
    while (px < W + step) {
      const h = amp * r.range(0.6, 1.15);
      d += `${d ? "L" : "M"}${n(px)} ${n(y)}C${n(px + step * 0.35)} ${n(y)} ${n(px + step * 0.42)} ${n(y - h)} ${n(px + step * 0.72)} ${n(y - h)}C${n(px + step * 0.6)} ${n(y - h * 0.8)} ${n(px + step * 0.62)} ${n(y - h * 0.1)} ${n(px + step)} ${n(y)}`;
      crest += `M${n(px + step * 0.3)} ${n(y - h * 0.2)}C${n(px + step * 0.42)} ${n(y - h * 0.9)} ${n(px + step * 0.5)} ${n(y - h)} ${n(px + step * 0.72)} ${n(y - h)}C${n(px + step * 0.64)} ${n(y - h * 0.86)} ${n(px + step * 0.58)} ${n(y - h * 0.5)} ${n(px + step * 0.66)} ${n(y - h * 0.3)}C${n(px + step * 0.52)} ${n(y - h * 0.6)} ${n(px + step * 0.46)} ${n(y - h * 0.7)} ${n(px + step * 0.3)} ${n(y - h * 0.2)}Z`;
      pts.push(px);
      px += step;
    }
    return path(`${d}V${n(H + 20)}H-${n(step * 2)}Z`, col) + path(crest, foam, 'opacity="0.8"');
  };
  s += wave(hz + 30 * u, 60 * u, P.layer(0.66), P.layer(0.86), 190 * u) + wave(hz + 90 * u, 100 * u, P.layer(0.5), mix(P.layer(0.8), P.lt, 0.2), 300 * u);
  const sx = c.wide ? W * 0.5 : W - x;
  const ship = path("M-120 -20Q0 20 130 -34L104 30H-84Z", P.layer(0.08)) + ["M-60 -10V-210", "M20 -14V-260", "M86 -24V-180"].map((d) => stroke(d, P.layer(0.08), 7)).join("") + path("M-58 -200Q10 -150 -50 -70L-96 -80Q-60 -140 -58 -200ZM22 -250Q110 -180 30 -70L-40 -84Q20 -160 22 -250ZM88 -172Q140 -130 92 -60L54 -70Q86 -120 88 -172Z", mix(P.layer(0.5), P.lt, 0.35)) + stroke("M130 -34L196 -76M20 -260L196 -76M-60 -210L-120 -20", P.layer(0.08), 3) + circle(116, -48, 7, P.warm);
  s += group(ship, `transform="translate(${n(sx)} ${n(hz + 70 * u)}) rotate(-14) scale(${(1.05 * u).toFixed(2)})"`);
  s += wave(hz + 190 * u, 150 * u, P.layer(0.34), mix(P.layer(0.7), P.lt, 0.2), 420 * u) + wave(hz + 330 * u, 170 * u, P.layer(0.22), mix(P.layer(0.55), P.lt, 0.15), 540 * u);
  let rain = "";
  for (let i = 0; i < (c.wide ? 420 : 300); i++) {
    const len = r.range(40, 110) * u;
    rain += `M${n(r.range(-0.05, 1.15) * W)} ${n(r.range(0, H))}l${n(-len * 0.34)} ${n(len)}`;
  }
  s += stroke(rain, mix(P.haze, P.lt, 0.5), 1.2 * u, 'opacity="0.26"');
  const front = wave(H * 0.98, 150 * u, P.layer(0.08), P.layer(0.4), 620 * u) + motes(c, { count: 60, y0: H * 0.4, size: 2.4, colour: P.lt, a: 0.6 });
  return { back: s, front, light: [x, ly] };
}
