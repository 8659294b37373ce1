import type { IconName } from "../../../design/icons";
import { longDate } from "../../../lib/dates";
import { joined, plural } from "../../../lib/format";
import type { ImportBatch, ImportFileState } from "../types";

/** What an import of many files is called, and what became of its files, in words. */

interface StateCopy {
  label: string;
  icon: IconName;
  /** Where no file is in this state. */
  none: string;
}

export const STATES: Readonly<Record<ImportFileState, StateCopy>> = {
  changed: { label: "Other version", icon: "help", none: "No cards are waiting for your answer." },
  failed: { label: "Failed", icon: "warning", none: "No files have failed." },
  importing: { label: "Importing", icon: "refresh", none: "No files are being imported." },
  waiting: { label: "Waiting", icon: "clock", none: "No files are waiting." },
  imported: { label: "Imported", icon: "check", none: "No files have been imported." },
  updated: { label: "Updated", icon: "edit", none: "No scenarios have been updated." },
  skipped: { label: "Skipped", icon: "minus", none: "No files were skipped." },
};

/** In the order in which they want to be looked at. */
export const STATE_ORDER = Object.keys(STATES) as ImportFileState[];

export const isState = (text: string | undefined): text is ImportFileState =>
  text !== undefined && Object.hasOwn(STATES, text);

/** What people recognise a batch by. */
export const batchTitle = ({ name, createdOn }: Pick<ImportBatch, "name" | "createdOn">): string =>
  name?.trim() || `Import of ${longDate(createdOn)}`;

/** Files that need nothing more from the server. */
export const settledIn = ({ waiting, importing, changed, total }: ImportBatch["counts"]): number =>
  total - waiting - importing - changed;

/** Whether cards wait for the one answer. */
export const isAsking = ({ changed, counts }: Pick<ImportBatch, "changed" | "counts">): boolean =>
  changed === null && counts.changed > 0;

/** What became of all files, in one sentence. */
export function resultText({ imported, updated, skipped, failed }: ImportBatch["counts"]): string {
  const parts = [
    imported > 0 && `${plural(imported, "file")} imported`,
    updated > 0 && `${plural(updated, "scenario")} updated`,
    skipped > 0 && `${skipped} skipped`,
    failed > 0 && `${failed} failed`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? "Nothing was imported." : `${joined(parts)}.`;
}

/** What is going on, in a few words that change seldom. `isSending`: its files are on their way. */
export function statusText({ sealed, finished, counts, changed }: ImportBatch, isSending: boolean): string {
  if (finished) return "Finished";
  if (!sealed && isSending) return "Sending and importing";
  if (counts.waiting + counts.importing > 0) return "Importing";
  if (isAsking({ changed, counts })) return "Waiting for your answer";
  return sealed ? "Importing" : "Waiting for files";
}
