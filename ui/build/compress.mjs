import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import zlib from "node:zlib";

/** Compression of a build that is served: as small as it gets; and of one that is looked at once: soon. */
const SMALL = { brotli: 11, zstd: 19 };
const SOON = { brotli: 4, zstd: 3 };

/** Beside each file its compressed forms, which the server sends as they are. */
export function compress(assets, { dev }) {
  const level = dev ? SOON : SMALL;
  const brotli = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: level.brotli } };
  const zstd = { params: { [zlib.constants.ZSTD_c_compressionLevel]: level.zstd } };
  for (const file of readdirSync(assets)) {
    if (!/\.(js|css|svg)$/.test(file)) continue;
    const bytes = readFileSync(join(assets, file));
    writeFileSync(join(assets, `${file}.br`), zlib.brotliCompressSync(bytes, brotli));
    // Node 20 has no zstd.
    if (zlib.zstdCompressSync !== undefined)
      writeFileSync(join(assets, `${file}.zst`), zlib.zstdCompressSync(bytes, zstd));
  }
}
