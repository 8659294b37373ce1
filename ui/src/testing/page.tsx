import { QueryClientProvider } from "@tanstack/react-query";
import { type RenderResult, render } from "@testing-library/react";
import { matchPath } from "react-router";
import { type Head, type PageModule, PageProvider, type Prefs } from "../api/page";
import { DEFAULT_PREFS } from "../api/prefs";
import { createQueryClient, fillCache, type PageData } from "../api/query";
import { createPageContext } from "../app/page-context";
import { rowById } from "../app/routes";

/** Answers of the API by uri: a body (200), or a status for a failure. */
export type Answers = Readonly<Record<string, unknown>>;

const FETCHED_AT = Date.now();

function pageData(answers: Answers): PageData {
  return Object.fromEntries(
    Object.entries(answers).map(([uri, body]) => [
      uri,
      typeof body === "number" ? { status: body, body: null } : { status: 200, body },
    ]),
  );
}

/** Renders a whole page at an address, from the answers that the server would have fetched for it. For tests. */
export function renderPage(
  rowId: string,
  module: PageModule,
  address: string,
  answers: Answers = {},
  prefs: Partial<Prefs> = {},
): RenderResult & { head: Head } {
  const url = new URL(address, "http://host.test");
  const row = rowById(rowId);
  const client = createQueryClient();
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, retry: false } });
  fillCache(client, pageData(answers), FETCHED_AT);
  const params: Record<string, string> = {};
  for (const [name, value] of Object.entries(matchPath(row.path, url.pathname)?.params ?? {})) {
    if (value !== undefined) params[name] = value;
  }
  const ctx = createPageContext({
    row,
    pathname: url.pathname,
    params,
    search: url.search,
    prefs: { ...DEFAULT_PREFS, ...prefs },
    client,
  });
  const Page = module.default;
  const result = render(
    <QueryClientProvider client={client}>
      <PageProvider value={ctx}>
        <Page />
      </PageProvider>
    </QueryClientProvider>,
  );
  return { ...result, head: module.head(ctx) };
}
