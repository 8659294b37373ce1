import type { QueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { type FailedRequest, failedConnection } from "../api/errors";
import type { Head, PageContext, PageModule } from "../api/page";
import { FailurePage, failureHead, failureStatus } from "./FailurePage";
import { validParams, wanted } from "./page-context";
import type { PageId } from "./pages.client";
import type { RouteRow } from "./routes";

/** What a row shows, given what was loaded for it. */
export interface ResolvedPage {
  status: number;
  content: ReactNode;
  head: (ctx: PageContext) => Head;
  /** Style sheets that must stand before it. */
  styles: readonly string[];
}

/** Why the first required read failed; null when all are well (or still on their way). */
function failure(row: RouteRow, ctx: PageContext, client: QueryClient): FailedRequest | null {
  for (const read of row.data) {
    if (!read.required || !wanted(read, ctx.query)) continue;
    const state = client.getQueryState([ctx.uri(read.uri)]);
    if (state?.status === "error") return failedConnection(state.error);
  }
  return null;
}

/**
 * The page that stands in for a row's own: the address has nothing to show, or the visitor must first confirm their
 * age. Null when the row's own page shows.
 */
export function standIn(row: RouteRow, ctx: PageContext, client: QueryClient): PageId | null {
  if (!validParams(ctx.params)) return "notFound";
  const failed = failure(row, ctx, client);
  if (failed?.status === 404) return "notFound";
  return failed?.code === "ADULT_ONLY" ? "adultGate" : null;
}

/** Chooses between the row's page, not-found and the failure page. */
export function resolvePage(
  row: RouteRow,
  ctx: PageContext,
  client: QueryClient,
  pageOf: (id: PageId) => PageModule | undefined,
): ResolvedPage | null {
  const failed = failure(row, ctx, client);
  const instead = standIn(row, ctx, client);
  if (failed !== null && instead === null) {
    return {
      status: failureStatus(failed),
      content: <FailurePage failed={failed} />,
      head: () => failureHead(failed, ctx),
      styles: [],
    };
  }
  const id = instead ?? row.page;
  const page = id === undefined ? undefined : pageOf(id);
  if (page === undefined) return null;
  const status = instead === null ? row.status : instead === "notFound" ? 404 : 403;
  return { status, content: <page.default />, head: page.head, styles: page.styles ?? [] };
}
