// Pixel work: SVG to RGBA, compositing, light and shade on figures, the print texture, WebP.
import { Resvg } from "@resvg/resvg-js";
import sharp from "sharp";
import { rgb } from "./colour.mjs";
import { random } from "./random.mjs";

sharp.concurrency(1);
sharp.cache(false);

const OPTIONS = { font: { loadSystemFonts: false }, shapeRendering: 2 };

/** Renders SVG text to { width, height, data } with premultiplied RGBA bytes. */
export function render(svg, width) {
  const image = new Resvg(svg, width ? { ...OPTIONS, fitTo: { mode: "width", value: width } } : OPTIONS).render();
  return { width: image.width, height: image.height, data: new Uint8ClampedArray(image.pixels) };
}

/** Lays `top` (premultiplied) over `base` at (dx, dy), in place. */
export function over(base, top, dx = 0, dy = 0, opacity = 1) {
  const { width: W, height: H, data: B } = base;
  const { width: w, height: h, data: T } = top;
  for (let y = Math.max(0, -dy); y < Math.min(h, H - dy); y++) {
    let t = (y * w + Math.max(0, -dx)) * 4;
    let b = ((y + dy) * W + Math.max(0, dx)) * 4;
    const count = Math.min(w, W - dx) - Math.max(0, -dx);
    for (let i = 0; i < count; i++, t += 4, b += 4) {
      const a = T[t + 3];
      if (a === 0) continue;
      const k = 1 - (a / 255) * opacity;
      B[b] = T[t] * opacity + B[b] * k;
      B[b + 1] = T[t + 1] * opacity + B[b + 1] * k;
      B[b + 2] = T[t + 2] * opacity + B[b + 2] * k;
      B[b + 3] = a * opacity + B[b + 3] * k;
    }
  }
  return base;
}

/** Box blur of a Float32 plane, run twice (close enough to a Gaussian); `r` is the box radius in pixels. */
export function blurPlane(src, w, h, r) {
  const radius = Math.max(1, Math.min(Math.round(r), (Math.min(w, h) >> 1) - 1));
  const a = Float32Array.from(src);
  const b = new Float32Array(src.length);
  const k = 1 / (2 * radius + 1);
  const sums = new Float32Array(w);
  for (let pass = 0; pass < 2; pass++) {
    for (let y = 0; y < h; y++) {
      const o = y * w;
      const end = o + w - 1;
      let sum = a[o] * (radius + 1);
      for (let x = 1; x <= radius; x++) sum += a[o + x];
      for (let x = 0; x < w; x++) {
        b[o + x] = sum * k;
        const gain = x + radius + 1 < w ? a[o + x + radius + 1] : a[end];
        sum += gain - (x >= radius ? a[o + x - radius] : a[o]);
      }
    }
    // Columns together, row by row: the same sums, in the order in which memory lies.
    for (let x = 0; x < w; x++) sums[x] = b[x] * (radius + 1);
    for (let y = 1; y <= radius; y++) for (let x = 0; x < w; x++) sums[x] += b[y * w + x];
    for (let y = 0; y < h; y++) {
      const o = y * w;
      const gain = Math.min(h - 1, y + radius + 1) * w;
      const loss = Math.max(0, y - radius) * w;
      for (let x = 0; x < w; x++) {
        a[o + x] = sums[x] * k;
        sums[x] += b[gain + x] - b[loss + x];
      }
    }
  }
  return a;
}

const smoothstep = (a, b, x) => {
  const t = Math.min(1, Math.max(0, (x - a) / (b - a)));
  return t * t * (3 - 2 * t);
};

// One tile of value noise with several octaves, and one of fine grain: the paper of the whole series.
const TILE = 512;
const texture = (() => {
  const r = random("paper");
  const wash = noise(r, [[4, 0.5], [9, 0.3], [21, 0.2], [64, 0.12]]);
  const edge = noise(r, [[11, 0.6], [40, 0.4], [90, 0.25]]);
  const grain = Float32Array.from({ length: TILE * TILE }, () => r.bell());
  return { wash, edge, grain: blurPlane(grain, TILE, TILE, 1).map((v) => v * 2.6) };
})();

