// Draws the product's own marks into ui/public: logo, icons, the fallback pictures and the default share picture.
// Run by hand when the mark changes (`npm run marks`); the results are small and kept in the repository.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { Resvg } from "@resvg/resvg-js";
import sharp from "sharp";
import { finish, render } from "./lib/raster.mjs";
import { WORDMARK, mark } from "./lib/mark.mjs";

const out = resolve(dirname(fileURLToPath(import.meta.url)), "../public");
mkdirSync(out, { recursive: true });
const GROUND = "#000814";
const GOLD = "#FFC300";

const svg = (w, h, body, defs = "") => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${w} ${h}" width="${w}" height="${h}"><defs>${defs}</defs>${body}</svg>`;
const text = (name, s) => writeFileSync(join(out, name), `${s}\n`);
const png = async (name, s, width) =>
  writeFileSync(join(out, name), await sharp(new Resvg(s, { fitTo: { mode: "width", value: width } }).render().asPng()).png({ compressionLevel: 9, palette: true, quality: 95 }).toBuffer());

text("logo.svg", `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path fill="${GROUND}" d="M0 7a7 7 0 0 1 7-7h18a7 7 0 0 1 7 7v18a7 7 0 0 1-7 7H7a7 7 0 0 1-7-7z"/><g transform="translate(2.400 1.800) scale(.85)">${mark({ gold: GOLD, ground: GROUND })}</g></svg>`);
text("favicon.svg", `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="${GROUND}"/><g transform="translate(1.200 .5) scale(.925)">${mark({ gold: GOLD, ground: GROUND })}</g></svg>`);

const icon = (inset) => svg(64, 64, `<rect width="64" height="64" fill="url(#g)"/><g transform="translate(${inset} ${inset - 1}) scale(${(64 - inset * 2) / 32})">${mark({ gold: GOLD, ground: GROUND })}</g>`, `<radialGradient id="g" cx=".5" cy=".32" r=".8"><stop offset="0" stop-color="#0F2740"/><stop offset="1" stop-color="${GROUND}"/></radialGradient>`);
await png("icon-192.png", icon(11), 192);
await png("icon-512.png", icon(11), 512);
await png("apple-touch-icon.png", icon(9), 180);

/** A dark house with one light: the ground of every fallback picture. */
function house(w, h, { cx = w / 2, top = -0.12 * h, pool = h * 0.86, wide = w * 0.36, folds = true } = {}) {
  const defs = `<linearGradient id="bg" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#04101F"/><stop offset=".6" stop-color="#0A1B2A"/><stop offset="1" stop-color="${GROUND}"/></linearGradient>
<linearGradient id="beam" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#FFEDBE" stop-opacity=".34"/><stop offset=".55" stop-color="#FFE7A8" stop-opacity=".16"/><stop offset="1" stop-color="#FFE7A8" stop-opacity="0"/></linearGradient>
<radialGradient id="pool"><stop offset="0" stop-color="#FFE49A" stop-opacity=".6"/><stop offset=".6" stop-color="${GOLD}" stop-opacity=".22"/><stop offset="1" stop-color="${GOLD}" stop-opacity="0"/></radialGradient>
<radialGradient id="air" cx="${cx / w}" cy=".45" r=".6"><stop offset="0" stop-color="#1B4059" stop-opacity=".85"/><stop offset="1" stop-color="#0A1B2A" stop-opacity="0"/></radialGradient>
<linearGradient id="fold" x1="0" x2="1"><stop offset="0" stop-color="#03101E"/><stop offset=".45" stop-color="#173450"/><stop offset="1" stop-color="#020A14"/></linearGradient>`;
  let body = `<rect width="${w}" height="${h}" fill="url(#bg)"/><rect width="${w}" height="${h}" fill="url(#air)"/>`;
  body += `<path d="M${cx - w * 0.03} ${top}L${cx + w * 0.03} ${top}L${cx + wide} ${pool}L${cx - wide} ${pool}Z" fill="url(#beam)" style="mix-blend-mode:screen"/><ellipse cx="${cx}" cy="${pool}" rx="${wide * 1.12}" ry="${h * 0.055}" fill="url(#pool)"/>`;
  if (folds) {
    const fw = Math.min(w * 0.055, h * 0.06);
    for (const side of [0, 1])
      for (let i = 0; i < 4; i++) {
        const x = side ? w - (i + 1) * fw : i * fw;
        const sag = (4 - i) * fw * 0.16 * (side ? -1 : 1);
        body += `<path d="M${x} 0H${x + fw}C${x + fw + sag} ${h * 0.4} ${x + fw - sag * 1.5} ${h * 0.75} ${x + fw + sag} ${h}H${x}Z" fill="url(#fold)" opacity="${0.96 - i * 0.1}"/>`;
      }
  }
  return { defs, body };
}

async function picture(name, w, h, make, options = {}) {
  const { defs, body } = make();
  const image = finish(render(svg(w, h, body, defs)), { ink: GROUND, key: name, wash: 0.06, grain: 5, vignette: 0.4, saturation: 1, contrast: 0.05, ...options });
  const raw = sharp(Buffer.from(image.data.buffer), { raw: { width: w, height: h, channels: 4 } }).removeAlpha();
  const bytes = name.endsWith(".png") ? await raw.png({ compressionLevel: 9, palette: true, colours: 160, dither: 0.5, effort: 10 }).toBuffer() : await raw.webp({ quality: 84, effort: 6 }).toBuffer();
  writeFileSync(join(out, name), bytes);
}

await picture("default-cover.webp", 932, 1398, () => {
  const b = house(932, 1398, { pool: 1130, wide: 300 });
  return { defs: b.defs, body: `${b.body}<g transform="translate(${466 - 170} 480) scale(10.625)" opacity=".94">${mark({ gold: GOLD, ground: "#0A1B2A" })}</g>` };
});
await picture("default-avatar.webp", 512, 512, () => {
  const b = house(512, 512, { pool: 470, wide: 170, folds: false });
  return { defs: b.defs, body: `${b.body}<g transform="translate(${256 - 136} 112) scale(8.5)" opacity=".94">${mark({ gold: GOLD, ground: "#0A1B2A" })}</g>` };
}, { vignette: 0.3 });
await picture("og-default.png", 1200, 630, () => {
  const b = house(1200, 630, { pool: 560, wide: 330 });
  return { defs: b.defs, body: `${b.body}<g transform="translate(${600 - 92} 96) scale(5.75)">${mark({ gold: GOLD, ground: "#0A1B2A" })}</g><g transform="translate(${600 - (WORDMARK.width * 1.2) / 2} 350) scale(1.2)" fill="#F6EBCB">${WORDMARK.paths}</g>` };
}, { wash: 0, grain: 0 });
console.log(`marks → ${out}`);
