import { useId, useState } from "react";
import { Button, LinkButton } from "../../../design/Button";
import { Dialog } from "../../../design/Dialog";
import { FormDialog } from "../../../design/forms/FormDialog";
import { FormMessage } from "../../../design/forms/FormMessage";
import { ActionError } from "../../../design/forms/failure";
import { type Action, useAction } from "../../../design/forms/useAction";
import { useForm } from "../../../design/forms/useForm";
import { Icon } from "../../../design/Icon";
import type { IconName } from "../../../design/icons";
import reports from "../../../design/Report.module.css";
import { cx } from "../../../lib/classes";
import { paths } from "../../../lib/paths";
import { randomId } from "../../../lib/random-id";
import { authoringApi } from "../api";
import { fieldName } from "../model/parts";
import { pathOfPointer } from "../model/path";
import type { FieldReport, Imported } from "../types";
import s from "./CardImport.module.css";
import { CARD_TYPES, cardFieldName, reportOrder, summary } from "./report";

interface ImportDialogProps {
  /** A file that was dropped on the page; null: it is still to be chosen. */
  dropped: File | null;
  onImported: () => void;
  onClose: () => void;
}

/** A file with the keys of its imports: another file is another import, sent again it is the same one. */
const chosenOf = (file: File | null) => ({ file, key: randomId(), againKey: randomId() });

/** A card's file becomes a draft; afterwards a report says what became of each field. */
export function ImportDialog({ dropped, onImported, onClose }: ImportDialogProps) {
  const [chosen, setChosen] = useState(() => chosenOf(dropped));
  const [done, setDone] = useState<Imported | null>(null);
  const form = useForm({
    check: () => (chosen.file === null ? { file: "Choose a file first." } : {}),
    atFields: () => ({}),
    send: async () => {
      if (chosen.file === null) throw new ActionError("Choose a file first.");
      setDone(await authoringApi.importCard(chosen.file, chosen.key));
      onImported();
    },
  });

  const again = useAction(async () => {
    if (chosen.file !== null) setDone(await authoringApi.importCard(chosen.file, chosen.againKey, true));
    onImported();
  });

  if (done?.alreadyImported === true) return <Known imported={done} again={again} onClose={onClose} />;
  if (done !== null) return <Report imported={done} onClose={onClose} />;
  return (
    <FormDialog
      id="import"
      title="Import a card"
      form={form}
      action="Import"
      busyAction="Importing…"
      onClose={onClose}
    >
      <p>
        A character card from another program, such as SillyTavern, RisuAI or Chub, with its pictures. It
        becomes a new draft that only you can see; the file stays as it is.
      </p>
      <FileField
        file={chosen.file}
        wrong={form.errors.file}
        onChoose={(file) => {
          setChosen(chosenOf(file));
          form.onChanged("file");
        }}
      />
    </FormDialog>
  );
}

interface FileFieldProps {
  file: File | null;
  /** What is wrong with it. */
  wrong: string | null | undefined;
  onChoose: (file: File) => void;
}

/** The file to import, chosen or dropped. */
function FileField({ file, wrong, onChoose }: FileFieldProps) {
  const id = useId();
  const [over, setOver] = useState(false);
  const choose = (file: File | undefined) => {
    if (file !== undefined) onChoose(file);
  };
  return (
    <>
      <label
        className={cx(s.field, over && s.over)}
        htmlFor={id}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          choose(event.dataTransfer.files[0]);
        }}
      >
        <Icon name="upload" />
        <span className={s.words}>
          <b>{file === null ? "Choose a file, or drop it here" : "File"}</b>
          <span dir="auto">
            {file === null ? "PNG, CHARX, JSON, JPEG, WebP or YAML, up to 200 MB" : file.name}
          </span>
        </span>
        <input
          id={id}
          type="file"
          name="file"
          accept={CARD_TYPES}
          aria-invalid={wrong ? true : undefined}
          aria-describedby={wrong ? `${id}-error` : undefined}
          onChange={(event) => choose(event.target.files?.[0])}
        />
      </label>
      {wrong && (
        <p className={s.error} id={`${id}-error`}>
          <Icon name="warning" />
          {wrong}
        </p>
      )}
    </>
  );
}

const OUTCOMES: Readonly<Record<FieldReport["outcome"], { icon: IconName; label: string }>> = {
  taken: { icon: "check", label: "Imported" },
  changed: { icon: "edit", label: "Changed" },
  kept: { icon: "download", label: "Kept for export" },
  refused: { icon: "close", label: "Left out" },
};

/** The file was imported before: its draft, or another one. */
function Known({ imported, again, onClose }: { imported: Imported; again: Action; onClose: () => void }) {
  const { id, draft } = imported.scenario;
  return (
    <Dialog
      id="import"
      title="Imported before"
      open
      onClose={onClose}
      actions={
        <>
          <Button busy={again.busy} onClick={() => void again.run()}>
            Import it again
          </Button>
          <LinkButton tone="accent" href={paths.draft(id)}>
            Open the draft
          </LinkButton>
        </>
      }
    >
      {again.failure !== null && <FormMessage>{again.failure}</FormMessage>}
      <p dir="auto">
        You have imported this file before. It became <b>{draft.title.trim() || "Untitled"}</b>, which may
        have changed since.
      </p>
    </Dialog>
  );
}

function Report({ imported, onClose }: { imported: Imported; onClose: () => void }) {
  const { scenario, links, notices } = imported;
  return (
    <Dialog
      id="import"
      title="Imported"
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          <LinkButton tone="accent" href={paths.draft(scenario.id)}>
            Open the draft
          </LinkButton>
        </>
      }
    >
      <p dir="auto">
        <b>{scenario.draft.title.trim() || "Untitled"}</b> is now a draft. {summary(imported)}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls has to be reached by keys. */}
      <ul className={reports.report} aria-label="Import report" tabIndex={0}>
        {notices.map((notice) => (
          <li key={notice} className={s.line} data-outcome="refused">
            <Icon name="info" />
            <span className={s.reportWords} dir="auto">
              {notice}
            </span>
            <span className={s.outcome}>Left out</span>
          </li>
        ))}
        {links.map(({ place, address }) => (
          <li key={`${place} ${address}`} className={s.line} data-outcome="changed">
            <Icon name="image" />
            <span className={s.reportWords}>
              <b dir="auto">{fieldName(pathOfPointer(scenario.draft, place), scenario.draft)}</b>
              <span dir="auto">A picture at {address}. Upload it to show it.</span>
            </span>
            <span className={s.outcome}>Not loaded</span>
          </li>
        ))}
        {reportOrder(imported).map(({ field, outcome, note }) => (
          <li key={`${field} ${outcome} ${note}`} className={s.line} data-outcome={outcome}>
            <Icon name={OUTCOMES[outcome].icon} />
            <span className={s.reportWords}>
              <b dir="auto">{cardFieldName(field)}</b>
              {note !== "" && <span dir="auto">{note}</span>}
            </span>
            <span className={s.outcome}>{OUTCOMES[outcome].label}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
