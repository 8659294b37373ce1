import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { failedConnection } from "../../api/errors";
import { refreshFolders, refreshLists, showChange } from "./cache";
import { calls, download } from "./calls";
import type { ExportFormat } from "./rules";
import type { Story } from "./wire";

/** What the shelf has to say about the last thing that was done. */
export interface Notice {
  /** Changes with every notice, so that the same words are read out again. */
  key: number;
  text: string;
  failed: boolean;
  undo: (() => void) | null;
}

export interface Shelf {
  notice: Notice | null;
  say: (text: string, undo?: () => void) => void;
  /** Takes the notice away. */
  hush: () => void;
  pin: (story: Story) => void;
  rename: (story: Story, title: string) => Promise<void>;
  /** `name` is the folder's, for the notice; null for no folder. */
  move: (story: Story, folder: { id: string; name: string } | null, elsewhere: boolean) => void;
  toTrash: (story: Story) => void;
  restore: (story: Story) => void;
  deleteForGood: (story: Story) => Promise<void>;
  take: (story: Story, format: ExportFormat) => void;
}

/** What can be done with stories: shown at once, sent behind, taken back when refused, with a way back where there is one. */
export function useShelf(): Shelf {
  const client = useQueryClient();
  const [notice, setNotice] = useState<Notice | null>(null);

  const tell = (text: string, failed: boolean, undo: (() => void) | null) =>
    setNotice((last) => ({ key: (last?.key ?? 0) + 1, text, failed, undo }));
  const say = (text: string, undo?: () => void) => tell(text, false, undo ?? null);
  const failed = (what: string, cause: unknown) =>
    tell(`${what} ${failedConnection(cause).message}`, true, null);

  /** Shows, sends, and takes back what was shown if that fails. */
  const attempt = async (show: () => () => void, deed: () => Promise<unknown>, otherwise: string) => {
    const takeBack = show();
    try {
      await deed();
    } catch (cause) {
      takeBack();
      failed(otherwise, cause);
      throw cause;
    }
  };

  const restore = (story: Story) =>
    void attempt(
      () => showChange(client, story.id, (each) => (each.deletedOn === null ? each : null)),
      async () => {
        await calls.restore(story.id);
        await refreshLists(client);
      },
      `“${story.title}” is still in the trash.`,
    ).then(
      () => say(`“${story.title}” is back on your shelf.`),
      () => undefined,
    );

  const move: Shelf["move"] = (story, folder, elsewhere) => {
    const to = folder?.id ?? null;
    if (to === story.directoryId) return;
    void attempt(
      () => showChange(client, story.id, (each) => (elsewhere ? null : { ...each, directoryId: to })),
      async () => {
        await calls.change(story.id, { directoryId: to });
        await refreshFolders(client);
      },
      `“${story.title}” stays where it was.`,
    ).then(
      () =>
        say(
          folder === null
            ? `“${story.title}” is out of its folder.`
            : `“${story.title}” is in ${folder.name}.`,
          () =>
            void calls
              .change(story.id, { directoryId: story.directoryId })
              .then(() => refreshLists(client))
              .then(() => say(`“${story.title}” is back where it was.`))
              .catch((cause: unknown) => failed(`“${story.title}” stays in its new place.`, cause)),
        ),
      () => undefined,
    );
  };

  return {
    notice,
    say,
    hush: () => setNotice(null),
    pin: (story) =>
      void attempt(
        () => showChange(client, story.id, (each) => ({ ...each, pinned: !story.pinned })),
        async () => {
          await calls.change(story.id, { pinned: !story.pinned });
          await refreshLists(client);
        },
        `“${story.title}” is as it was.`,
      ).then(
        () => say(story.pinned ? `“${story.title}” is no longer pinned.` : `“${story.title}” is pinned.`),
        () => undefined,
      ),
    rename: async (story, title) => {
      const saved = await calls.change(story.id, { title });
      showChange(client, story.id, (each) => ({ ...each, title: saved.title }));
      say(`It is called “${saved.title}” now.`);
    },
    move,
    toTrash: (story) =>
      void attempt(
        () => showChange(client, story.id, () => null),
        async () => {
          await calls.toTrash(story.id);
          await refreshLists(client);
        },
        `“${story.title}” is still here.`,
      ).then(
        () => say(`“${story.title}” is in the trash.`, () => restore({ ...story, deletedOn: "now" })),
        () => undefined,
      ),
    restore,
    deleteForGood: async (story) => {
      await calls.deleteForGood(story.id);
      showChange(client, story.id, () => null);
      say(`“${story.title}” is gone for good.`);
    },
    take: (story, format) => {
      say(`Getting “${story.title}” ready…`);
      void download(story, format).then(
        () => say(`“${story.title}” is in your downloads.`),
        (cause: unknown) => failed("Nothing was downloaded.", cause),
      );
    },
  };
}
