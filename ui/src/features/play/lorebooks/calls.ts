import { fetchResponse, send } from "../../../api/client";
import type { Attachment, Book, ImportedBook, LoreTrial, OwnBook } from "./book";

const id = encodeURIComponent;

/** The list of one's own books. */
export const LOREBOOKS = "/lorebooks";

/** The books that apply to a story. */
export const appliedUri = (storyId: string) => `/stories/${id(storyId)}/lorebooks`;

/** Every call about lorebooks. All reject with a `FailedRequest`. */
export const loreCalls = {
  create: (book: Book) => send<OwnBook>(LOREBOOKS, { method: "POST", body: book }),
  save: (bookId: string, book: Book, version: number) =>
    send<OwnBook>(`/lorebooks/${id(bookId)}`, { method: "PUT", body: { ...book, version } }),
  remove: (bookId: string) => send<null>(`/lorebooks/${id(bookId)}`, { method: "DELETE" }),
  attach: (bookId: string, attachments: readonly Attachment[]) =>
    send<unknown>(`/lorebooks/${id(bookId)}/attachments`, { method: "PUT", body: { attachments } }),
  test: (storyId: string, text: string) =>
    send<LoreTrial>(`/stories/${id(storyId)}/lorebooks/test`, {
      method: "POST",
      body: { text },
    }),
  importFile: (file: File) => {
    const body = new FormData();
    body.append("file", file);
    return send<ImportedBook>("/lorebooks/import", { method: "POST", body });
  },
  exportFile: (bookId: string) => fetchResponse(`/lorebooks/${id(bookId)}/export`),
} as const;
