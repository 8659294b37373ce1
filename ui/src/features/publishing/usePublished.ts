import { useApi } from "../../api/query";
import { publishingUri } from "./api";
import type { PublishingStatus } from "./types";

/** A scenario as its author has it open. */
interface OpenScenario {
  /** Null: the server does not have it yet. */
  readonly id: string | null;
  /** The version of the draft that was saved last. */
  readonly version: number;
  /** Who can see it, as of that save. */
  readonly state: PublishingStatus["state"];
}

/** How the published version stands to the draft. */
export interface Published {
  /** Who can see it now. */
  readonly state: PublishingStatus["state"];
  /** Whether something was published, and the draft was saved since. */
  readonly hasUnpublished: boolean;
}

/** Knows whether saved changes are still to be published. It asks once: every later save is one. */
export function usePublished({ id, version, state }: OpenScenario): Published {
  const known = useApi(publishingUri(id ?? ""), { enabled: id !== null && state !== "draft" });
  if (known.state !== "ready") return { state, hasUnpublished: false };
  const { data } = known;
  const isSavedSince = version > data.version;
  return {
    state: isSavedSince ? state : data.state,
    hasUnpublished: data.publishedVersion !== null && (data.hasChanges || isSavedSince),
  };
}
