import { type FailedRequest, lostConnection } from "../api/errors";
import type { JournalRecord } from "../features/authoring/journal/record";
import { emptyDraft } from "../features/authoring/model/draft";
import { NO_HISTORY } from "../features/authoring/model/history";
import { DraftSession } from "../features/authoring/model/session";
import type { SessionStart } from "../features/authoring/model/sessionTypes";
import type { Draft, DraftStatus, DraftView } from "../features/authoring/types";
import { refusal } from "./api";

export const statusOf = (version: number): DraftStatus => ({
  id: "sc1",
  version,
  state: "draft",
  fromCard: false,
  createdOn: "2026-03-01T00:00:00Z",
  updatedOn: "2026-03-01T00:00:00Z",
  deletedOn: null,
  missing: [{ field: "/title", message: "Give the scenario a title." }],
});

export const viewOf = (version: number, draft: Draft): DraftView => ({
  ...statusOf(version),
  draft,
});

export const titled = (title: string, more: Partial<Draft> = {}): Draft => ({
  ...emptyDraft(),
  title,
  ...more,
});

/** A server with one draft, which refuses like the real one. */
export class DraftServer {
  version = 1;
  draft = emptyDraft();
  /** The keys that drafts were created with. */
  created: string[] = [];
  saves = 0;
  /** Nothing arrives. */
  down = false;
  /** Saves arrive, but their answers do not. */
  mute = false;
  gone = false;
  deletedOn: string | null = null;
  refuse: ((draft: Draft) => FailedRequest | null) | null = null;
  /** What the answer of a save waits for. */
  slow: Promise<void> | null = null;
  /** What the session keeps in the journal. */
  kept: Omit<JournalRecord, "key" | "owner"> | null = null;
  /** What fields pass on that hold something. */
  flush: (() => void) | null = null;
  /** The ids that the address was given. */
  named: string[] = [];

  #answer(): void {
    if (this.down) throw lostConnection(new TypeError("Failed to fetch"));
    if (this.gone) throw refusal(404, "NOT_FOUND");
  }
  create = async (key: string) => {
    this.#answer();
    await this.slow;
    this.created.push(key);
    return viewOf(this.version, this.draft);
  };
  read = async () => {
    this.#answer();
    return { ...viewOf(this.version, this.draft), deletedOn: this.deletedOn };
  };
  save = async (_: string, version: number, draft: Draft) => {
    this.#answer();
    this.saves += 1;
    await this.slow;
    const refused = this.refuse?.(draft);
    if (refused) throw refused;
    if (version !== this.version)
      throw refusal(412, "DRAFT_CHANGED", { current: viewOf(this.version, this.draft) });
    this.version += 1;
    this.draft = draft;
    if (this.mute) throw lostConnection(new TypeError("Failed to fetch"));
    return statusOf(this.version);
  };
}

/** Opens the server's draft. */
export function openSession(server: DraftServer, start: Partial<SessionStart> = {}): DraftSession {
  return new DraftSession(
    {
      id: "sc1",
      base: server.draft,
      draft: server.draft,
      version: server.version,
      status: statusOf(server.version),
      conflicts: [],
      unanswered: [],
      history: NO_HISTORY,
      createKey: "key",
      ...start,
    },
    {
      api: server,
      pen: {
        failed: false,
        write: async (record) => {
          server.kept = record;
        },
        discard: async () => {
          server.kept = null;
        },
      },
      failureOf: (cause) => cause as FailedRequest,
      onCreated: (id) => server.named.push(id),
      flush: () => server.flush?.(),
      now: () => Date.now(),
    },
  );
}
