/** Numbers for people: medians, tables, targets. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { results } from "./paths.mjs";

const sorted = (values) => [...values].sort((a, b) => a - b);

export function median(values) {
  const all = sorted(values);
  const middle = all.length >> 1;
  return all.length % 2 === 1 ? all[middle] : (all[middle - 1] + all[middle]) / 2;
}

/** The value below which `share` of the values lie. */
export function percentile(values, share) {
  const all = sorted(values);
  return all[Math.min(all.length - 1, Math.ceil(all.length * share) - 1)] ?? 0;
}

/** Half the distance between the extremes, as a share of the median. */
export function spread(values) {
  const all = sorted(values);
  return (all[all.length - 1] - all[0]) / 2 / median(all);
}

export const fixed = (value, digits = 2) => (Number.isFinite(value) ? value.toFixed(digits) : "–");

const sections = [];
const verdicts = [];

export function say(text = "") {
  console.log(text);
  sections.push(text);
}

export function table(head, rows) {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => String(row[column]).length)));
  const line = (cells) => `| ${cells.map((cell, column) => (column === 0 ? String(cell).padEnd(widths[column]) : String(cell).padStart(widths[column]))).join(" | ")} |`;
  const rule = `|${widths.map((width, column) => (column === 0 ? `-${"-".repeat(width)}-` : ` ${"-".repeat(width)}:`)).join("|")}|`;
  say([line(head), rule, ...rows.map(line)].join("\n"));
}

/** Notes a result against its target. `least`: larger is better. */
export function target(what, value, wanted, { least = true, unit = "x", digits = 2 } = {}) {
  const met = least ? value >= wanted : value <= wanted;
  verdicts.push([what, `${fixed(value, digits)}${unit}`, `${least ? "≥" : "≤"} ${wanted}${unit}`, met ? "PASS" : "short"]);
}

/** What is not a matter of speed: a wrong answer. It fails the run. */
export function wrong(what) {
  say(`WRONG: ${what}`);
  process.exitCode = 1;
}

export function conclude() {
  say("\n## Against the targets\n");
  table(["What", "Measured", "Target", ""], verdicts);
  mkdirSync(results, { recursive: true });
  const file = join(results, "latest.md");
  writeFileSync(file, `${sections.join("\n")}\n`);
  console.log(`\n==> ${file}`);
}
