import { call } from "../../../api/client";
import type { Answer, Body } from "../../../api/operations";

/** Scenarios in an order that readers see. */
export type Series = Answer<"GET /series/my">["results"][number];
/** A scenario of a series. */
export type SeriesScenario = Series["scenarios"][number];

/** The calls of series. All reject with a `FailedRequest`. */
export const seriesApi = {
  /** The same `key` makes one series of several tries with the same content. */
  create: (body: Body<"POST /series">, key: string) => call("POST /series", { body, idempotencyKey: key }),
  /** Replaces it whole. Rejects with 412 if another version than the one in `body` is stored. */
  change: (id: string, body: Body<"PUT /series/{id}">) => call("PUT /series/{id}", { path: { id }, body }),
  /** Its scenarios stay. */
  delete: (id: string) => call("DELETE /series/{id}", { path: { id } }),
} as const;
