import { type ChangeEvent, type ReactNode, useRef, useState } from "react";
import { Button } from "../../../design/Button";
import forms from "../../../design/forms/Form.module.css";
import { FormMessage } from "../../../design/forms/FormMessage";
import { useAction } from "../../../design/forms/useAction";
import { Icon } from "../../../design/Icon";
import reports from "../../../design/Report.module.css";
import { usePlay } from "../PlayContext";
import panel from "../panels/PanelPart.module.css";
import { loreApi } from "./api";
import type { ImportedBook } from "./book";

/** What an import left out or changed. */
interface Imported {
  name: string;
  rows: ImportedBook["report"];
}

interface ImportBookProps {
  onImported: () => Promise<unknown>;
  /** What stands beside the button. */
  children: ReactNode;
}

/** A file becomes a lorebook of this story; afterwards a report lists what was left out or changed. */
export function ImportBook({ onImported, children }: ImportBookProps) {
  const { chatID } = usePlay();
  const input = useRef<HTMLInputElement>(null);
  const [report, setReport] = useState<Imported | null>(null);
  const read = useAction(async (file: File) => {
    const book = await loreApi.importFile(file);
    setReport({ name: book.name, rows: book.report.filter(({ outcome }) => outcome !== "kept") });
    await loreApi.attach(book.id, [...book.attachments, { kind: "story", id: chatID }]);
    await onImported();
  });
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const file = currentTarget.files?.[0];
    // The same file can be chosen again.
    currentTarget.value = "";
    if (file !== undefined) void read.run(file);
  };
  return (
    <>
      <div className={panel.row}>
        {children}
        <Button tone="quiet" busy={read.busy} onClick={() => input.current?.click()}>
          <Icon name="upload" />
          {read.busy ? "Importing…" : "Import a file"}
        </Button>
        <input
          ref={input}
          type="file"
          accept=".json,application/json"
          className="sr-only"
          tabIndex={-1}
          aria-label="Lorebook file"
          onChange={choose}
        />
      </div>
      {read.failure !== null && <FormMessage>{read.failure}</FormMessage>}
      {report !== null && <Report report={report} />}
      <p className={forms.hint}>
        Supports lorebook V3, SillyTavern world files, and lorebooks inside character cards.
      </p>
    </>
  );
}

function Report({ report: { name, rows } }: { report: Imported }) {
  return (
    <FormMessage tone={rows.length === 0 ? "success" : "info"}>
      <p>
        <span dir="auto">{name}</span> was imported and added to this story.
        {rows.length > 0 && " Some things were changed:"}
      </p>
      {rows.length > 0 && (
        <ul className={reports.report}>
          {rows.map(({ field, outcome, note }) => (
            <li key={field}>
              <b>{field}</b> {outcome}: {note}
            </li>
          ))}
        </ul>
      )}
    </FormMessage>
  );
}
