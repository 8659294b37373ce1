// Puts scene and figures together: poster, banner, portrait.
import { mix, palette, shift } from "./colour.mjs";
import { BOX, cast, svg as figureSvg, TALL } from "./figure.mjs";
import { drawProp, propOf } from "./props.mjs";
import { random } from "./random.mjs";
import { finish, illuminate, over, render, webp, wobble } from "./raster.mjs";
import { sceneFor, scenes } from "./scenes/index.mjs";
import { wanderer } from "./elements.mjs";
import { circle, context, hill } from "./svg.mjs";

export const COVER = { width: 932, height: 1398 };
export const BANNER = { width: 1920, height: 720 };
export const PORTRAIT = { width: 512, height: 512 };

const motifs = Object.keys(scenes);
const motifOf = (job) => (scenes[job.motif] ? job.motif : motifs[random(`motif/${job.slug}`).int(0, motifs.length - 1)]);
const paletteOf = (job) => palette(job.palette, random(`palette/${job.dir}`));

function paint(job, size, id) {
  const P = paletteOf(job);
  const rng = random(`scene/${job.dir}/${id}${job.attempt ? `/${job.attempt}` : ""}`);
  const c = context({ W: size.width, H: size.height, rng, P, id });
  const text = `${job.genre} ${job.text} ${job.tags.join(" ")} ${job.actors.map((a) => a.role).join(" ")}`;
  c.east = /\b(china|chinese|qing|tang|ming|japan|japanese|edo|kyoto|korea|joseon|wuxia|shrine|tanuki)/iu.test(text);
  const parts = sceneFor(motifOf(job), job.dir, text)(c);
  return { P, c, ...parts, backImage: () => wobble(render(c.wrap(parts.back)), 3.4), frontImage: () => wobble(render(c.wrap(parts.front)), 3.4) };
}

/** A lit figure, `head` pixels tall from crown to chin, with the place of its head centre inside the image. */
function person(actor, job, P, { head, mirror = false, light, depth = 0, fade = null, rim = 0.9, holds = null, stands = false }) {
  const k = { ...cast(actor, job, P), holds, stands };
  const scale = head / 580;
  const width = Math.round(BOX.w * scale);
  let image = render(figureSvg(k), width);
  if (mirror) image = flip(image);
  const headX = (mirror ? BOX.w - (495 - BOX.x) : 495 - BOX.x) * scale;
  const headY = (430 - BOX.y) * scale;
  illuminate(image, {
    light, size: head, skin: k.skin, shadow: mix(P.ink, P.acDeep, 0.45), glow: mix(P.lt, P.disc, 0.5), rim: rim * (1 - depth * 0.4), shade: 0.72,
    tint: P.haze, tintAmount: depth, fade: fade ? [fade[0] * image.height, fade[1] * image.height] : null,
  });
  return { image, headX, headY, k };
}

