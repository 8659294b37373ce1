// One drawing thread: takes a job, writes its pictures, answers with their facts.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createHash } from "node:crypto";
import { parentPort, workerData } from "node:worker_threads";
import { files } from "./compose.mjs";

parentPort.on("message", async (job) => {
  try {
    const dir = join(workerData.out, job.dir);
    mkdirSync(dir, { recursive: true });
    const made = [];
    for (const [name, size, make] of files(job)) {
      const bytes = await make();
      writeFileSync(join(dir, name), bytes);
      made.push({ path: `${job.dir}/${name}`, width: size.width, height: size.height, bytes: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") });
    }
    parentPort.postMessage({ key: job.key, files: made });
  } catch (error) {
    parentPort.postMessage({ key: job.key, error: `${job.dir}/${job.slug}: ${error.stack ?? error}` });
  }
});
