import { fetchResponse, send } from "../../../api/client";
import type { LoreRecord } from "../inspector/record";
import type { Attachment, AttachmentKind, Book } from "./book";

/** A book of one's own as lists have it. */
export interface ListedBook {
  id: string;
  name: string;
  entryCount: number;
  attachments: readonly Attachment[];
  version: number;
}

/** A book of one's own. */
export interface OwnBook extends Book, ListedBook {}

/** What became of a field of an imported file. */
export interface ReportRow {
  field: string;
  outcome: string;
  note: string;
}

/** A book that applies to a story. */
export interface AppliedBook {
  id: string;
  name: string;
  /** What it hangs on. */
  kind: AttachmentKind;
  /** Why it applies, in words. */
  why: string;
  entryCount: number;
  /** Whether it is one's own. */
  own: boolean;
}

const id = encodeURIComponent;

export const LOREBOOKS = "/lorebooks";

export const appliedUri = (storyId: string) => `/stories/${id(storyId)}/lorebooks`;

/** Every call about lorebooks. All reject with a `FailedRequest`. */
export const loreCalls = {
  read: (bookId: string) => send<OwnBook>(`/lorebooks/${id(bookId)}`),
  create: (book: Book) => send<OwnBook>(LOREBOOKS, { method: "POST", body: book }),
  save: (bookId: string, book: Book, version: number) =>
    send<OwnBook>(`/lorebooks/${id(bookId)}`, { method: "PUT", body: { ...book, version } }),
  remove: (bookId: string) => send<null>(`/lorebooks/${id(bookId)}`, { method: "DELETE" }),
  attach: (bookId: string, attachments: readonly Attachment[]) =>
    send<unknown>(`/lorebooks/${id(bookId)}/attachments`, { method: "PUT", body: { attachments } }),
  test: (storyId: string, text: string) =>
    send<{ fired: readonly LoreRecord[] }>(`/stories/${id(storyId)}/lorebooks/test`, {
      method: "POST",
      body: { text },
    }),
  importFile: (file: File) => {
    const body = new FormData();
    body.append("file", file);
    return send<OwnBook & { report: readonly ReportRow[] }>("/lorebooks/import", { method: "POST", body });
  },
  exportFile: (bookId: string) => fetchResponse(`/lorebooks/${id(bookId)}/export`),
} as const;
