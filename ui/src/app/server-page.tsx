import type { ReactNode } from "react";
import {
  createStaticRouter,
  matchRoutes,
  type RouteMatch,
  type RouteObject,
  type StaticHandlerContext,
  StaticRouterProvider,
} from "react-router";
import { pageHead } from "../api/page";
import { personalPrefs } from "../api/prefs";
import { createQueryClient, fillCache } from "../api/query";
import { renderedSession } from "../api/session";
import { withOrigin } from "../lib/json-ld";
import { App } from "./App";
import { matchRow } from "./match";
import { createPageContext, homeRedirect } from "./page-context";
import type { PageId } from "./pages.client";
import { pages } from "./pages.server";
import type { RenderInput } from "./render-input";
import { resolvePage } from "./resolve";
import { routeObjects } from "./router-routes";
import { routes } from "./routes";

/** A page before it becomes markup. */
export interface ServerPage {
  status: number;
  /** What the server writes into the document's head. */
  head: unknown;
  /** Where the visitor goes instead; then there is nothing to render. */
  redirect: string | null;
  /** Style sheets of the page itself. */
  styles: readonly string[];
  tree: ReactNode;
}

/** Per row, the two nested routes that a page consists of: the layout and the row. Nothing else is needed to render it. */
const objects = new Map(routes.map((row) => [row.id, routeObjects([row])]));

function routeMatches(route: RouteObject[], pathname: string, params: Record<string, string>): RouteMatch[] {
  const [layout] = route;
  const [leaf] = layout?.children ?? [];
  if (layout === undefined || leaf === undefined) return [];
  return [
    { params, pathname: "/", pathnameBase: "/", route: layout },
    { params, pathname, pathnameBase: pathname, route: leaf },
  ];
}

const pageOf = (id: PageId) => pages[id];

/** Data was fetched a moment ago; the age does not matter inside one render. */
const FETCHED_AT = 1;

function split(path: string): { pathname: string; search: string } {
  const at = path.indexOf("?");
  return at < 0 ? { pathname: path, search: "" } : { pathname: path.slice(0, at), search: path.slice(at) };
}

/** The page of a render input: everything but turning the tree into text. Pure and synchronous. */
export function serverPage(input: RenderInput): ServerPage {
  const { pathname, search } = split(input.path);
  const { row, params } = matchRow(pathname);

  const client = createQueryClient();
  fillCache(client, input.data, FETCHED_AT);

  const prefs = personalPrefs(input.prefs, input.viewer);
  const ctx = createPageContext({ row, pathname, params, search, prefs, client });

  const redirect = row.id === "home" ? homeRedirect(ctx.query) : null;
  if (redirect !== null) {
    const head = pageHead({ title: "Moved", description: "", canonical: redirect });
    return { status: 302, head, redirect, styles: [], tree: null };
  }

  const page = resolvePage(row, ctx, client, pageOf);
  if (page === null) throw new Error(`Row ${row.id} has no page to render`);

  const route = objects.get(row.id) ?? [];
  const context: StaticHandlerContext = {
    basename: "/",
    location: { pathname, search, hash: "", state: null, key: "default", mask: undefined },
    matches: routeMatches(route, pathname, params) as StaticHandlerContext["matches"],
    loaderData: {},
    actionData: null,
    errors: null,
    statusCode: page.status,
    loaderHeaders: {},
    actionHeaders: {},
    _match: (location) => matchRoutes(route, location) as StaticHandlerContext["matches"] | null,
  };
  const services = { client, site: { contact: input.contact }, rendered: input.prefs, pageOf };
  const tree = (
    <App client={client} services={services} session={renderedSession(input.viewer)}>
      <StaticRouterProvider router={createStaticRouter(route, context)} context={context} hydrate={false} />
    </App>
  );
  const head = page.head(ctx);
  return {
    status: page.status,
    head: { ...head, jsonLd: withOrigin(head.jsonLd, input.publicUrl) },
    redirect: null,
    styles: page.styles,
    tree,
  };
}
