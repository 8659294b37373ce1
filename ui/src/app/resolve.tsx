import type { QueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { failedConnection } from "../api/errors";
import type { Head, PageContext, PageModule } from "../api/page";
import { FailurePage, failureHead } from "./FailurePage";
import { validParams, wanted } from "./page-context";
import type { PageId, RouteRow } from "./routes";

/** What a row shows, given what was loaded for it. */
export interface ResolvedPage {
  status: number;
  content: ReactNode;
  head: (ctx: PageContext) => Head;
}

/** The status of the first required read that failed; null when all are well (or still on their way). */
export function failedStatus(row: RouteRow, ctx: PageContext, client: QueryClient): number | null {
  if (!validParams(ctx.params)) return 404;
  for (const read of row.data) {
    if (!read.required || !wanted(read, ctx.query)) continue;
    const state = client.getQueryState([ctx.uri(read.uri)]);
    if (state?.status === "error") return failedConnection(state.error).status || 503;
  }
  return null;
}

/** Chooses between the row's page, not-found and the failure page. */
export function resolvePage(
  row: RouteRow,
  ctx: PageContext,
  client: QueryClient,
  pageOf: (id: PageId) => PageModule | undefined,
): ResolvedPage | null {
  const failed = failedStatus(row, ctx, client);
  if (failed !== null && failed !== 404) {
    return {
      status: failed,
      content: <FailurePage status={failed} />,
      head: () => failureHead(failed, ctx),
    };
  }
  const id = failed === 404 ? "notFound" : row.page;
  const page = id === undefined ? undefined : pageOf(id);
  if (page === undefined) return null;
  return { status: failed ?? row.status, content: <page.default />, head: page.head };
}
