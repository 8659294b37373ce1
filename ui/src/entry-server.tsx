import { renderToString } from "react-dom-string-renderer";
import {
  createStaticRouter,
  matchRoutes,
  type StaticHandlerContext,
  StaticRouterProvider,
} from "react-router";
import { pageHead } from "./api/page";
import { createQueryClient, fillCache } from "./api/query";
import { App } from "./app/App";
import { createPageContext, homeRedirect } from "./app/page-context";
import { pages } from "./app/pages.server";
import type { RenderInput } from "./app/render-input";
import { resolvePage } from "./app/resolve";
import { routeObjects } from "./app/router-routes";
import { type PageId, rowById } from "./app/routes";
import { withOrigin } from "./lib/json-ld";

/**
 * The render contract: a pure, synchronous function from one line of JSON to one line of JSON and the markup.
 * No fetch, no timer, no clock; of the web it needs `URL` and `URLSearchParams` only.
 */

const objects = routeObjects();
const pageOf = (id: PageId) => pages[id];

/** Data was fetched a moment ago; the age does not matter inside one render. */
const FETCHED_AT = 1;

function split(path: string): { pathname: string; search: string } {
  const at = path.indexOf("?");
  return at < 0 ? { pathname: path, search: "" } : { pathname: path.slice(0, at), search: path.slice(at) };
}

function answer(status: number, head: unknown, redirect: string | null, markup: string): string {
  return `${JSON.stringify({ status, head, redirect })}\n${markup}`;
}

function render(text: string): string {
  const input = JSON.parse(text) as RenderInput;
  const { pathname, search } = split(input.path);
  const matches = matchRoutes(objects, { pathname });
  const match = matches?.at(-1);
  if (matches === null || match?.route.id === undefined) throw new Error(`No route for ${pathname}`);
  const row = rowById(match.route.id);

  const client = createQueryClient();
  fillCache(client, input.data, FETCHED_AT);

  const params: Record<string, string> = {};
  for (const [name, value] of Object.entries(match.params)) if (value !== undefined) params[name] = value;
  const ctx = createPageContext({ row, pathname, params, search, prefs: input.prefs, client });

  const redirect = row.id === "home" ? homeRedirect(ctx.query) : null;
  if (redirect !== null) {
    return answer(302, pageHead({ title: "Moved", description: "", canonical: redirect }), redirect, "");
  }

  const page = resolvePage(row, ctx, client, pageOf);
  if (page === null) throw new Error(`Row ${row.id} has no page to render`);

  const context: StaticHandlerContext = {
    basename: "/",
    location: { pathname, search, hash: "", state: null, key: "default", mask: undefined },
    matches: matches as StaticHandlerContext["matches"],
    loaderData: {},
    actionData: null,
    errors: null,
    statusCode: page.status,
    loaderHeaders: {},
    actionHeaders: {},
    _match: (location) => matchRoutes(objects, location) as StaticHandlerContext["matches"] | null,
  };
  const services = { client, rendered: input.prefs, pageOf };
  const markup = renderToString(
    <App client={client} services={services}>
      <StaticRouterProvider router={createStaticRouter(objects, context)} context={context} hydrate={false} />
    </App>,
  );
  const head = page.head(ctx);
  return answer(page.status, { ...head, jsonLd: withOrigin(head.jsonLd, input.publicUrl) }, null, markup);
}

declare global {
  /** The one name the render host calls. */
  var dramatisRender: (input: string) => string;
}

globalThis.dramatisRender = render;
