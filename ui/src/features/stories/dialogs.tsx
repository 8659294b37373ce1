import { useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { failedConnection } from "../../api/errors";
import { TextField } from "../../design/forms/Field";
import { FormDialog } from "../../design/forms/FormDialog";
import { ActionError } from "../../design/forms/failure";
import { textOf, useForm } from "../../design/forms/useForm";
import { isOvertaken, storiesApi } from "./api";
import { foldersIn, refreshFolders } from "./cache";
import { folderNameError, folderTree, MAX_FOLDER_NAME, placesForFolder } from "./folderTree";
import s from "./Places.module.css";
import type { Folder, Story } from "./types";

/** Characters of a story's title; the server's rule. */
const MAX_TITLE = 120;

interface NameDialogProps {
  title: string;
  label: string;
  initial: string;
  maxLength: number;
  action: string;
  check: (name: string) => string | null;
  /** Rejects with the sentence to show. */
  save: (name: string) => Promise<void>;
  onClose: () => void;
}

/** One name and one button: for titles and folders. */
function NameDialog({ title, label, initial, maxLength, action, check, save, onClose }: NameDialogProps) {
  const form = useForm({
    check: (fields) => ({ name: check(textOf(fields, "name")) }),
    send: (fields) => save(textOf(fields, "name")),
  });
  return (
    <FormDialog id="name" title={title} form={form} action={action} busyAction="Saving…" onClose={onClose}>
      <TextField
        label={label}
        name="name"
        defaultValue={initial}
        onFocus={(event) => event.target.select()}
        maxLength={maxLength}
        autoComplete="off"
        required
        dir="auto"
      />
    </FormDialog>
  );
}

interface RenameProps {
  story: Story;
  onRename: (title: string) => Promise<void>;
  onClose: () => void;
}

/** Another title for a story. */
export function RenameStory({ story, onRename, onClose }: RenameProps) {
  return (
    <NameDialog
      title="Rename story"
      label="Title"
      initial={story.title}
      maxLength={MAX_TITLE}
      action="Rename"
      check={(title) => (title.trim() === "" ? "Enter a title." : null)}
      save={(title) => onRename(title).then(onClose)}
      onClose={onClose}
    />
  );
}

const GONE_ON = "This folder was changed in another window.";

interface FolderDialogProps {
  /** The folder to rename; null for a new one. */
  folder: Folder | null;
  /** Where a new one goes. */
  parentId: string | null;
  onDone: (folder: Folder) => void;
  onClose: () => void;
}

/** New folder, or another name for one. A folder that was changed elsewhere is shown as it is now; the next try counts. */
export function FolderDialog({ folder, parentId, onDone, onClose }: FolderDialogProps) {
  const client = useQueryClient();
  const all = () => foldersIn(client)?.folders ?? [];
  const newest = () => all().find(({ id }) => id === folder?.id) ?? folder;
  const save = async (name: string) => {
    const present = newest();
    try {
      const saved =
        present === null
          ? await storiesApi.addFolder(name, parentId)
          : await storiesApi.changeFolder(present, { name });
      await refreshFolders(client);
      onDone(saved);
    } catch (cause) {
      const failure = failedConnection(cause);
      if (present === null || !isOvertaken(failure)) throw failure;
      await refreshFolders(client);
      const now = newest()?.name;
      throw new ActionError(
        now === undefined
          ? `${GONE_ON} It no longer exists.`
          : `${GONE_ON} It’s now called “${now}”. Save again to use your name.`,
      );
    }
  };
  return (
    <NameDialog
      title={folder === null ? "New folder" : "Rename folder"}
      label="Name"
      initial={folder?.name ?? ""}
      maxLength={MAX_FOLDER_NAME}
      action={folder === null ? "Create folder" : "Rename"}
      check={(name) => {
        const parent = folder === null ? parentId : folder.parentId;
        const siblings = all().filter((each) => each.parentId === parent);
        return folderNameError(name, siblings, folder?.id ?? null);
      }}
      save={save}
      onClose={onClose}
    />
  );
}

interface PlaceDialogProps {
  title: string;
  lead: string;
  /** What the top is called. */
  top: string;
  places: readonly { id: string; name: string; depth: number }[];
  current: string | null;
  onChoose: (place: { id: string; name: string } | null) => Promise<void> | void;
  onClose: () => void;
}

/** Choosing a folder from the tree: radio buttons, so that keys work as everywhere. */
function PlaceDialog({ title, lead, top, places, current, onChoose, onClose }: PlaceDialogProps) {
  const group = useId();
  const [chosen, setChosen] = useState(current ?? "");
  const form = useForm({ send: async () => onChoose(places.find((place) => place.id === chosen) ?? null) });
  return (
    <FormDialog id="place" title={title} form={form} action="Move" busyAction="Moving…" onClose={onClose}>
      <p dir="auto">{lead}</p>
      <div className={s.places} role="radiogroup" aria-label="Folder">
        {[
          { id: "", name: top, depth: 0 },
          ...places.map((place) => ({ ...place, depth: place.depth + 1 })),
        ].map((place) => (
          <label key={place.id} className={s.place} data-depth={Math.min(place.depth, 8)}>
            <input
              type="radio"
              name={group}
              value={place.id}
              checked={chosen === place.id}
              onChange={() => setChosen(place.id)}
            />
            <span dir="auto">{place.name}</span>
          </label>
        ))}
      </div>
    </FormDialog>
  );
}

const placesOf = (tree: ReturnType<typeof folderTree>) =>
  tree.map(({ folder: { id, name }, depth }) => ({ id, name, depth }));

interface MoveStoryProps {
  story: Story;
  onMove: (folder: { id: string; name: string } | null) => void;
  onClose: () => void;
}

/** Another folder for a story; it closes at once, since the list shows the result. */
export function MoveStory({ story, onMove, onClose }: MoveStoryProps) {
  const client = useQueryClient();
  return (
    <PlaceDialog
      title="Move to a folder"
      lead={`Where should “${story.title}” go?`}
      top="No folder"
      places={placesOf(folderTree(foldersIn(client)?.folders ?? []))}
      current={story.directoryId}
      onChoose={(folder) => {
        onMove(folder);
        onClose();
      }}
      onClose={onClose}
    />
  );
}

interface MoveFolderProps {
  folder: Folder;
  onDone: (folder: Folder) => void;
  onClose: () => void;
}

/** Another place for a folder. One that was changed elsewhere is shown as it is now; the next try counts. */
export function MoveFolder({ folder, onDone, onClose }: MoveFolderProps) {
  const client = useQueryClient();
  const tree = folderTree(foldersIn(client)?.folders ?? []);
  const move = async (to: { id: string } | null) => {
    const present = foldersIn(client)?.folders.find(({ id }) => id === folder.id) ?? folder;
    try {
      const saved = await storiesApi.changeFolder(present, { parentId: to?.id ?? null });
      await refreshFolders(client);
      onDone(saved);
    } catch (cause) {
      const failure = failedConnection(cause);
      if (!isOvertaken(failure)) throw failure;
      await refreshFolders(client);
      throw new ActionError(`${GONE_ON} Here is how it looks now; choose again.`);
    }
  };
  return (
    <PlaceDialog
      title="Move folder"
      lead={`Where should “${folder.name}” go? Everything in it moves too.`}
      top="Top level"
      places={placesOf(placesForFolder(tree, folder.id))}
      current={folder.parentId}
      onChoose={move}
      onClose={onClose}
    />
  );
}