/** Tileable value noise: a sum of [cells across, amplitude] octaves. */
function noise(r, octaves) {
  const plane = new Float32Array(TILE * TILE);
  for (const [cells, amp] of octaves) {
    const grid = Float32Array.from({ length: cells * cells }, () => r.range(-1, 1));
    for (let y = 0; y < TILE; y++) {
      const fy = (y / TILE) * cells;
      const y0 = Math.floor(fy);
      const ty = fy - y0;
      const sy = ty * ty * (3 - 2 * ty);
      for (let x = 0; x < TILE; x++) {
        const fx = (x / TILE) * cells;
        const x0 = Math.floor(fx);
        const tx = fx - x0;
        const sx = tx * tx * (3 - 2 * tx);
        const at = (i, j) => grid[((y0 + j) % cells) * cells + ((x0 + i) % cells)];
        const top = at(0, 0) + (at(1, 0) - at(0, 0)) * sx;
        const low = at(0, 1) + (at(1, 1) - at(0, 1)) * sx;
        plane[y * TILE + x] += (top + (low - top) * sy) * amp;
      }
    }
  }
  return plane;
}

/** Gives flat shapes a hand-cut edge: every pixel is fetched (bilinear) from a place that wanders slowly by `amount` px. */
export function wobble(image, amount) {
  const { width: W, height: H, data } = image;
  const out = new Uint8ClampedArray(data.length);
  const words = new Uint32Array(data.buffer, data.byteOffset, W * H);
  const into = new Uint32Array(out.buffer);
  const { edge } = texture;
  for (let y = 0; y < H; y++) {
    const ra = (y % TILE) * TILE;
    const rb = ((y + 201) % TILE) * TILE;
    for (let x = 0; x < W; x++) {
      const fx = Math.min(W - 1.001, Math.max(0, x + edge[ra + (x % TILE)] * amount));
      const fy = Math.min(H - 1.001, Math.max(0, y + edge[rb + ((x + 97) % TILE)] * amount));
      const x0 = fx | 0;
      const y0 = fy | 0;
      const w0 = y0 * W + x0;
      const same = words[w0];
      if (same === words[w0 + 1] && same === words[w0 + W] && same === words[w0 + W + 1]) {
        if (same !== 0) into[y * W + x] = same;
        continue;
      }
      const tx = fx - x0;
      const ty = fy - y0;
      const s = (y0 * W + x0) * 4;
      const low = s + W * 4;
      const d = (y * W + x) * 4;
      for (let j = 0; j < 4; j++) {
        const top = data[s + j] + (data[s + 4 + j] - data[s + j]) * tx;
        const bot = data[low + j] + (data[low + 4 + j] - data[low + j]) * tx;
        out[d + j] = top + (bot - top) * ty;
      }
    }
  }
  return { width: W, height: H, data: out };
}

/**
 * Paints light on a flat figure, in place: a cool shadow side with a soft-edged boundary, warm light from `light` (unit
 * vector, towards the light), a rim where the light grazes the outline, and a fade to nothing at the foot.
 */
