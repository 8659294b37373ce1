import { lazy, type ReactNode, Suspense } from "react";
import { readUri } from "../../../api/address";
import { useApi } from "../../../api/query";
import { reads } from "../../../api/reads";
import { LinkButton } from "../../../design/Button";
import { FormMessage } from "../../../design/forms/FormMessage";
import { paths } from "../../../lib/paths";
import type { ImportBatch, ImportFile } from "../types";
import s from "./BatchView.module.css";

const FileReport = lazy(() => import("./FileReport").then((module) => ({ default: module.FileReport })));

/** How often a file that is under way is looked at, in milliseconds. */
const EVERY_MS = 1_000;

/** What became of the only file of an import: its report, or why there is none. */
export function OneFile({ batch }: { batch: ImportBatch }) {
  const files = useApi(readUri(reads.importFiles, { importID: batch.id }), {
    again: () => (batch.finished ? null : EVERY_MS),
  });
  const file = files.state === "ready" ? files.data.results[0] : undefined;
  return file === undefined ? null : <Outcome batch={batch} file={file} />;
}

interface OutcomeProps {
  batch: ImportBatch;
  file: ImportFile;
}

function Outcome({ batch, file }: OutcomeProps) {
  const { state, scenario, problem } = file;
  const link = scenario !== null && (
    <a className="text-link" href={paths.draft(scenario.id)} dir="auto">
      {scenario.displayName}
    </a>
  );
  switch (state) {
    case "waiting":
    case "importing":
      return null;
    case "changed":
      return link && <p>This card is on your shelf already: {link}.</p>;
    case "failed":
      return <FormMessage>{problem ?? "This file couldn’t be imported."}</FormMessage>;
    case "skipped":
      return (
        <section className={s.panel} aria-label="Result">
          {batch.changed === "skip" ? (
            <p>{link || "Your scenario"} stays as it is.</p>
          ) : (
            <Known link={link} />
          )}
          <OpenDraft file={file} />
        </section>
      );
    case "imported":
    case "updated":
      return (
        <section className={s.panel} aria-label="Report">
          <p>
            {link || "It"}{" "}
            {state === "imported"
              ? "is now a draft that only you can see."
              : "has the texts of this card now. What is published stays as it is."}
          </p>
          <OpenDraft file={file} />
          <Suspense fallback={null}>
            <FileReport importId={batch.id} file={file} />
          </Suspense>
        </section>
      );
  }
}

/** The very same file was imported before. */
function Known({ link }: { link: ReactNode }) {
  if (!link) return <p>You have imported this file before.</p>;
  return (
    <p>
      You have imported this file before. It became {link}, which may have changed since. To import it once
      more, move that scenario to the trash first.
    </p>
  );
}

function OpenDraft({ file: { scenario } }: Pick<OutcomeProps, "file">) {
  if (scenario === null) return null;
  return (
    <div className={s.panelActions}>
      <LinkButton tone="accent" href={paths.draft(scenario.id)}>
        Open the draft
      </LinkButton>
    </div>
  );
}
