import type { PublishingStatus } from "./types";

/**
 * The versions of drafts that wait for review, by the scenario's id, as long as this page lives. The server tells that
 * one waits, not which: until it is changed here, it is the one that was found.
 */
const sent = new Map<string, number>();

/** The version that waits, as far as it is known. */
export const sentVersion = ({ id, version }: PublishingStatus): number => sent.get(id) ?? version;

/** Notes that just this version was sent to review. */
export function noteSent({ id, version, inReview }: PublishingStatus): void {
  if (inReview === null) sent.delete(id);
  else sent.set(id, version);
}

/** Notes how it was found, unless it was sent from here. */
export function noteFound(status: PublishingStatus): void {
  if (!sent.has(status.id)) noteSent(status);
}
