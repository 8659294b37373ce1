import { uriOf } from "../../api/address";
import { call, fetchResponse } from "../../api/client";
import { lostConnection } from "../../api/errors";
import type { Body } from "../../api/operations";
import { saveFile } from "../../design/saveFile";
import { fileForm } from "../../lib/fileForm";
import { fileName } from "../../lib/fileName";
import type { CardKind } from "./exports";
import { emptyDraft } from "./model/draft";
import type { ChangedCards, Draft, DraftActor } from "./types";

/** How long a file may travel, in milliseconds. */
const FILE_MS = 120_000;
/** The same for a card of 200 MB, whose pictures are stored one by one. */
const CARD_MS = 600_000;
/** How long 500 scenarios with their pictures may travel, in milliseconds. */
const ARCHIVE_MS = 3_600_000;
/** How long a change of 500 scenarios may take, in milliseconds. */
const BULK_MS = 120_000;

/** How long a file of an import may travel, in milliseconds: slow lines carry 50 bytes in one. */
const travelMs = (bytes: number) => 60_000 + bytes / 50;

/** A draft of the viewer. */
export const draftUri = (id: string) => uriOf("GET /scenarios/scenario/{id}/draft", { path: { id } });
/** What was found of its pictures. */
export const verdictsUri = (id: string) => uriOf("GET /scenarios/scenario/{id}/images", { path: { id } });
/** The draft as the server would publish it now. */
export const previewUri = (id: string) => uriOf("GET /scenarios/scenario/{id}/preview", { path: { id } });

/** The calls of the writers' room. All reject with a `FailedRequest`. */
export const authoringApi = {
  /** An empty draft. The same `key` makes one draft of several tries, because every try sends the same. */
  create: (key: string) => {
    const body = new FormData();
    body.set("scenario", new Blob([JSON.stringify(emptyDraft())], { type: "application/json" }));
    return call("POST /scenarios/scenario", { body, idempotencyKey: key });
  },
  read: (id: string) => call("GET /scenarios/scenario/{id}/draft", { path: { id } }),
  /** Rejects with 412 if another version than this one is stored. */
  save: (scenarioID: string, version: number, draft: Draft) =>
    call("PUT /scenarios/scenario/{scenarioID}", {
      path: { scenarioID },
      body: draft,
      headers: { "if-match": String(version) },
    }),
  toTrash: (scenarioID: string) => call("DELETE /scenarios/scenario/{scenarioID}", { path: { scenarioID } }),
  deletePermanently: (scenarioID: string) =>
    call("DELETE /scenarios/scenario/{scenarioID}", { path: { scenarioID }, query: { permanent: true } }),
  restore: (id: string) => call("POST /scenarios/scenario/{id}/restore", { path: { id } }),
  /** Changes many scenarios, each by itself; the answer names those that were refused. */
  changeMany: (body: Body<"POST /scenarios/my/bulk">) =>
    call("POST /scenarios/my/bulk", { body, timeoutMs: BULK_MS }),
  /** Tags that exist and are close to a new name. */
  nearTags: (name: string) => call("GET /tags/near", { query: { name } }),
  uploadImage: (id: string, file: Blob) =>
    call("POST /scenarios/scenario/{id}/images", { path: { id }, body: fileForm(file), timeoutMs: FILE_MS }),
  /** Rejects with 409 (`NO_SECOND_LOOK`) if the picture is not judged explicit, or a person has decided. */
  askForSecondLook: (id: string, image: string, note: string) =>
    call("POST /scenarios/scenario/{id}/second-looks", { path: { id }, body: { image, note } }),
} as const;

/** The calls of imports. All reject with a `FailedRequest`. */
export const importsApi = {
  /** The same `key` makes one batch of several tries. */
  create: (name: string | null, key: string) =>
    call("POST /scenarios/imports", { body: { name }, idempotencyKey: key }),
  /** The same position again changes nothing. */
  sendFile: (id: string, position: number, name: string, file: Blob, signal: AbortSignal) =>
    call("POST /scenarios/imports/{id}/files", {
      path: { id },
      query: { name, position },
      body: fileForm(file),
      timeoutMs: travelMs(file.size),
      signal,
    }),
  /** A page of the files that have arrived. */
  files: (id: string, cursor: string | undefined) =>
    call("GET /scenarios/imports/{id}/files", {
      path: { id },
      query: { limit: 100, ...(cursor !== undefined && { cursor }) },
    }),
  /** Says that nothing more will be sent. */
  seal: (id: string) => call("POST /scenarios/imports/{id}/seal", { path: { id } }),
  answer: (id: string, changed: ChangedCards) =>
    call("POST /scenarios/imports/{id}/answer", { path: { id }, body: { changed } }),
  /** What is not imported yet is dropped; drafts stay. */
  remove: (id: string) => call("DELETE /scenarios/imports/{id}", { path: { id } }),
  /** Reads a lorebook from a file; nothing is stored. */
  readLorebook: (file: File) =>
    call("POST /scenarios/lorebooks/read", { body: fileForm(file), timeoutMs: CARD_MS }),
} as const;

interface Travelling {
  signal: AbortSignal;
  /** Is told how many bytes have arrived, each time more have. */
  onBytes: (bytes: number) => void;
}

/** Puts one actor's card into the author's downloads. */
export async function downloadActor(
  id: string,
  actor: Pick<DraftActor, "id" | "name">,
  { format, version }: CardKind,
): Promise<void> {
  const response = await fetchResponse("GET /scenarios/scenario/{id}/export", {
    path: { id },
    query: { actor: actor.id, format, ...(version !== undefined && { version }) },
    timeoutMs: CARD_MS,
    headers: { accept: "*/*" },
  });
  await saveArriving(response, fileName(actor.name, format, "actor"));
}

/** Puts a whole scenario, with its pictures, into the author's downloads. */
export async function downloadScenario(id: string, title: string, travelling?: Travelling): Promise<void> {
  const response = await fetchResponse("GET /scenarios/scenario/{id}/export", {
    path: { id },
    query: { format: "charx" },
    timeoutMs: CARD_MS,
    headers: { accept: "*/*" },
    ...(travelling !== undefined && { signal: travelling.signal }),
  });
  await saveArriving(response, fileName(title, "charx", "scenario"), travelling?.onBytes);
}

/** Puts many scenarios, each whole, as one ZIP into the author's downloads. */
export async function downloadMany(ids: string[], { signal, onBytes }: Travelling): Promise<void> {
  const response = await fetchResponse("POST /scenarios/my/export", {
    body: { ids },
    timeoutMs: ARCHIVE_MS,
    headers: { accept: "*/*" },
    signal,
  });
  await saveArriving(response, "My scenarios.zip", onBytes);
}

/** Saves a file once all of it has arrived. */
async function saveArriving(
  response: Response,
  name: string,
  onBytes: Travelling["onBytes"] = () => undefined,
): Promise<void> {
  let bytes = 0;
  const counting = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform: (chunk, out) => {
      bytes += chunk.byteLength;
      onBytes(bytes);
      out.enqueue(chunk);
    },
  });
  const body = response.body?.pipeThrough(counting) ?? null;
  const type = response.headers.get("content-type") ?? "application/octet-stream";
  try {
    saveFile(await new Response(body, { headers: { "content-type": type } }).blob(), name);
  } catch (cause) {
    throw lostConnection(cause);
  }
}
