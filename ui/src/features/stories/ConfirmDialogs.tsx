import { useQueryClient } from "@tanstack/react-query";
import { ConfirmDialog } from "../../design/forms/ConfirmDialog";
import { navigate } from "../../lib/navigation";
import { paths } from "../../lib/paths";
import { storiesApi } from "./api";
import { refreshLists } from "./cache";
import { FolderDialog, MoveFolder, MoveStory, RenameStory } from "./dialogs";
import { ImportDialog } from "./ImportDialog";
import type { Folder, Story } from "./types";
import type { StoryList } from "./useStoryList";

/** What is being asked. */
export type Asking =
  | { what: "import" }
  | { what: "rename" | "move" | "delete"; story: Story }
  | { what: "new folder"; parentId: string | null }
  | { what: "rename folder" | "move folder" | "delete folder"; folder: Folder };

interface ConfirmDialogsProps {
  asking: Asking;
  stories: StoryList;
  /** Only one folder is on screen, so that a story that is moved leaves it. */
  inFolder: boolean;
  onClose: () => void;
}

/** The dialog of what is being asked. */
export function ConfirmDialogs({ asking, stories, inFolder, onClose }: ConfirmDialogsProps) {
  const client = useQueryClient();
  switch (asking.what) {
    case "import":
      return <ImportDialog onImported={() => void refreshLists(client)} onClose={onClose} />;
    case "rename":
      return (
        <RenameStory
          story={asking.story}
          onRename={(title) => stories.rename(asking.story, title)}
          onClose={onClose}
        />
      );
    case "move":
      return (
        <MoveStory
          story={asking.story}
          onMove={(folder) => stories.move(asking.story, folder, inFolder)}
          onClose={onClose}
        />
      );
    case "delete":
      return (
        <ConfirmDialog
          title="Delete for good?"
          action="Delete for good"
          busyAction="Deleting…"
          run={() => stories.deleteForGood(asking.story)}
          onClose={onClose}
        >
          “{asking.story.title}” and all its messages will be deleted. This can’t be undone.
        </ConfirmDialog>
      );
    case "new folder":
      return (
        <FolderDialog
          folder={null}
          parentId={asking.parentId}
          onDone={(folder) => {
            onClose();
            stories.say(`Folder “${folder.name}” created.`);
          }}
          onClose={onClose}
        />
      );
    case "rename folder":
      return (
        <FolderDialog
          folder={asking.folder}
          parentId={asking.folder.parentId}
          onDone={(folder) => {
            onClose();
            stories.say(`Folder renamed to “${folder.name}”.`);
          }}
          onClose={onClose}
        />
      );
    case "move folder":
      return (
        <MoveFolder
          folder={asking.folder}
          onDone={(folder) => {
            onClose();
            stories.say(`Folder “${folder.name}” moved.`);
          }}
          onClose={onClose}
        />
      );
    case "delete folder":
      return (
        <ConfirmDialog
          title="Delete folder?"
          action="Delete folder"
          busyAction="Deleting…"
          run={async () => {
            await storiesApi.deleteFolder(asking.folder);
            navigate(paths.stories);
            await refreshLists(client);
            onClose();
            stories.say(`Folder “${asking.folder.name}” deleted. Its stories were kept.`);
          }}
          onClose={onClose}
        >
          Only “{asking.folder.name}” is deleted. The stories and folders in it move up one level.
        </ConfirmDialog>
      );
  }
}
