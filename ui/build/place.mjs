import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";

/** Where things are, and how a file that never changes gets its name. */

/** The folder `ui/`. */
export const ui = dirname(import.meta.dirname);

/** The folder the server reads. */
export const out = resolve(ui, "../bundles");

export const require = createRequire(import.meta.url);

export const hash = (bytes) => createHash("sha256").update(bytes).digest("hex").slice(0, 10);

/** Writes a file under a name with its hash, and returns its address. */
export function emit(dir, name, bytes) {
  const dot = name.lastIndexOf(".");
  const file = `${name.slice(0, dot)}-${hash(bytes)}${name.slice(dot)}`;
  writeFileSync(join(dir, file), bytes);
  return `/assets/${file}`;
}
