import { read } from "../../api/client";
import type { Uri } from "../../api/operations";
import type { KeyOf, reads } from "../../api/reads";

/** The searches whose results carry tags. */
export type TaggedKey = KeyOf<typeof reads.taggedScenarios | typeof reads.taggedCards>;

/** What a visitor finds: without the blocked tags of an account. */
export const searchAsVisitor = (uri: Uri<TaggedKey>, signal: AbortSignal) =>
  read(uri, { auth: "none", signal });
