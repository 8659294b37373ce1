import { useId, useState } from "react";
import { Button, LinkButton } from "../../design/Button";
import { Dialog } from "../../design/Dialog";
import { FormDialog } from "../../design/forms/FormDialog";
import { ActionError } from "../../design/forms/failure";
import { useForm } from "../../design/forms/useForm";
import { Icon } from "../../design/Icon";
import type { IconName } from "../../design/icons";
import reports from "../../design/Report.module.css";
import { plural } from "../../lib/format";
import { storiesApi } from "./api";
import s from "./ImportDialog.module.css";
import { reportOrder } from "./importReport";
import { storyPath } from "./storyPath";
import type { Imported, ImportLine } from "./types";

interface ImportDialogProps {
  onImported: () => void;
  onClose: () => void;
}

/** A file becomes a story; afterwards a report lists field by field what was kept. */
export function ImportDialog({ onImported, onClose }: ImportDialogProps) {
  const field = useId();
  const [file, setFile] = useState<File | null>(null);
  const [done, setDone] = useState<Imported | null>(null);
  const form = useForm({
    send: async () => {
      if (file === null) throw new ActionError("Choose a file first.");
      setDone(await storiesApi.import(file));
      onImported();
    },
  });

  if (done !== null) return <Report imported={done} onClose={onClose} />;
  return (
    <FormDialog
      id="import"
      title="Import a story"
      form={form}
      action="Import"
      busyAction="Importing…"
      onClose={onClose}
    >
      <p>
        A story exported from here, or a chat from SillyTavern or a compatible app. It’s added as a new story;
        your other stories don’t change.
      </p>
      <label className={s.field} htmlFor={field}>
        <Icon name="upload" />
        <span className={s.words}>
          <b>File</b>
          <span dir="auto">{file === null ? ".json, .jsonl or .txt" : file.name}</span>
        </span>
        <input
          id={field}
          type="file"
          name="file"
          accept=".json,.jsonl,.txt,application/json,text/plain"
          onChange={(event) => setFile(event.target.files?.[0] ?? null)}
        />
      </label>
    </FormDialog>
  );
}

const OUTCOMES: Readonly<Record<ImportLine["outcome"], { icon: IconName; label: string }>> = {
  kept: { icon: "check", label: "Kept" },
  changed: { icon: "edit", label: "Changed" },
  dropped: { icon: "close", label: "Left out" },
  asked: { icon: "help", label: "Needs your decision" },
};

function Report({ imported: { story, report }, onClose }: { imported: Imported; onClose: () => void }) {
  const lost = report.filter(({ outcome }) => outcome === "dropped").length;
  return (
    <Dialog
      id="import"
      title="Imported"
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          <LinkButton tone="accent" href={storyPath(story)}>
            Open the story
          </LinkButton>
        </>
      }
    >
      <p dir="auto">
        “{story.title}”, {plural(story.messageCount, "message")}.{" "}
        {lost === 0 ? "Everything was imported." : `${plural(lost, "field")} couldn’t be imported:`}
      </p>
      <ul className={reports.report} aria-label="Import report">
        {reportOrder(report).map(({ field, outcome, note }) => (
          <li key={`${field} ${outcome} ${note}`} className={s.line} data-outcome={outcome}>
            <Icon name={OUTCOMES[outcome].icon} />
            <span className={s.reportWords}>
              <b dir="auto">{field}</b>
              {note !== "" && <span dir="auto">{note}</span>}
            </span>
            <span className={s.outcome}>{OUTCOMES[outcome].label}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
