// Unpacks the fonts that the server draws sharing pictures with: @fontsource's WOFF2 files → bundles/fonts/*.ttf.
// title-*.ttf set the title and the wordmark, text-*.ttf all else; the server goes by these names. Licence of both
// families: SIL Open Font License 1.1.
// Usage: node fonts.mjs [--out DIR]
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { decompress } from "wawoff2";

const require = createRequire(import.meta.url);
const i = process.argv.indexOf("--out");
const out = resolve(i > 0 ? process.argv[i + 1] : join(dirname(fileURLToPath(import.meta.url)), "../../bundles/fonts"));

const faces = [
  { role: "title", family: "newsreader", weight: 600 },
  { role: "text", family: "inter", weight: 400 },
  { role: "text", family: "inter", weight: 600 },
];

mkdirSync(out, { recursive: true });
let written = 0;
for (const { role, family, weight } of faces) {
  const files = join(dirname(require.resolve(`@fontsource/${family}/package.json`)), "files");
  const ending = `-${weight}-normal.woff2`;
  for (const file of readdirSync(files).filter((name) => name.endsWith(ending))) {
    // newsreader-latin-ext-600-normal.woff2 → title-latin-ext-600.ttf
    const script = file.slice(family.length + 1, -ending.length);
    writeFileSync(join(out, `${role}-${script}-${weight}.ttf`), await decompress(readFileSync(join(files, file))));
    written += 1;
  }
}
console.log(`fonts: ${written} files in ${out}`);
