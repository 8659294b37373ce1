// One drawing process: takes a job, writes its pictures, answers with their facts. A process and not a thread, because the
// rasteriser is native code: where it aborts, only this child ends, and the builder goes on.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createHash } from "node:crypto";
import { files } from "./compose.mjs";

const out = process.argv[2];

process.on("message", async (job) => {
  try {
    const dir = join(out, job.dir);
    mkdirSync(dir, { recursive: true });
    const made = [];
    for (const [name, size, make] of files(job)) {
      const bytes = await make();
      writeFileSync(join(dir, name), bytes);
      made.push({ path: `${job.dir}/${name}`, width: size.width, height: size.height, bytes: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") });
    }
    process.send({ key: job.key, files: made });
  } catch (error) {
    process.send({ key: job.key, error: `${job.dir}/${job.slug}: ${error.stack ?? error}` });
  }
});
process.on("disconnect", () => process.exit(0));
