import { readUri } from "../../../api/address";
import { useApi } from "../../../api/query";
import { reads } from "../../../api/reads";
import { ErrorState } from "../../../design/EmptyStates";
import { draftUri } from "../api";
import { emptyDraft } from "../model/draft";
import { fieldName } from "../model/parts";
import { pathOfPointer } from "../model/path";
import type { ImportFile } from "../types";
import { Arrived } from "./Arrived";
import { CardReport } from "./CardReport";

interface FileReportProps {
  importId: string;
  file: ImportFile;
}

/** Until the draft is at hand its fields have names, and its actors do not. */
const NO_DRAFT = emptyDraft();

/** What became of each field of one file of an import. */
export function FileReport({ importId, file: { position, scenario } }: FileReportProps) {
  const report = useApi(readUri(reads.importFile, { importID: importId, position: String(position) }));
  const view = useApi(draftUri(scenario?.id ?? ""), { enabled: scenario !== null });
  const draft = view.state === "ready" ? view.data.draft : null;
  switch (report.state) {
    case "loading":
      return <p role="status">Loading the report…</p>;
    case "failed":
      return (
        <ErrorState title="Couldn’t load the report" onRetry={report.retry}>
          {report.error.message}
        </ErrorState>
      );
    case "ready":
      return (
        <CardReport
          {...report.data}
          placeName={(place) => {
            const named = draft ?? NO_DRAFT;
            return fieldName(pathOfPointer(named, place), named);
          }}
        >
          {draft !== null && <Arrived draft={draft} />}
        </CardReport>
      );
  }
}
