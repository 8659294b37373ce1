import type { PublishingStatus } from "../features/publishing/types";

/** How publishing stands for a draft that nobody has seen; give what matters to the test. */
export function aPublishingStatus(changes: Partial<PublishingStatus> = {}): PublishingStatus {
  return {
    id: "sc1",
    state: "draft",
    version: 3,
    publishedVersion: null,
    publishedOn: null,
    hasChanges: false,
    missingForAuthor: [],
    versionInReview: null,
    inReview: null,
    missing: [],
    refused: [],
    doubted: [],
    ...changes,
  };
}
