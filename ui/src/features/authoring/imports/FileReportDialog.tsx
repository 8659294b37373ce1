import { readUri } from "../../../api/address";
import { useApi } from "../../../api/query";
import { reads } from "../../../api/reads";
import { Button, LinkButton } from "../../../design/Button";
import { Dialog } from "../../../design/Dialog";
import { ErrorState } from "../../../design/EmptyStates";
import { paths } from "../../../lib/paths";
import { draftUri } from "../api";
import { emptyDraft } from "../model/draft";
import { fieldName } from "../model/parts";
import { segmentsOf } from "../model/path";
import type { ImportFile } from "../types";
import { Arrived } from "./Arrived";
import { CardReport } from "./CardReport";

interface FileReportDialogProps {
  importId: string;
  file: ImportFile;
  onClose: () => void;
}

const NO_DRAFT = emptyDraft();
/** The draft is not at hand: its fields have names, its actors do not. */
const placeName = (pointer: string) => fieldName(segmentsOf(pointer), NO_DRAFT);

/** What became of each field of one file of an import. */
export function FileReportDialog({ importId, file, onClose }: FileReportDialogProps) {
  const report = useApi(readUri(reads.importFile, { importID: importId, position: String(file.position) }));
  return (
    <Dialog
      id="file-report"
      title={file.scenario?.displayName ?? file.name}
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          {file.scenario !== null && (
            <LinkButton tone="accent" href={paths.draft(file.scenario.id)}>
              Open the draft
            </LinkButton>
          )}
        </>
      }
    >
      {report.state === "loading" && <p role="status">Loading the report…</p>}
      {report.state === "failed" && (
        <ErrorState title="Couldn’t load the report" onRetry={report.retry}>
          {report.error.message}
        </ErrorState>
      )}
      {report.state === "ready" && (
        <>
          <p dir="auto">{file.name}</p>
          <CardReport {...report.data} placeName={placeName}>
            {file.scenario !== null && <ArrivedIn id={file.scenario.id} />}
          </CardReport>
        </>
      )}
    </Dialog>
  );
}

/** What a draft has now, once that is here. */
function ArrivedIn({ id }: { id: string }) {
  const view = useApi(draftUri(id));
  return view.state === "ready" ? <Arrived draft={view.data.draft} /> : null;
}
