import type { QueryClient } from "@tanstack/react-query";
import { type LoaderFunctionArgs, redirect } from "react-router";
import { failedConnection } from "../api/errors";
import type { PageContext, PageModule } from "../api/page";
import { currentPrefs } from "../api/prefs";
import { readOptions } from "../api/query";
import { currentSession } from "../api/session";
import { paths } from "../lib/paths";
import { mayEnter } from "./guard";
import { matchRow } from "./match";
import { createPageContext, homeRedirect, keptSearch, validParams, wanted } from "./page-context";
import { type PageId, pageLoaders } from "./pages.client";
import { standIn } from "./resolve";
import { type RouteRow, rowById } from "./routes";
import { stylesheet } from "./stylesheet";

const loaded = new Map<PageId, PageModule>();

export const pageOf = (id: PageId): PageModule | undefined => loaded.get(id);

export async function loadPage(id: PageId): Promise<void> {
  if (loaded.has(id)) return;
  const page: PageModule = await pageLoaders[id]();
  // A page never shows before it looks as it should.
  await Promise.all((page.styles ?? []).map(stylesheet));
  loaded.set(id, page);
}

const RELOADED = "dramatis.reloaded";

/**
 * A page's code that cannot be loaded usually means that a newer build took the place of the one in this tab: the address
 * is then opened with a full page load, once. A second failure in a row is a real one and is thrown.
 */
function reloadOnce(address: string, cause: unknown): Promise<never> {
  if (sessionStorage.getItem(RELOADED) === address) throw cause;
  sessionStorage.setItem(RELOADED, address);
  location.assign(address);
  return new Promise(() => undefined);
}

interface Target {
  row: RouteRow;
  pathname: string;
  search: string;
  params: Record<string, string>;
}

/** Finds the row for an address, as the server does. */
export function targetOf(pathname: string, search: string): Target {
  return { ...matchRow(pathname), pathname, search };
}

/** Brings only the code of a page into memory: its data came with the HTML. */
export async function prepareHydration(
  client: QueryClient,
  { row, pathname, search, params }: Target,
): Promise<void> {
  const ctx = createPageContext({ row, pathname, params, search, prefs: currentPrefs(), client });
  const id = standIn(row, ctx, client) ?? row.page;
  if (id !== undefined) await loadPage(id);
}

/**
 * Brings a page's code and data into memory. Required reads are awaited; the others may still be on their way when the
 * page shows. A failed read stays in the cache as a failure and is shown by the page, so nothing is thrown here.
 */
export async function prepare(client: QueryClient, { row, pathname, search, params }: Target): Promise<void> {
  const ctx = createPageContext({ row, pathname, params, search, prefs: currentPrefs(), client });
  const code = row.page === undefined ? undefined : loadPage(row.page);
  await Promise.all([code, validParams(params) ? fetchReads(client, row, ctx) : undefined]);
  const id = standIn(row, ctx, client);
  if (id === null) return;
  // What stands in for a missing page brings its own reads, as on the server.
  await Promise.all([
    loadPage(id),
    id === "notFound" ? fetchReads(client, rowById("not-found"), ctx) : undefined,
  ]);
}

/** How long a missing resource is taken to be still missing before it is requested again, in milliseconds. */
const REFUSED_MS = 60_000;

/**
 * Whether this was missing a moment ago: another request would only make the page flicker. Other refusals may have been
 * lifted since.
 */
function wasRefused(client: QueryClient, uri: string): boolean {
  const state = client.getQueryState([uri]);
  if (state?.status !== "error" || Date.now() - state.errorUpdatedAt > REFUSED_MS) return false;
  const { status } = failedConnection(state.error);
  return status === 404 || status === 410;
}

/** Starts the reads of a row that its query wants, and waits for the required ones. */
async function fetchReads(client: QueryClient, row: RouteRow, ctx: PageContext): Promise<void> {
  const required: Promise<unknown>[] = [];
  for (const read of row.data) {
    if (!wanted(read, ctx.query)) continue;
    if (read.signedIn && currentSession().state !== "signedIn") continue;
    if (wasRefused(client, ctx.uri(read.uri))) continue;
    const fetching = client.ensureQueryData(readOptions(ctx.uri(read.uri))).catch(() => undefined);
    if (read.required) required.push(fetching);
  }
  await Promise.all(required);
}

function filled(pattern: string, params: Record<string, string>): string {
  return pattern
    .replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""))
    .replace("*", params["*"] ?? "")
    .replace(/(?<=.)\/$/, "");
}

/** Another address, with the part of the query that its screen reads. */
const moved = (pathname: string, search: string) => pathname + keptSearch(matchRow(pathname).row, search);

/** The browser's side of a row: guard and redirects as on the server, then data. */
export function createLoader(client: QueryClient) {
  return async (row: RouteRow, { request, params }: LoaderFunctionArgs): Promise<Response | null> => {
    const { pathname, search } = new URL(request.url);
    const defined: Record<string, string> = {};
    for (const [name, value] of Object.entries(params)) if (value !== undefined) defined[name] = value;
    if (row.redirectTo !== undefined) return redirect(moved(filled(row.redirectTo, defined), search));
    if (!(await mayEnter(row.guard)))
      return redirect(paths.signUpFirst(pathname + keptSearch(row, search, false)));
    const target: Target = { row, pathname, search, params: defined };
    if (row.id === "home") {
      const ctx = createPageContext({
        row,
        pathname,
        params: defined,
        search,
        prefs: currentPrefs(),
        client,
      });
      const elsewhere = homeRedirect(ctx.query);
      if (elsewhere !== null) return redirect(moved(elsewhere, search));
    }
    await prepare(client, target).catch((cause: unknown) => reloadOnce(pathname + search, cause));
    sessionStorage.removeItem(RELOADED);
    return null;
  };
}