/** A lit prop as a picture of its own, `size` pixels across. */
function thing(name, P, { size, light, rim = 0.7 }) {
  const pens = { ink: mix(P.ink, P.ground, 0.2), gold: mix(P.warm, P.acDeep, 0.12), accent: P.ac, linen: mix(P.lt, "#ffffff", 0.25), glow: mix(P.lt, "#ffe9a8", 0.5), back: P.mid };
  const image = render(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="-270 -290 540 540" width="${Math.round(size * 1.35)}" height="${Math.round(size * 1.35)}">${drawProp(name, pens)}</svg>`);
  illuminate(image, { light, size: size * 0.9, skin: pens.linen, shadow: mix(P.ink, P.acDeep, 0.45), glow: mix(P.lt, P.disc, 0.5), rim, shade: 0.4, tint: P.haze, tintAmount: 0, fade: null });
  return image;
}

function flip({ width, height, data }) {
  const out = new Uint8ClampedArray(data.length);
  const from = new Uint32Array(data.buffer, data.byteOffset, width * height);
  const to = new Uint32Array(out.buffer);
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) to[y * width + x] = from[y * width + width - 1 - x];
  return { width, height, data: out };
}

/** Sets a figure with its head centre at (x, y); where its drawing ends above the canvas edge, the last row runs on. */
function place(canvas, f, x, y) {
  const { width: w, height: h, data } = f.image;
  const dx = Math.round(x - f.headX);
  const dy = Math.round(y - f.headY);
  over(canvas, f.image, dx, dy);
  const rest = canvas.height - (dy + h);
  if (rest <= 0) return;
  const row = data.slice((h - 1) * w * 4);
  const tail = { width: w, height: rest, data: new Uint8ClampedArray(w * rest * 4) };
  for (let i = 0; i < rest; i++) tail.data.set(row, i * w * 4);
  over(canvas, tail, dx, dy + h);
}

const unit = (x, y) => {
  const d = Math.hypot(x, y) || 1;
  return [x / d, y / d];
};

/** Which way a poster is built. Drawn by lot, with the cast and the place leaning on the scales. */
function layoutOf(job, r) {
  const n = job.actors.length;
  if (job.kind === "card") return r.pick(["hero", "hero", "closeup", "full", "table"]);
  const grand = ["sea", "mountains", "desert", "stars", "moon", "castle", "forest", "snow", "river", "ruins", "storm"].includes(motifOf(job));
  const lots = [];
  const add = (name, weight) => weight > 0 && lots.push(...Array(weight).fill(name));
  add("hero", 3);
  add("closeup", 3);
  add("full", grand ? 5 : 3);
  add("table", grand ? 1 : 4);
  add("duo", n >= 2 ? 3 : 0);
  add("trio", n >= 3 ? 4 : 0);
  add("cameo", 1);
  add("exposure", 2);
  add("wanderer", grand ? 2 : 0);
  return r.pick(lots);
}

export async function cover(job) {
  const { width: W, height: H } = COVER;
  const r = random(`cover/${job.dir}`);
  const layout = layoutOf(job, r);
  const scene = paint(job, COVER, "p");
  const { P } = scene;
  let canvas = scene.backImage();
  let front = scene.frontImage();
  let [lx, ly] = scene.light;
  if (r.chance(0.5)) {
    canvas = flip(canvas);
    front = flip(front);
    lx = W - lx;
  }
  const people = job.actors;
  const lightFor = (x, y) => unit(lx - x, (ly - y) * 0.8);
  const draw = (body) => {
    const c = context({ W, H, rng: r, P, id: "v" });
    return render(c.wrap(body(c)));
  };
  const veil = (y, a) => over(canvas, draw((c) => circle(W / 2, y, W * 0.75, c.rad(W / 2, y, W * 0.75, [[0, mix(P.haze, P.mid, 0.35), a], [1, P.mid, 0]]))));
  const prop = propOf(job);
  const put = (i, x, y, head, depth, mirror, more = {}) => place(canvas, person(people[i], job, P, { head, mirror, light: lightFor(x, y), depth, ...more }), x, y);
  /** The story's thing by itself, with light about it. */
  const show = (x, y, size, halo = 0.5) => {
    over(canvas, draw((c) => circle(x, y, size * 0.95, c.rad(x, y, size * 0.95, [[0, mix(P.lt, P.disc, 0.4), halo], [1, P.lt, 0]]), 'style="mix-blend-mode:screen"')));
    const image = thing(prop, P, { size, light: lightFor(x, y) });
    over(canvas, image, Math.round(x - image.width / 2), Math.round(y - image.height * 0.537));
  };
  let foot = 0.86;
  if (layout === "hero") {
    const side = r.sign();
    put(0, W * (0.5 + side * r.range(0.03, 0.12)), H * r.range(0.4, 0.44), r.range(330, 370), 0, side > 0, { holds: prop });
    foot = 0.9;
  } else if (layout === "closeup") {
    // A face that is nearly too near, and before it the thing that the story turns on.
    const side = r.sign();
    put(0, W * (0.5 + side * 0.2), H * 0.4, 640, 0, side > 0);
    veil(H * 0.78, 0.3);
    show(W * (0.5 - side * 0.2), H * 0.7, 330);
    foot = 0.9;
  } else if (layout === "full") {
    // From hat to shoes, on their own ground, before the light.
    const pair = people.length > 1 && r.chance(0.6);
    const side = r.sign();
    const ground = H * 0.88;
    const head = pair ? 176 : 190;
    const feet = ((3300 - 430) / 580) * head;
    over(canvas, draw((c) => {
      const glowAt = [W / 2, H * 0.46];
      return circle(...glowAt, 520, c.rad(...glowAt, 520, [[0, mix(P.haze, P.lt, 0.55), 0.6], [1, P.haze, 0]])) + hill([[-20, ground - 26], [W * 0.25, ground - 40], [W * 0.6, ground - 30], [W + 20, ground - 52]], H + 20, P.layer(0.06));
    }));
    if (pair) put(1, W * (0.5 - side * 0.22), ground - feet * 0.94 - 22, head * 0.94, 0.08, side < 0, { stands: true });
    put(0, W * (0.5 + side * (pair ? 0.17 : 0.04)), ground - feet, head, 0, side > 0, { holds: prop, stands: true });
    foot = 0.92;
  } else if (layout === "table") {
    // Across a table, with what it is about in the middle.
    const pair = people.length > 1;
    const side = r.sign();
    if (pair) put(1, W * (0.5 - side * 0.26), H * 0.4, 262, 0.08, side < 0);
    put(0, W * (0.5 + side * (pair ? 0.2 : 0.03)), H * (pair ? 0.425 : 0.4), pair ? 292 : 330, 0, side > 0);
    const edge = H * 0.715;
    const wood = mix(mix(P.acDeep, "#4a2f1d", 0.6), P.ink, 0.25);
    over(canvas, draw((c) => `<path d="M-10 ${edge + 70}L${W * 0.1} ${edge}H${W * 0.9}L${W + 10} ${edge + 70}V${edge + 96}H-10Z" fill="${c.lin(0, edge, 0, edge + 96, [[0, mix(wood, P.lt, 0.28)], [1, wood]])}"/><path d="M-10 ${edge + 96}H${W + 10}V${H + 10}H-10Z" fill="${c.lin(0, edge + 96, 0, H, [[0, mix(wood, P.ink, 0.3)], [1, P.ink]])}"/>`));
    show(W * 0.5, edge - 40, 270, 0.35);
    foot = 0.9;
  } else if (layout === "duo") {
    const side = r.sign();
    put(1, W * (0.5 - side * 0.21), H * 0.4, 280, 0.1, side < 0);
    veil(H * 0.66, 0.22);
    put(0, W * (0.5 + side * 0.13), H * 0.5, 320, 0, side > 0, { holds: prop });
    foot = 0.9;
  } else if (layout === "trio") {
    const side = r.sign();
    put(1, W * 0.235, H * r.range(0.37, 0.4), 250, 0.12, false);
    put(2, W * 0.765, H * r.range(0.38, 0.42), 250, 0.12, true);
    veil(H * 0.62, 0.26);
    put(0, W * 0.5, H * 0.5, 310, 0, side > 0, { holds: prop });
    foot = 0.9;
  } else if (layout === "cameo") {
    // A medallion let into the scene: the bust is cut by its lower rim and stands out over the upper one.
    const [cx, cy, q] = [W / 2, H * 0.475, W * 0.36];
    over(canvas, draw((c) => `<rect width="${W}" height="${H}" fill="${P.ink}" opacity="0.28"/>${circle(cx, cy, q * 1.5, c.rad(cx, cy, q * 1.5, [[0, P.lt, 0.55], [0.66, P.lt, 0.4], [1, P.lt, 0]]), 'style="mix-blend-mode:screen"')}${circle(cx, cy, q, c.lin(cx - q, cy - q, cx + q, cy + q, [[0, mix(P.lt, P.ac, 0.15)], [0.55, mix(P.ac, P.lt, 0.3)], [1, P.acDeep]]))}`));
    const pair = people.length > 1 && r.chance(0.55);
    const side = r.sign();
    const sub = { width: W, height: H, data: new Uint8ClampedArray(W * H * 4) };
    if (pair) place(sub, person(people[1], job, P, { head: 290, mirror: side < 0, light: lightFor(cx, cy), depth: 0.12 }), cx - side * 125, cy - 24);
    place(sub, person(people[0], job, P, { head: pair ? 320 : 370, mirror: side > 0, light: lightFor(cx, cy), depth: 0 }), cx + side * (pair ? 85 : 16), cy + (pair ? 30 : 10));
    clipCircle(sub, cx, cy, q - 4);
    over(canvas, sub);
    const ring = mix(P.warm, P.acDeep, 0.12);
    over(canvas, draw((c) => `<path d="M${cx - q} ${cy}A${q} ${q} 0 0 0 ${cx + q} ${cy}" fill="none" stroke="${c.lin(cx - q, 0, cx + q, 0, [[0, mix(ring, P.ink, 0.2)], [0.4, mix(ring, "#ffffff", 0.35)], [1, mix(ring, P.ink, 0.35)]])}" stroke-width="13"/><path d="M${cx - q - 20} ${cy}A${q + 20} ${q + 20} 0 1 0 ${cx + q + 20} ${cy}" fill="none" stroke="${ring}" stroke-width="3" opacity="0.75"/>`));
    show(cx, H * 0.735, 230, 0.45);
    foot = 0.86;
  } else if (layout === "exposure") {
    // Double exposure: the place seen inside the person.
    const inside = canvas;
    const paper = [mix(P.lt, "#ffffff", 0.3), mix(P.lt, P.ac, 0.3), P.ac];
    const cx = W * (0.5 + r.sign() * 0.03);
    const side = r.sign();
    canvas = draw((c) => `<rect width="${W}" height="${H}" fill="${c.lin(0, 0, 0, H, [[0, paper[1]], [0.45, paper[0]], [0.85, paper[2]], [1, P.acDeep]])}"/>${circle(cx, H * 0.34, W * 0.43, c.lin(0, H * 0.06, 0, H * 0.62, [[0, mix(P.ac, P.lt, 0.25)], [1, mix(P.ac, P.acDeep, 0.6)]]), 'opacity="0.9"')}`);
    const f = person(people[0], job, P, { head: 470, mirror: side > 0, light: unit(-side * 0.7, -0.6), depth: 0, rim: 0.7 });
    const layer = { width: W, height: H, data: new Uint8ClampedArray(W * H * 4) };
    place(layer, f, cx, H * 0.345);
    pour(layer, inside, H * 0.47, H * 0.63, Math.round(H * 0.34));
    over(canvas, layer);
    show(W / 2, H * 0.735, 250, 0.45);
    front = flip(front);
    foot = 0.86;
  } else {
    // Small figures before a great place.
    const cx = W * r.range(0.4, 0.6);
    const y = H * 0.845;
    over(canvas, draw((c) => {
      const ground = [[-20, y + 30], [W * 0.2, y + 14], [cx, y - 12], [W * 0.8, y + 18], [W + 20, y + 36]];
      let s = circle(cx, y - 90, 420, c.rad(cx, y - 90, 420, [[0, mix(P.haze, P.lt, 0.4), 0.55], [1, P.haze, 0]]));
      s += hill(ground, H + 20, P.layer(0.06));
      const n = Math.min(3, Math.max(1, people.length));
      const gap = 118;
      for (let i = 0; i < n; i++) {
        const x = cx + (i - (n - 1) / 2) * gap + r.bell() * 10;
        const look = cast(people[i], job, P);
        const h = 232 + r.range(-10, 10);
        s += silhouette(r, x, y + 2, h, look, mix(P.ink, "#000000", 0.25), mix(P.lt, P.disc, 0.5), lx > x ? 1 : -1);
      }
      return s;
    }));
    show(W * (cx > W / 2 ? 0.24 : 0.76), H * 0.79, 230, 0.4);
    foot = 0.8;
  }
  over(canvas, front);
  finish(canvas, { ink: P.ink, key: job.dir, foot, vignette: layout === "exposure" ? 0.34 : 0.5 });
  return webp(canvas, 86);
}

