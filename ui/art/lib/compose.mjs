// Puts scene and figures together: poster, banner, portrait.
import { mix, palette, shift } from "./colour.mjs";
import { BOX, cast, svg as figureSvg } from "./figure.mjs";
import { random } from "./random.mjs";
import { finish, illuminate, over, render, webp, wobble } from "./raster.mjs";
import { scenes } from "./scenes/index.mjs";
import { circle, context } from "./svg.mjs";

export const COVER = { width: 932, height: 1398 };
export const BANNER = { width: 1920, height: 720 };
export const PORTRAIT = { width: 512, height: 512 };

const motifs = Object.keys(scenes);
const motifOf = (job) => (scenes[job.motif] ? job.motif : motifs[random(`motif/${job.slug}`).int(0, motifs.length - 1)]);
const paletteOf = (job) => palette(job.palette, random(`palette/${job.dir}`));

function paint(job, size, id) {
  const P = paletteOf(job);
  const rng = random(`scene/${job.dir}/${id}`);
  const make = () => context({ W: size.width, H: size.height, rng, P, id });
  const c = make();
  const parts = scenes[motifOf(job)](c);
  return { P, c, ...parts, backImage: () => wobble(render(c.wrap(parts.back)), 5), frontImage: () => wobble(render(c.wrap(parts.front)), 5) };
}

/** A lit figure, `head` pixels tall from crown to chin, with the place of its head centre inside the image. */
function person(actor, job, P, { head, mirror = false, light, depth = 0, fade = null, rim = 0.9 }) {
  const k = cast(actor, job, P);
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

function flip({ width, height, data }) {
  const out = new Uint8ClampedArray(data.length);
  const from = new Uint32Array(data.buffer, data.byteOffset, width * height);
  const to = new Uint32Array(out.buffer);
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) to[y * width + x] = from[y * width + width - 1 - x];
  return { width, height, data: out };
}

const place = (canvas, f, x, y, opacity = 1) => over(canvas, f.image, Math.round(x - f.headX), Math.round(y - f.headY), opacity);

const unit = (x, y) => {
  const d = Math.hypot(x, y) || 1;
  return [x / d, y / d];
};

export async function cover(job) {
  const { width: W, height: H } = COVER;
  const scene = paint(job, COVER, "p");
  const { P } = scene;
  const r = random(`cover/${job.dir}`);
  const canvas = scene.backImage();
  const people = job.actors.slice(0, 3);
  const count = Math.min(people.length, job.kind === "card" ? 1 : r.pick([1, 2, 2, 3, 3]));
  const [lx, ly] = scene.light;
  const lightFor = (x, y) => unit(lx - x, (ly - y) * 0.8);
  const veil = (y, a) => {
    const c = context({ W, H, rng: r, P, id: "v" });
    over(canvas, render(c.wrap(circle(W / 2, y, W * 0.75, c.rad(W / 2, y, W * 0.75, [[0, mix(P.haze, P.mid, 0.35), a], [1, P.mid, 0]])))));
  };
  const put = (i, x, y, head, depth, mirror) => place(canvas, person(people[i], job, P, { head, mirror, light: lightFor(x, y), depth }), x, y);
  if (count === 1) {
    const side = r.sign();
    const x = W * (0.5 + side * r.range(0.02, 0.12));
    put(0, x, H * 0.6, 420, 0, x > W / 2);
  } else if (count === 2) {
    const side = r.sign();
    put(1, W * (0.5 - side * 0.22), H * 0.52, 320, 0.2, side < 0);
    veil(H * 0.72, 0.25);
    put(0, W * (0.5 + side * 0.14), H * 0.635, 400, 0, side > 0);
  } else if (count === 3) {
    const side = r.sign();
    put(1, W * 0.24, H * 0.52, 290, 0.22, false);
    put(2, W * 0.76, H * 0.53, 290, 0.22, true);
    veil(H * 0.7, 0.3);
    put(0, W * 0.5, H * 0.64, 390, 0, side > 0);
  }
  over(canvas, scene.frontImage());
  finish(canvas, { ink: P.ink, key: job.dir, foot: 0.86, vignette: 0.55 });
  return webp(canvas, 82);
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
  place(canvas, person(actor, job, P, { head: 250, mirror: side < 0, light: unit(side * 0.8, -0.6), depth: 0, rim: 0.8 }), W * 0.5, H * 0.475);
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
