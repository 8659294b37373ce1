import { call, fetchResponse } from "../../api/client";
import type { FailedRequest } from "../../api/errors";
import type { AsGuest } from "../../api/guest";
import type { Body } from "../../api/operations";
import { saveFile } from "../../design/saveFile";
import { fileForm } from "../../lib/fileForm";
import { fileName } from "../../lib/fileName";
import { EXPORTS, type ExportFormat } from "./exports";
import type { Folder, Story } from "./types";

/** How long a file may travel, in milliseconds. */
const FILE_MS = 120_000;

/** What can be changed of a story; what is left out stays. */
export type StoryChange = Body<"PUT /stories/{id}">;

/** What can be changed of a folder. */
export type FolderChange = Omit<Body<"PATCH /library/folders/{id}">, "etag">;

/** The calls of the list of stories. All reject with a `FailedRequest`. */
export const storiesApi = {
  /** The same `key` makes one story of several tries. */
  create: (body: Body<"POST /stories/">, key: string) =>
    call("POST /stories/", { body, idempotencyKey: key }),
  createAsGuest: (body: Body<"POST /stories">, key: string, as: AsGuest) =>
    call("POST /stories", { body, idempotencyKey: key, ...as }),
  change: (id: string, body: StoryChange) => call("PUT /stories/{id}", { path: { id }, body }),
  toTrash: (id: string) => call("DELETE /stories/{id}", { path: { id } }),
  deleteForGood: (id: string) => call("DELETE /stories/{id}", { path: { id }, query: { permanent: true } }),
  restore: (id: string) => call("POST /stories/{id}/restore", { path: { id } }),
  import: (file: File) => call("POST /stories/import", { body: fileForm(file), timeoutMs: FILE_MS }),

  addFolder: (name: string, parentId: string | null) =>
    call("POST /library/folders", { body: { name, parentId } }),
  /** Rejects with 409 or 412 when the folder was changed meanwhile. */
  changeFolder: ({ id, etag }: Folder, change: FolderChange) =>
    call("PATCH /library/folders/{id}", { path: { id }, body: { ...change, etag } }),
  deleteFolder: ({ id, etag }: Folder) =>
    call("DELETE /library/folders/{id}", { path: { id }, query: { etag } }),
} as const;

/** Puts a story into the reader's downloads. */
export async function download(
  { id, title }: Pick<Story, "id" | "title">,
  format: ExportFormat,
): Promise<void> {
  const response = await fetchResponse("GET /stories/{id}/export", {
    path: { id },
    query: { format },
    timeoutMs: FILE_MS,
    headers: { accept: "*/*" },
  });
  const extension = EXPORTS.find((each) => each.format === format)?.extension ?? format;
  saveFile(await response.blob(), fileName(title, extension, "story"));
}

/** Another window, or another device, was quicker. */
export function isOvertaken(failure: FailedRequest): boolean {
  return failure.status === 412;
}
