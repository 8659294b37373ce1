import { useId } from "react";
import { Icon } from "../../../design/Icon";
import { plural } from "../../../lib/format";
import { DropField } from "../files/DropField";
import s from "./CardImport.module.css";
import { CARD_TYPES, ofDrop, ofField, type Selection, sizeText } from "./chosen";
import disclosure from "./Disclosure.module.css";
import { PickFiles } from "./PickFiles";

interface ChooseFilesProps {
  selection: Selection | null;
  /** What was dropped is being read. */
  reading: boolean;
  /** What is wrong with it. */
  wrong: string | null | undefined;
  onChoose: (selection: Selection) => void;
  /** Something was dropped; folders are read first. */
  onDrop: (dropped: Promise<Selection>) => void;
}

/** Names that are listed at once. */
const LISTED = 50;

/** The files to import, chosen or dropped, one by one or as a folder. */
export function ChooseFiles({ selection, reading, wrong, onChoose, onDrop }: ChooseFilesProps) {
  const id = useId();
  const leftOut = selection?.leftOut ?? [];
  return (
    <div className={s.choose}>
      <DropField
        id={id}
        icon={selection === null || selection.folder === null ? "upload" : "folder"}
        name="file"
        multiple
        accept={CARD_TYPES}
        aria-invalid={wrong ? true : undefined}
        aria-describedby={wrong ? `${id}-error` : undefined}
        onChange={(event) => {
          const chosen = ofField(event.target.files ?? []);
          if (chosen.files.length + chosen.leftOut.length > 0) onChoose(chosen);
        }}
        onDrop={(dropped) => onDrop(ofDrop(dropped))}
      >
        <Words selection={selection} reading={reading} />
      </DropField>
      {wrong && (
        <p className={s.error} id={`${id}-error`}>
          <Icon name="warning" />
          {wrong}
        </p>
      )}
      <PickFiles label="Choose a folder" folder onChoose={onChoose} />
      {leftOut.length > 0 && (
        <details className={s.leftOut}>
          <summary className={disclosure.summary}>{plural(leftOut.length, "file")} left out</summary>
          <ul>
            {leftOut.slice(0, LISTED).map(({ name, why }) => (
              <li key={name}>
                <span dir="auto">{name}</span>
                <span>{why}</span>
              </li>
            ))}
            {leftOut.length > LISTED && <li>and {leftOut.length - LISTED} more</li>}
          </ul>
        </details>
      )}
    </div>
  );
}

function Words({ selection, reading }: Pick<ChooseFilesProps, "selection" | "reading">) {
  if (reading) return <b role="status">Reading the folder…</b>;
  const [first, ...others] = selection?.files ?? [];
  if (selection === null || first === undefined)
    return (
      <>
        <b>Choose files, or drop them here</b>
        <span>PNG, CHARX, JSON, JPEG, WebP or YAML, up to 200 MB each</span>
      </>
    );
  if (others.length === 0)
    return (
      <>
        <b>File</b>
        <span dir="auto">{first.name}</span>
      </>
    );
  const size = selection.files.reduce((sum, { file }) => sum + file.size, 0);
  return (
    <>
      <b dir="auto">{selection.folder ?? "Files"}</b>
      <span>{`${plural(selection.files.length, "file")}, ${sizeText(size)}`}</span>
    </>
  );
}
