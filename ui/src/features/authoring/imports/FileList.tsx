import { Suspense, useState } from "react";
import { readUri } from "../../../api/address";
import { useApiList } from "../../../api/list";
import { first, usePage } from "../../../api/page";
import { reads } from "../../../api/reads";
import { ErrorState } from "../../../design/EmptyStates";
import { lazyDialog } from "../../../design/lazyDialog";
import { Pagination } from "../../../design/Pagination";
import { Skeleton } from "../../../design/Skeleton";
import { Tabs } from "../../../design/Tabs";
import { VisuallyHidden } from "../../../design/VisuallyHidden";
import { paths } from "../../../lib/paths";
import type { ImportBatch, ImportFile } from "../types";
import { isState, STATE_ORDER, STATES } from "./copy";
import s from "./FileList.module.css";
import { FileRow } from "./FileRow";

const FileReportDialog = lazyDialog(async () => ({
  default: (await import("./FileReportDialog")).FileReportDialog,
}));

/** How often the list of an import that is under way is read again, in milliseconds. */
const EVERY_MS = 3_000;

/** The files of an import, all of them or those in one state. */
export function FileList({ batch: { id, counts, finished } }: { batch: ImportBatch }) {
  const page = usePage();
  const asked = first(page, "state");
  const state = isState(asked) ? asked : null;
  const [open, setOpen] = useState<ImportFile | null>(null);
  const list = useApiList(
    page.uri(reads.importFiles),
    (cursor) => readUri(reads.importFiles, { importID: id, state, cursor }),
    { everyMs: finished ? null : EVERY_MS },
  );
  const shown = STATE_ORDER.filter((each) => counts[each] > 0 || each === state);
  return (
    <section className={s.list} aria-label="Files">
      <Tabs
        label="Files of this import"
        tabs={[
          {
            href: paths.importBatch(id),
            label: "All files",
            note: String(counts.total),
            current: state === null,
          },
          ...shown.map((each) => ({
            href: paths.importBatch(id, { state: each }),
            label: STATES[each].label,
            note: String(counts[each]),
            current: each === state,
          })),
        ]}
      />
      {list.state === "loading" && <Loading />}
      {list.state === "failed" && (
        <ErrorState title="Couldn’t load the files" onRetry={list.retry}>
          {list.error?.message ?? "Try again in a moment."}
        </ErrorState>
      )}
      {list.state === "ready" && list.items.length === 0 && (
        <p className={s.nothing}>{state === null ? "No files have arrived yet." : STATES[state].none}</p>
      )}
      {list.state === "ready" && list.items.length > 0 && (
        <>
          <ul className={s.rows} aria-label={state === null ? "All files" : STATES[state].label}>
            {list.items.map((file) => (
              <FileRow key={file.position} file={file} onReport={() => setOpen(file)} />
            ))}
          </ul>
          <Pagination
            nextHref={paths.importBatch(id, {
              state: state ?? undefined,
              cursor: list.nextCursor ?? undefined,
            })}
            state={list.more}
            onMore={list.loadMore}
            noun="files"
          />
        </>
      )}
      {open !== null && (
        <Suspense fallback={null}>
          <FileReportDialog importId={id} file={open} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </section>
  );
}

const ROWS = [0, 1, 2, 3, 4, 5];

function Loading() {
  return (
    <div className={s.rows} role="status">
      <VisuallyHidden>Loading the files</VisuallyHidden>
      {ROWS.map((row) => (
        <Skeleton key={row} className={s.blank} />
      ))}
    </div>
  );
}
