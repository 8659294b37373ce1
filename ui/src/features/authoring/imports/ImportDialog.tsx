import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { refetchLists } from "../../../api/list-cache";
import { useSession } from "../../../api/session";
import { Button, LinkButton } from "../../../design/Button";
import { Dialog } from "../../../design/Dialog";
import { FormDialog } from "../../../design/forms/FormDialog";
import { FormMessage } from "../../../design/forms/FormMessage";
import { ActionError } from "../../../design/forms/failure";
import { type Action, useAction } from "../../../design/forms/useAction";
import { useForm } from "../../../design/forms/useForm";
import { plural } from "../../../lib/format";
import { navigate } from "../../../lib/navigation";
import { paths } from "../../../lib/paths";
import { randomId } from "../../../lib/random-id";
import { authoringApi, importsApi } from "../api";
import { fieldName } from "../model/parts";
import { pathOfPointer } from "../model/path";
import type { Imported } from "../types";
import { Arrived } from "./Arrived";
import { CardReport } from "./CardReport";
import { ChooseFiles } from "./ChooseFiles";
import { LIMITS, type Selection } from "./chosen";
import { EarlierImports } from "./EarlierImports";
import { BATCHES } from "./lists";
import { beginSending } from "./senders";

interface ImportDialogProps {
  /**
   * What was dropped on the page, which is still being read; null: files are still to be chosen. Another drop
   * is another dialog.
   */
  dropped: Promise<Selection> | null;
  onImported: () => void;
  onClose: () => void;
}

/** Files with the keys of their imports: other files are another import, sent again they are the same one. */
const chosenOf = (selection: Selection | null) => ({ selection, key: randomId(), againKey: randomId() });

/** Something else than exactly one file is a batch. */
const oneOf = (selection: Selection | null) =>
  selection?.files.length === 1 ? selection.files[0]?.file : undefined;

/**
 * Files become drafts. One is imported at once, and a report says what became of each of its fields; many are
 * a batch with a page of its own.
 */
export function ImportDialog({ dropped, onImported, onClose }: ImportDialogProps) {
  const client = useQueryClient();
  const { viewer } = useSession();
  const [chosen, setChosen] = useState(() => chosenOf(null));
  const [drop, setDrop] = useState(dropped);
  const [done, setDone] = useState<Imported | null>(null);
  const { selection } = chosen;
  const count = selection?.files.length ?? 0;

  // What is chosen last counts: a folder that is still being read is forgotten.
  const choose = (next: Selection) => {
    setDrop(null);
    setChosen(chosenOf(next));
    form.onChanged("file");
  };
  const reading = useDropped(drop, choose);

  const form = useForm({
    disabledReason: reading.state === "reading" ? "Wait until the files are read." : null,
    check: () => ({ file: wrongWith(selection) }),
    atFields: () => ({}),
    send: async () => {
      const file = oneOf(selection);
      if (file !== undefined) {
        setDone(await authoringApi.importCard(file, chosen.key));
        onImported();
      } else if (selection !== null && viewer !== null) {
        const batch = await importsApi.create(nameOf(selection), chosen.key);
        await beginSending(batch, viewer.userID, selection);
        void refetchLists(client, BATCHES);
        await navigate(paths.importBatch(batch.id));
      } else throw new ActionError("Choose files first.");
    },
  });
  const again = useAction(async () => {
    const file = oneOf(selection);
    if (file !== undefined) setDone(await authoringApi.importCard(file, chosen.againKey, true));
    onImported();
  });

  if (done?.alreadyImported === true) return <Known imported={done} again={again} onClose={onClose} />;
  if (done !== null) return <Report imported={done} onClose={onClose} />;
  return (
    <FormDialog
      id="import"
      title="Import cards"
      form={form}
      action={count > 1 ? `Import ${plural(count, "file")}` : "Import"}
      busyAction={count > 1 ? "Starting…" : "Importing…"}
      onClose={onClose}
    >
      <p>
        Character cards and lorebooks from other programs, such as SillyTavern, RisuAI or Chub: one file,
        many, or a whole folder. They become drafts that only you can see; the files stay as they are.
      </p>
      <ChooseFiles
        selection={selection}
        reading={reading.state === "reading"}
        wrong={reading.state === "failed" ? reading.why : form.errors.file}
        onChoose={choose}
        onDrop={setDrop}
      />
      {selection === null && <EarlierImports />}
    </FormDialog>
  );
}

function wrongWith(selection: Selection | null): string | null {
  if (selection === null) return "Choose a file first.";
  if (selection.files.length > 0) return null;
  return selection.leftOut.length > 0
    ? "None of these files can be imported."
    : "There are no files in what you chose.";
}

const nameOf = ({ folder }: Selection) =>
  folder === null ? null : Array.from(folder).slice(0, LIMITS.batchName).join("");

type Reading = { state: "none" | "reading" } | { state: "failed"; why: string };

/** Waits for what was dropped, which `onRead` takes over: a folder is read file by file. */
function useDropped(dropped: Promise<Selection> | null, onRead: (selection: Selection) => void): Reading {
  const [unreadable, setUnreadable] = useState<Promise<Selection> | null>(null);
  const read = useEffectEvent(onRead);
  useEffect(() => {
    if (dropped === null) return;
    let gone = false;
    dropped.then(
      (selection) => {
        if (!gone) read(selection);
      },
      () => {
        if (!gone) setUnreadable(dropped);
      },
    );
    return () => {
      gone = true;
    };
  }, [dropped]);
  if (dropped === null) return { state: "none" };
  if (dropped !== unreadable) return { state: "reading" };
  return { state: "failed", why: "Your browser couldn’t read this. Choose the folder instead." };
}

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
  const { scenario, report, links, notices } = imported;
  const { draft } = scenario;
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
        <b>{draft.title.trim() || "Untitled"}</b> is now a draft that only you can see.
      </p>
      <CardReport
        report={report}
        notices={notices}
        links={links}
        placeName={(place) => fieldName(pathOfPointer(draft, place), draft)}
      >
        <Arrived draft={draft} />
      </CardReport>
    </Dialog>
  );
}
