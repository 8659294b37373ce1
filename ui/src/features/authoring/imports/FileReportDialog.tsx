import { Button, LinkButton } from "../../../design/Button";
import { Dialog } from "../../../design/Dialog";
import { paths } from "../../../lib/paths";
import type { ImportFile } from "../types";
import { FileReport } from "./FileReport";

interface FileReportDialogProps {
  importId: string;
  file: ImportFile;
  onClose: () => void;
}

/** The report of one file among many. */
export function FileReportDialog({ importId, file, onClose }: FileReportDialogProps) {
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
      <p dir="auto">{file.name}</p>
      <FileReport importId={importId} file={file} />
    </Dialog>
  );
}
