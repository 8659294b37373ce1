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
export type Asking = { what: "import" } | AskingOfStory | AskingOfFolder;

type AskingOfStory = { what: "rename" | "move" | "delete"; story: Story };
type AskingOfFolder =
  | { what: "new folder"; parentId: string | null }
  | { what: "rename folder" | "move folder" | "delete folder"; folder: Folder };

interface ConfirmDialogsProps {
  asking: Asking;
  stories: StoryList;
  /** Only one folder is on screen, so that a story that is moved leaves it. */
  inFolder: boolean;
  onClose: () => void;
}

/** The dialog of the question that is open. */
export function ConfirmDialogs({ asking, stories, inFolder, onClose }: ConfirmDialogsProps) {
  const client = useQueryClient();
  if (asking.what === "import")
    return <ImportDialog onImported={() => void refreshLists(client)} onClose={onClose} />;
  return "story" in asking ? (
    <OfStory asking={asking} stories={stories} inFolder={inFolder} onClose={onClose} />
  ) : (
    <OfFolder asking={asking} say={stories.say} onClose={onClose} />
  );
}

type OfStoryProps = Omit<ConfirmDialogsProps, "asking"> & { asking: AskingOfStory };

function OfStory({ asking: { what, story }, stories, inFolder, onClose }: OfStoryProps) {
  switch (what) {
    case "rename":
      return (
        <RenameStory story={story} onRename={(title) => stories.rename(story, title)} onClose={onClose} />
      );
    case "move":
      return (
        <MoveStory
          story={story}
          onMove={(folder) => stories.move(story, folder, inFolder)}
          onClose={onClose}
        />
      );
    case "delete":
      return (
        <ConfirmDialog
          title="Delete for good?"
          action="Delete for good"
          busyAction="Deleting…"
          run={() => stories.deleteForGood(story)}
          onClose={onClose}
        >
          “{story.title}” and all its messages will be deleted. This can’t be undone.
        </ConfirmDialog>
      );
  }
}

interface OfFolderProps {
  asking: AskingOfFolder;
  say: StoryList["say"];
  onClose: () => void;
}

function OfFolder({ asking, say, onClose }: OfFolderProps) {
  const client = useQueryClient();
  const done = (text: string) => {
    onClose();
    say(text);
  };
  switch (asking.what) {
    case "new folder":
      return (
        <FolderDialog
          folder={null}
          parentId={asking.parentId}
          onDone={({ name }) => done(`Folder “${name}” created.`)}
          onClose={onClose}
        />
      );
    case "rename folder":
      return (
        <FolderDialog
          folder={asking.folder}
          parentId={asking.folder.parentId}
          onDone={({ name }) => done(`Folder renamed to “${name}”.`)}
          onClose={onClose}
        />
      );
    case "move folder":
      return (
        <MoveFolder
          folder={asking.folder}
          onDone={({ name }) => done(`Folder “${name}” moved.`)}
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
            done(`Folder “${asking.folder.name}” deleted. Its stories were kept.`);
          }}
          onClose={onClose}
        >
          Only “{asking.folder.name}” is deleted. The stories and folders in it move up one level.
        </ConfirmDialog>
      );
  }
}
