import { type FormEvent, useId, useState } from "react";
import { failedConnection } from "../../api/errors";
import { Button, LinkButton } from "../../design/Button";
import { Dialog } from "../../design/Dialog";
import { FormMessage } from "../../design/Field";
import { Icon } from "../../design/Icon";
import type { IconName } from "../../design/icons";
import { plural } from "../../lib/format";
import { calls } from "./calls";
import { reportOrder, storyPath } from "./rules";
import type { Imported, ImportLine } from "./wire";

interface ImportDialogProps {
  onImported: () => void;
  onClose: () => void;
}

/** A file becomes a story; afterwards a report says field by field what was kept. */
export function ImportDialog({ onImported, onClose }: ImportDialogProps) {
  const id = useId();
  const [file, setFile] = useState<File | null>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [done, setDone] = useState<Imported | null>(null);

  const run = async (chosen: File) => {
    setBusy(true);
    setFailure(null);
    try {
      setDone(await calls.import(chosen));
      onImported();
    } catch (cause) {
      setFailure(failedConnection(cause).message);
    } finally {
      setBusy(false);
    }
  };

  if (done !== null) return <Report imported={done} onClose={onClose} />;
  return (
    <Dialog
      id="import"
      title="Bring a story in"
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="gold" type="submit" form={`${id}-form`} aria-busy={busy || undefined}>
            {busy ? "Reading the file…" : "Bring it in"}
          </Button>
        </>
      }
    >
      <form
        id={`${id}-form`}
        className="form"
        method="dialog"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          if (busy) return;
          if (file === null) setFailure("Choose a file first.");
          else void run(file);
        }}
      >
        {failure !== null && <FormMessage>{failure}</FormMessage>}
        <p>
          A file of ours with everything in it, or a chat from SillyTavern and programs that write the same.
          It becomes a story of its own; nothing of yours is changed.
        </p>
        <label className="file-field" htmlFor={`${id}-file`}>
          <Icon name="upload" />
          <span className="file-words">
            <b>File</b>
            <span dir="auto">{file === null ? ".json, .jsonl or .txt" : file.name}</span>
          </span>
          <input
            id={`${id}-file`}
            type="file"
            name="file"
            accept=".json,.jsonl,.txt,application/json,text/plain"
            onChange={(event) => {
              setFile(event.target.files?.[0] ?? null);
              setFailure(null);
            }}
          />
        </label>
      </form>
    </Dialog>
  );
}

const OUTCOMES: Readonly<Record<ImportLine["outcome"], { icon: IconName; label: string }>> = {
  kept: { icon: "check", label: "Kept" },
  changed: { icon: "edit", label: "Changed" },
  dropped: { icon: "close", label: "Left out" },
  asked: { icon: "help", label: "For you to decide" },
};

function Report({ imported: { story, report }, onClose }: { imported: Imported; onClose: () => void }) {
  const lost = report.filter(({ outcome }) => outcome === "dropped").length;
  return (
    <Dialog
      id="import"
      title="It is on your shelf"
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          <LinkButton tone="gold" href={storyPath(story)}>
            Open the story
          </LinkButton>
        </>
      }
    >
      <p dir="auto">
        “{story.title}”, {plural(story.messageCount, "line")}.{" "}
        {lost === 0 ? "Nothing was left out." : `${plural(lost, "field")} had no place here:`}
      </p>
      <ul className="report" aria-label="What became of the file">
        {reportOrder(report).map(({ field, outcome, note }) => (
          <li key={`${field} ${outcome} ${note}`} className={`report-line report-${outcome}`}>
            <Icon name={OUTCOMES[outcome].icon} />
            <span className="report-words">
              <b dir="auto">{field}</b>
              {note !== "" && <span dir="auto">{note}</span>}
            </span>
            <span className="report-outcome">{OUTCOMES[outcome].label}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
