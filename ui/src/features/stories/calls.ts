import { fetchResponse, send } from "../../api/client";
import type { FailedRequest } from "../../api/errors";
import { saveFile } from "../../design/saveFile";
import { EXPORTS, type ExportFormat, fileName } from "./rules";
import type { Folder, Imported, Story } from "./wire";

const id = encodeURIComponent;

/** How long a file may travel, in milliseconds. */
const FILE_MS = 120_000;

/** What can be changed of a story; what is left out stays. */
export interface StoryChange {
  title?: string;
  directoryId?: string | null;
  pinned?: boolean;
}

/** What can be changed of a folder. */
export interface FolderChange {
  name?: string;
  parentId?: string | null;
}

/** The calls of the list of stories. All reject with a `FailedRequest`. */
export const calls = {
  change: (storyId: string, change: StoryChange) =>
    send<Story>(`/stories/${id(storyId)}`, { method: "PUT", body: change }),
  toTrash: (storyId: string) => send<null>(`/stories/${id(storyId)}`, { method: "DELETE" }),
  deleteForGood: (storyId: string) =>
    send<null>(`/stories/${id(storyId)}?permanent=true`, { method: "DELETE" }),
  restore: (storyId: string) => send<Story>(`/stories/${id(storyId)}/restore`, { method: "POST" }),
  import: (file: File) => {
    const body = new FormData();
    body.set("file", file);
    return send<Imported>("/stories/import", { method: "POST", body, timeoutMs: FILE_MS });
  },

  addFolder: (name: string, parentId: string | null) =>
    send<Folder>("/library/folders", { method: "POST", body: { name, parentId } }),
  /** Rejects with 409 or 412 when the folder is no longer what it was. */
  changeFolder: (folder: Folder, change: FolderChange) =>
    send<Folder>(`/library/folders/${id(folder.id)}`, {
      method: "PATCH",
      body: { ...change, etag: folder.etag },
    }),
  deleteFolder: (folder: Folder) =>
    send<null>(`/library/folders/${id(folder.id)}?etag=${id(folder.etag)}`, { method: "DELETE" }),
} as const;

/** Puts a story into the reader's downloads. */
export async function download(story: Pick<Story, "id" | "title">, format: ExportFormat): Promise<void> {
  const response = await fetchResponse(`/stories/${id(story.id)}/export?format=${format}`, {
    timeoutMs: FILE_MS,
    headers: { accept: "*/*" },
  });
  const extension = EXPORTS.find((each) => each.format === format)?.extension ?? format;
  saveFile(await response.blob(), fileName(story.title, extension));
}

/** Another window, or another device, was quicker. */
export function isOvertaken(failure: FailedRequest): boolean {
  return failure.status === 412;
}