export function illuminate(figure, { light, shadow, glow, rim = 0.9, shade = 0.55, tint = null, tintAmount = 0, size, fade = null, skin = null }) {
  const { width: w, height: h, data } = figure;
  const n = w * h;
  const alpha = new Float32Array(n);
  for (let i = 0; i < n; i++) alpha[i] = data[i * 4 + 3] / 255;
  const wide = blurPlane(alpha, w, h, size * 0.075);
  const thin = blurPlane(alpha, w, h, size * 0.006);
  let face = null;
  if (skin) {
    const [sr, sg, sb] = rgb(skin);
    const plane = new Float32Array(n);
    for (let i = 0; i < n; i++) {
      const d = Math.abs(data[i * 4] - sr) + Math.abs(data[i * 4 + 1] - sg) + Math.abs(data[i * 4 + 2] - sb);
      plane[i] = d < 12 && alpha[i] > 0.9 ? 1 : 0;
    }
    // Close the gaps that lines and features leave, so that only the true edge of the face casts shade.
    const whole = blurPlane(plane, w, h, size * 0.022).map((q) => smoothstep(0.2, 0.5, q));
    face = { plane: blurPlane(plane, w, h, 1), soft: blurPlane(whole, w, h, size * 0.06) };
  }
  const [S, G] = [rgb(shadow), rgb(glow)];
  const T = tint ? rgb(tint) : null;
  const [lx, ly] = light;
  const reach = size * 0.085;
  const edge = size * 0.011;
  const sample = (p, x, y) => {
    const xx = Math.min(w - 1, Math.max(0, Math.round(x)));
    const yy = Math.min(h - 1, Math.max(0, Math.round(y)));
    return p[yy * w + xx];
  };
  for (let y = 0; y < h; y++) {
    const f = fade ? 1 - smoothstep(fade[0], fade[1], y) : 1;
    for (let x = 0; x < w; x++) {
      const i = y * w + x;
      const a = alpha[i];
      if (a === 0) continue;
      const o = i * 4;
      if (f <= 0) {
        data[o] = data[o + 1] = data[o + 2] = data[o + 3] = 0;
        continue;
      }
      let r = data[o] / a;
      let g = data[o + 1] / a;
      let b = data[o + 2] / a;
      const away = 1 - sample(wide, x - lx * reach, y - ly * reach * 0.4);
      let sh = smoothstep(0.12, 0.62, away);
      let q = shade;
      if (face && face.plane[i] > 0.02) {
        const on = Math.min(1, face.plane[i] * 1.5);
        const fs = smoothstep(0.36, 0.56, 1 - sample(face.soft, x - lx * size * 0.06, y - ly * size * 0.02)) * 0.8;
        sh += (fs - sh) * on;
        q *= 1 - on * 0.22;
      }
      const down = (y / h) ** 2 * 0.4;
      const k = Math.min(0.9, (sh + down) * q);
      r *= 1 - k + (k * S[0]) / 255;
      g *= 1 - k + (k * S[1]) / 255;
      b *= 1 - k + (k * S[2]) / 255;
      const toward = smoothstep(0.1, 0.7, 1 - sample(wide, x + lx * reach, y + ly * reach)) * 0.3;
      r += (G[0] - r) * toward * 0.6;
      g += (G[1] - g) * toward * 0.6;
      b += (G[2] - b) * toward * 0.6;
      const rm = smoothstep(0.25, 0.8, 1 - sample(thin, x + lx * edge, y + ly * edge)) * rim;
      r += (G[0] - r) * rm;
      g += (G[1] - g) * rm;
      b += (G[2] - b) * rm;
      if (T) {
        r += (T[0] - r) * tintAmount;
        g += (T[1] - g) * tintAmount;
        b += (T[2] - b) * tintAmount;
      }
      const aa = a * f;
      data[o] = Math.min(255, r) * aa;
      data[o + 1] = Math.min(255, g) * aa;
      data[o + 2] = Math.min(255, b) * aa;
      data[o + 3] = aa * 255;
    }
  }
  return figure;
}

/** The finish every picture shares: wash, grain, a darker rim, a foot that carries text, gentle contrast. */
export function finish(image, { ink, key, wash = 0.07, grain = 7, vignette = 0.5, foot = 0, left = 0, saturation = 1.2, contrast = 0.22 }) {
  const { width: W, height: H, data } = image;
  const [ir, ig, ib] = rgb(ink);
  const r = random(`finish/${key}`);
  const ox = r.int(0, TILE - 1);
  const oy = r.int(0, TILE - 1);
  for (let y = 0; y < H; y++) {
    const v = y / H;
    const ft = foot ? foot * smoothstep(0.62, 1, v) : 0;
    const dy = (v - 0.46) * 1.1;
    for (let x = 0; x < W; x++) {
      const o = (y * W + x) * 4;
      const dx = (x / W - 0.5) * 1.16;
      const d = Math.sqrt(dx * dx + dy * dy);
      let k = vignette * smoothstep(0.38, 0.86, d);
      if (left) k = Math.max(k, left * (1 - smoothstep(0.02, 0.5, x / W)));
      k = 1 - (1 - k) * (1 - ft);
      const t = texture.wash[((y + oy) % TILE) * TILE + ((x + ox) % TILE)] * wash;
      const gr = texture.grain[((y + ox) % TILE) * TILE + ((x + oy) % TILE)] * grain;
      const lum = 0.3 * data[o] + 0.59 * data[o + 1] + 0.11 * data[o + 2];
      for (let j = 0; j < 3; j++) {
        let c = lum + (data[o + j] - lum) * saturation;
        const s = Math.min(1, Math.max(0, c / 255));
        c = 255 * (s + (s * s * (3 - 2 * s) - s) * contrast) * (1 + t);
        c += (j === 0 ? ir - c : j === 1 ? ig - c : ib - c) * k;
        const m = c / 255;
        data[o + j] = c + gr * (0.35 + 2.2 * m * (1 - m));
      }
      data[o + 3] = 255;
    }
  }
  return image;
}

export async function webp(image, quality) {
  return sharp(Buffer.from(image.data.buffer), { raw: { width: image.width, height: image.height, channels: 4 } })
    .removeAlpha()
    .webp({ quality, effort: 4, smartSubsample: false, preset: "drawing" })
    .toBuffer();
}
