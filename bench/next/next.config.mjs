import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** Nothing that costs time and the others do not do: no compression, no header of its own. */
export default {
  compress: false,
  poweredByHeader: false,
  generateEtags: false,
  turbopack: { root: resolve(dirname(fileURLToPath(import.meta.url)), "..") },
};
