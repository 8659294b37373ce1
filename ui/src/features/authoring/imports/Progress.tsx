import type { ImportBatch, ImportFileState } from "../types";
import { settledIn } from "./copy";
import s from "./Progress.module.css";

/** From what is done to what is under way; the rest of the bar is still to come. */
const SEGMENTS = [
  "imported",
  "updated",
  "skipped",
  "changed",
  "failed",
  "importing",
] as const satisfies readonly ImportFileState[];

/** How far an import is, as a bar of what became of its files. */
export function Progress({ counts, total }: { counts: ImportBatch["counts"]; total: number }) {
  const all = Math.max(total, 1);
  let x = 0;
  return (
    <div
      className={s.bar}
      role="progressbar"
      aria-label="Files done"
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={settledIn(counts)}
    >
      <svg viewBox={`0 0 ${all} 1`} preserveAspectRatio="none" aria-hidden="true">
        {SEGMENTS.map((state) => {
          const from = x;
          x += counts[state];
          return (
            counts[state] > 0 && (
              <rect key={state} data-state={state} x={from} y={0} width={counts[state]} height={1} />
            )
          );
        })}
      </svg>
    </div>
  );
}
