import { uriOf } from "../../../api/address";
import { call, fetchResponse } from "../../../api/client";
import type { Body } from "../../../api/operations";
import { fileForm } from "../../../lib/fileForm";
import type { Attachment, Book } from "./book";

/** The list of one's own books. */
export const LOREBOOKS = uriOf("GET /lorebooks");

/** A book of one's own. */
export const bookUri = (id: string) => uriOf("GET /lorebooks/{id}", { path: { id } });

/** The books that apply to a story. */
export const appliedUri = (storyId: string) =>
  uriOf("GET /stories/{id}/lorebooks", { path: { id: storyId } });

/** What entries leave out the server fills in; the document's types do not know that. */
const filledIn = (book: Book) => book as Body<"POST /lorebooks">;

/** Every call about lorebooks. All reject with a `FailedRequest`. */
export const loreApi = {
  create: (book: Book) => call("POST /lorebooks", { body: filledIn(book) }),
  save: (id: string, book: Book, version: number) =>
    call("PUT /lorebooks/{id}", { path: { id }, body: { ...filledIn(book), version } }),
  remove: (id: string) => call("DELETE /lorebooks/{id}", { path: { id } }),
  attach: (id: string, attachments: Attachment[]) =>
    call("PUT /lorebooks/{id}/attachments", { path: { id }, body: { attachments } }),
  test: (storyId: string, text: string) =>
    call("POST /stories/{id}/lorebooks/test", { path: { id: storyId }, body: { text } }),
  importFile: (file: File) => call("POST /lorebooks/import", { body: fileForm(file) }),
  exportFile: (id: string) => fetchResponse("GET /lorebooks/{id}/export", { path: { id } }),
} as const;
