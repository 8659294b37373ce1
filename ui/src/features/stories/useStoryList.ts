import { useQueryClient } from "@tanstack/react-query";
import { useAction } from "../../design/forms/useAction";
import { type Notices, useNotice } from "../../design/NoticeBar";
import { download, storiesApi } from "./api";
import { refreshFolders, refreshLists, showChange } from "./cache";
import type { ExportFormat } from "./exports";
import type { Story } from "./types";

/** The stories at hand, as something to act on. */
export interface StoryList extends Pick<Notices, "notice" | "say" | "mute"> {
  pin: (story: Story) => void;
  rename: (story: Story, title: string) => Promise<void>;
  /** `folder`: null for none; its name is for the notice. `elsewhere`: the story leaves what is on screen. */
  move: (story: Story, folder: { id: string; name: string } | null, elsewhere: boolean) => void;
  toTrash: (story: Story) => void;
  restore: (story: Story) => void;
  deleteForGood: (story: Story) => Promise<void>;
  take: (story: Story, format: ExportFormat) => void;
}

interface Attempt {
  story: Story;
  /** How the story looks in the lists meanwhile; null: it is gone from them. Left out: as it did. */
  show?: (story: Story) => Story | null;
  send: () => Promise<void>;
  done: () => void;
  /** The sentence before the reason, when the server refuses. */
  refused: string;
}

type Say = StoryList["say"];

/** Shows something at once, sends it, and reverts what was shown if that fails. */
function useAttempt(complain: (text: string) => void): (attempt: Attempt) => void {
  const client = useQueryClient();
  const attempt = useAction(
    async ({ story, show, send, done }: Attempt) => {
      const revert = show && showChange(client, story.id, show);
      try {
        await send();
      } catch (cause) {
        revert?.();
        throw cause;
      }
      done();
    },
    {
      overlapping: true,
      onFailure: ({ message }, { refused }) => {
        complain(`${refused} ${message}`);
        return true;
      },
    },
  );
  return (wanted) => void attempt.run(wanted);
}

/** Moving stories between folders, with the way back. */
function useMove(attempt: (attempt: Attempt) => void, say: Say): StoryList["move"] {
  const client = useQueryClient();
  const moveBack = (story: Story) =>
    attempt({
      story,
      send: async () => {
        await storiesApi.change(story.id, { directoryId: story.directoryId });
        await refreshLists(client);
      },
      done: () => say(`“${story.title}” moved back.`),
      refused: `Couldn’t move “${story.title}” back.`,
    });
  return (story, folder, elsewhere) => {
    const to = folder?.id ?? null;
    if (to === story.directoryId) return;
    const place = folder === null ? "out of its folder" : `to ${folder.name}`;
    attempt({
      story,
      show: (each) => (elsewhere ? null : { ...each, directoryId: to }),
      send: async () => {
        await storiesApi.change(story.id, { directoryId: to });
        await refreshFolders(client);
      },
      done: () => say(`“${story.title}” moved ${place}.`, () => moveBack(story)),
      refused: `Couldn’t move “${story.title}”.`,
    });
  };
}

/** What can be done with stories: shown at once, sent behind, reverted when refused, with a way back where there is one. */
export function useStoryList(): StoryList {
  const client = useQueryClient();
  const { notice, say, complain, mute } = useNotice();
  const attempt = useAttempt(complain);
  const move = useMove(attempt, say);

  const restore = (story: Story) =>
    attempt({
      story,
      show: (each) => (each.deletedOn === null ? each : null),
      send: async () => {
        await storiesApi.restore(story.id);
        await refreshLists(client);
      },
      done: () => say(`“${story.title}” restored.`),
      refused: `Couldn’t restore “${story.title}”.`,
    });

  return {
    notice,
    say,
    mute,
    pin: (story) =>
      attempt({
        story,
        show: (each) => ({ ...each, pinned: !story.pinned }),
        send: async () => {
          await storiesApi.change(story.id, { pinned: !story.pinned });
          await refreshLists(client);
        },
        done: () => say(story.pinned ? `“${story.title}” unpinned.` : `“${story.title}” pinned.`),
        refused: `Couldn’t change “${story.title}”.`,
      }),
    rename: async (story, title) => {
      const saved = await storiesApi.change(story.id, { title });
      showChange(client, story.id, (each) => ({ ...each, title: saved.title }));
      say(`Renamed to “${saved.title}”.`);
    },
    move,
    toTrash: (story) =>
      attempt({
        story,
        show: () => null,
        send: async () => {
          await storiesApi.toTrash(story.id);
          await refreshLists(client);
        },
        done: () =>
          say(`“${story.title}” moved to the trash.`, () => restore({ ...story, deletedOn: "now" })),
        refused: `Couldn’t delete “${story.title}”.`,
      }),
    restore,
    deleteForGood: async (story) => {
      await storiesApi.deleteForGood(story.id);
      showChange(client, story.id, () => null);
      say(`“${story.title}” deleted for good.`);
    },
    take: (story, format) => {
      say(`Preparing “${story.title}”…`);
      attempt({
        story,
        send: () => download(story, format),
        done: () => say(`“${story.title}” downloaded.`),
        refused: "The download failed.",
      });
    },
  };
}
