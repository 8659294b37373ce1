/** Where everything is. All that the bench writes lies under `bench` in cargo's target folder, but for its results. */
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const bench = resolve(dirname(fileURLToPath(import.meta.url)), "..");
export const root = resolve(bench, "..");
const target = resolve(root, process.env.CARGO_TARGET_DIR ?? "target");
export const work = join(target, "bench");
export const release = join(target, "release");
export const dramatis = join(release, "dramatis");
export const parts = join(release, "examples/bench");
export const money = join(release, "examples/money");
export const modelDouble = join(release, "examples/model-double");
export const bundles = join(root, "bundles");
export const results = join(bench, "results");
/** The node that runs the peers. */
export const node = process.env.BENCH_NODE ?? process.execPath;
