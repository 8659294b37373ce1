import { Button } from "../../../design/Button";
import { Icon } from "../../../design/Icon";
import { paths } from "../../../lib/paths";
import type { ImportFile } from "../types";
import { sizeText } from "./chosen";
import { STATES } from "./copy";
import s from "./FileRow.module.css";

interface FileRowProps {
  file: ImportFile;
  onReport: () => void;
}

/** One file of an import: what became of it, and where it is now. */
export function FileRow({ file, onReport }: FileRowProps) {
  const { name, bytes, state } = file;
  const cut = name.lastIndexOf("/") + 1;
  const { label, icon } = STATES[state];
  return (
    <li className={s.row} data-state={state}>
      <Icon name={icon} />
      <div className={s.words}>
        <p className={s.name}>
          <b dir="auto">
            {cut > 0 && <span className={s.folder}>{name.slice(0, cut)}</span>}
            {name.slice(cut)}
          </b>
        </p>
        <p className={s.outcome} dir="auto">
          <Outcome file={file} />
        </p>
        <p className={s.facts}>
          <span className={s.state}>{label}</span>
          <span className="numbers">{sizeText(bytes)}</span>
        </p>
      </div>
      {(state === "imported" || state === "updated") && (
        <Button tone="quiet" className={s.report} aria-label={`Report of ${name}`} onClick={onReport}>
          Report
        </Button>
      )}
    </li>
  );
}

/** What became of a file, in a sentence. */
function Outcome({ file: { state, scenario, problem, differences } }: Pick<FileRowProps, "file">) {
  const link = scenario !== null && (
    <a className="text-link" href={paths.draft(scenario.id)}>
      {scenario.displayName}
    </a>
  );
  switch (state) {
    case "waiting":
      return "Waiting";
    case "importing":
      return "Reading…";
    case "imported":
    case "updated":
      return (
        <>
          {link} {link && "· "}
          {differences === 0 ? "Everything was taken." : "The report says what to look at."}
        </>
      );
    case "skipped":
      return link ? <>Already on your shelf: {link}</> : "Already on your shelf.";
    case "changed":
      return link ? (
        <>Another version of {link}. Waiting for your answer above.</>
      ) : (
        "Waiting for your answer above."
      );
    case "failed":
      return problem ?? "This file couldn’t be imported.";
  }
}
