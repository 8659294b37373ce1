import { useState } from "react";
import { Button } from "../../../design/Button";
import { Dialog } from "../../../design/Dialog";
import { FormMessage } from "../../../design/forms/FormMessage";
import { useAction } from "../../../design/forms/useAction";
import { plural } from "../../../lib/format";
import { importsApi } from "../api";
import { CardReport } from "../imports/CardReport";
import { PickFiles } from "../imports/PickFiles";
import type { ReadLorebook } from "../types";
import { type Book, bookName, type DraftBook, LIMITS } from "./entry";
import s from "./ImportBook.module.css";

interface ImportBookProps {
  /** The lorebook on screen; null: there is none. */
  current: DraftBook | null;
  /** There can be no more lorebooks. */
  full: boolean;
  /** Takes the lorebook as another one, or in place of the one with this id. */
  onTake: (book: Book, place: string | null) => void;
}

/** Reads a lorebook of another program, and puts it beside or in place of the one on screen. */
export function ImportBook({ current, full, onTake }: ImportBookProps) {
  const [found, setFound] = useState<ReadLorebook | null>(null);
  const read = useAction(async (file: File) => setFound(await importsApi.readLorebook(file)));
  const take = (place: string | null) => {
    if (found !== null) onTake(found.lorebook.book, place);
    setFound(null);
  };
  return (
    <>
      <PickFiles
        label={read.busy ? "Reading…" : "Import"}
        name="Import a lorebook"
        many={false}
        busy={read.busy}
        onChoose={({ files }) => {
          if (files[0] !== undefined) void read.run(files[0].file);
        }}
      />
      {read.failure !== null && (
        <div className={s.failure}>
          <FormMessage>{read.failure}</FormMessage>
        </div>
      )}
      {found !== null && (
        <Dialog
          id="import-book"
          title={`Import “${bookName(found.lorebook.book)}”`}
          open
          onClose={() => setFound(null)}
          actions={
            <>
              <Button onClick={() => setFound(null)}>Cancel</Button>
              {current !== null && (
                <Button tone={full ? "accent" : "plain"} onClick={() => take(current.id)}>
                  Replace
                </Button>
              )}
              {full ? null : (
                <Button tone="accent" onClick={() => take(null)}>
                  {current === null ? "Import" : "Add"}
                </Button>
              )}
            </>
          }
        >
          {current !== null && <p>{placeText(bookName(current.book), full)}</p>}
          <CardReport report={found.report} notices={found.notices}>
            <p>{`The lorebook has ${plural(found.lorebook.book.entries.length, "entry", "entries")}.`}</p>
          </CardReport>
        </Dialog>
      )}
    </>
  );
}

/** Where it can go. */
const placeText = (current: string, full: boolean) =>
  full
    ? `There are ${LIMITS.books} lorebooks already, so it can only replace “${current}”.`
    : `Add it as another lorebook, or replace “${current}” with it.`;
