import { uriOf } from "../../api/address";
import { call } from "../../api/client";
import type { Access } from "./types";

/** How publishing a scenario stands. */
export const publishingUri = (id: string) =>
  uriOf("GET /scenarios/scenario/{id}/publishing", { path: { id } });

/** The calls of publishing. All reject with a `FailedRequest`. */
export const publishingApi = {
  /** Rejects with 412 if another version is stored, and with 422 and the fields if something is missing or refused. */
  publish: (id: string, version: number, access: Access) =>
    call("POST /scenarios/scenario/{id}/publish", { path: { id }, body: { version, access } }),
  withdraw: (id: string) => call("POST /scenarios/scenario/{id}/withdraw", { path: { id } }),
} as const;