/** A standing figure against the light, with a lit edge. */
function silhouette(r, x, y, h, look, fill, light, side) {
  const kind = look.hat === "hood" || look.dress === "cloak" || look.dress === "robe" ? (look.dress === "robe" ? "staff" : "cloak") : look.dress === "gown" || (look.sex === "f" && r.chance(0.5)) ? "dress" : look.hat === "brim" || look.hat === "top" ? "hat" : look.dress === "tailored" || look.dress === "uniform" ? "coat" : "pack";
  const key = random(`${x.toFixed(2)}`);
  return wanderer(key.fork("w"), x + side * 2.4, y - 1, h, light, kind) + wanderer(key.fork("w"), x, y, h, fill, kind);
}

/** Keeps only what lies above the circle's widest line or inside the circle. */
function clipCircle(image, cx, cy, q) {
  const { width: W, height: H, data } = image;
  for (let y = Math.round(cy); y < H; y++)
    for (let x = 0; x < W; x++) {
      const d = Math.hypot(x - cx, y - cy) - q;
      if (d <= 0) continue;
      const k = Math.max(0, 1 - d);
      const o = (y * W + x) * 4;
      for (let j = 0; j < 4; j++) data[o + j] *= k;
    }
}

/** Lets a figure dissolve downwards into another picture, from y0 (all figure) to y1 (all picture); `lift` px of its top are cut. */
function pour(figure, picture, y0, y1, lift) {
  const { width: W, height: H, data } = figure;
  for (let y = 0; y < H; y++) {
    const t = Math.min(1, Math.max(0, (y - y0) / (y1 - y0)));
    const k = t * t * (3 - 2 * t);
    const from = Math.max(0, Math.min(H - 1, Math.round(y - lift + H * 0.02))) * W;
    for (let x = 0; x < W; x++) {
      const o = (y * W + x) * 4;
      const a = data[o + 3] / 255;
      if (a === 0) continue;
      for (let j = 0; j < 3; j++) data[o + j] += (picture.data[(from + x) * 4 + j] * a - data[o + j]) * k;
    }
  }
}

