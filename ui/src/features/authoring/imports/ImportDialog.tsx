import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { refetchLists } from "../../../api/list-cache";
import { useSession } from "../../../api/session";
import { FormDialog } from "../../../design/forms/FormDialog";
import { ActionError } from "../../../design/forms/failure";
import { useForm } from "../../../design/forms/useForm";
import { plural } from "../../../lib/format";
import { navigate } from "../../../lib/navigation";
import { paths } from "../../../lib/paths";
import { randomId } from "../../../lib/random-id";
import { importsApi } from "../api";
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
  onClose: () => void;
}

/** Files with the key of their import: other files are another import, sent again they are the same one. */
const chosenOf = (selection: Selection | null) => ({ selection, key: randomId() });

/** Files become drafts: one as well as many are an import with a page of its own. */
export function ImportDialog({ dropped, onClose }: ImportDialogProps) {
  const client = useQueryClient();
  const { viewer } = useSession();
  const [chosen, setChosen] = useState(() => chosenOf(null));
  const [drop, setDrop] = useState(dropped);
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
      if (selection === null || viewer === null) throw new ActionError("Choose files first.");
      const batch = await importsApi.create(nameOf(selection), chosen.key);
      await beginSending(batch, viewer.userID, selection);
      void refetchLists(client, BATCHES);
      await navigate(paths.importBatch(batch.id));
    },
  });
  return (
    <FormDialog
      id="import"
      title="Import cards"
      form={form}
      action={count > 1 ? `Import ${plural(count, "file")}` : "Import"}
      busyAction="Starting…"
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

/** What the import is called: as the folder, or as its only file; null: several files without a folder. */
function nameOf({ folder, files }: Selection): string | null {
  const name = folder ?? (files.length === 1 ? files[0]?.name : undefined);
  return name === undefined ? null : Array.from(name).slice(0, LIMITS.batchName).join("");
}

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
