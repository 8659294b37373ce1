import { usePage } from "../../../api/page";
import { useApi } from "../../../api/query";
import { reads } from "../../../api/reads";
import { longDate } from "../../../lib/dates";
import { paths } from "../../../lib/paths";
import { batchTitle, resultText, settledIn } from "./copy";
import disclosure from "./Disclosure.module.css";
import s from "./EarlierImports.module.css";

/** The latest imports of many files with their reports, kept for 30 days; nothing if there are none. */
export function EarlierImports() {
  const batches = useApi(usePage().uri(reads.importBatches));
  if (batches.state !== "ready" || batches.data.results.length === 0) return null;
  return (
    <details className={s.earlier}>
      <summary className={disclosure.summary}>Earlier imports</summary>
      <ul>
        {batches.data.results.map((batch) => (
          <li key={batch.id}>
            <a className="text-link" href={paths.importBatch(batch.id)} dir="auto">
              {batchTitle(batch)}
            </a>
            <span>
              {batch.name !== null && `${longDate(batch.createdOn)}. `}
              {batch.finished
                ? resultText(batch.counts)
                : `${settledIn(batch.counts)} of ${batch.counts.total} done.`}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