export async function banner(job) {
  const scene = paint(job, BANNER, "b");
  const { P } = scene;
  const canvas = scene.backImage();
  over(canvas, scene.frontImage());
  finish(canvas, { ink: P.ink, key: `${job.dir}/banner`, foot: 0.7, vignette: 0.4, left: 0.5 });
  return webp(canvas, 80);
}

export async function portrait(job, index) {
  const { width: W, height: H } = PORTRAIT;
  const actor = job.actors[index];
  const P = paletteOf(job);
  const r = random(`portrait/${actor.seed}`);
  const c = context({ W, H, rng: r, P, id: "a" });
  const side = r.sign();
  const lx = W * (0.5 + side * 0.3);
  const ly = H * 0.24;
  const tone = shift(mix(P.acDeep, P.mid, r.range(0.1, 0.7)), 0, 1, r.range(-14, 14));
  let back = `<rect width="${W}" height="${H}" fill="${c.lin(0, 0, 0, H, [[0, mix(tone, P.haze, 0.35)], [0.6, tone], [1, mix(tone, P.ink, 0.6)]])}"/>`;
  back += circle(W / 2, H * 0.47, W * 0.39, c.lin(lx, 0, W - lx, H, [[0, mix(P.haze, P.lt, 0.35)], [1, mix(tone, P.haze, 0.4)]]), 'opacity="0.9"');
  back += circle(lx, ly, W * 0.55, c.rad(lx, ly, W * 0.55, [[0, P.lt, 0.5], [1, P.lt, 0]]), 'style="mix-blend-mode:screen"');
  const canvas = render(c.wrap(back));
  place(canvas, person(actor, job, P, { head: 284, mirror: side < 0, light: unit(side * 0.8, -0.6), depth: 0, rim: 0.8 }), W * 0.5, H * 0.47);
  finish(canvas, { ink: P.ink, key: actor.seed, vignette: 0.45, foot: 0.4, grain: 6 });
  return webp(canvas, 82);
}

/** Every file of a job: [name, width, height, make]. */
export function files(job) {
  const portraits = job.actors.map((_, i) => [`${job.kind === "author" ? job.slug : `actor-${i + 1}`}.webp`, PORTRAIT, () => portrait(job, i)]);
  if (job.kind === "author") return portraits;
  if (job.kind === "card") return [["cover.webp", COVER, () => cover(job)], ...portraits];
  return [["cover.webp", COVER, () => cover(job)], ["banner.webp", BANNER, () => banner(job)], ...portraits];
}
