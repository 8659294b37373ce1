import { type Head, type PageContext, pageHead, usePage } from "../../api/page";
import { useApi } from "../../api/query";
import { reads } from "../../api/reads";
import { LinkButton } from "../../design/Button";
import { EmptyState, ErrorState } from "../../design/EmptyStates";
import { Skeleton } from "../../design/Skeleton";
import { VisuallyHidden } from "../../design/VisuallyHidden";
import { cx } from "../../lib/classes";
import { paths } from "../../lib/paths";
import s from "./ImportPage.module.css";
import { BatchView } from "./imports/BatchView";
import { batchTitle } from "./imports/copy";
import type { ImportBatch } from "./types";

export function head(ctx: PageContext): Head {
  const batch = ctx.data(ctx.uri(reads.importBatch));
  return pageHead({
    title: batch === undefined ? "Import" : batchTitle(batch),
    description: "How far an import is, and what became of each file.",
    canonical: paths.importBatch(ctx.params.importID ?? ""),
    robots: "noindex,nofollow",
  });
}

/** How often an import that is under way is looked at, in milliseconds; one of a single file takes less time. */
const EVERY_MS = 2_000;
const ONE_FILE_MS = 700;

function untilNextLook(last: ImportBatch | undefined): number | null {
  if (last === undefined || last.finished) return null;
  return last.counts.total <= 1 ? ONE_FILE_MS : EVERY_MS;
}

/** An import: how far it is, what it asks, and what became of each file. */
export default function ImportPage() {
  const page = usePage();
  const batch = useApi(page.uri(reads.importBatch), { again: untilNextLook });
  return (
    <div className={cx("wrap", s.page)}>
      {batch.state === "loading" && <ImportSkeleton />}
      {batch.state === "failed" &&
        (batch.error.status === 404 || batch.error.status === 410 ? (
          <EmptyState
            title="No such import"
            icon="folder"
            action={<LinkButton href={paths.myScenarios}>My scenarios</LinkButton>}
          >
            It was deleted, it is older than 30 days, or it belongs to somebody else. The scenarios it brought
            are on the shelf.
          </EmptyState>
        ) : (
          <ErrorState title="Couldn’t load the import" onRetry={batch.retry}>
            {`${batch.error.message} The import is still running.`}
          </ErrorState>
        ))}
      {batch.state === "ready" && <BatchView key={batch.data.id} batch={batch.data} />}
    </div>
  );
}

const ROWS = [0, 1, 2, 3, 4];

function ImportSkeleton() {
  return (
    <div className={s.skeleton} role="status">
      <VisuallyHidden>Loading the import</VisuallyHidden>
      <Skeleton className={s.skeletonTitle} />
      <Skeleton className={s.skeletonBar} />
      {ROWS.map((row) => (
        <Skeleton key={row} className={s.skeletonRow} />
      ))}
    </div>
  );
}
