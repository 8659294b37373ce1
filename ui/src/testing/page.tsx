import { QueryClientProvider } from "@tanstack/react-query";
import { type RenderResult, render } from "@testing-library/react";
import { matchPath } from "react-router";
import type { Answer, ReadKey, Uri } from "../api/operations";
import { type Head, type PageModule, PageProvider, type Prefs } from "../api/page";
import { DEFAULT_PREFS } from "../api/prefs";
import { createQueryClient, fillCache, type PageData } from "../api/query";
import { createPageContext } from "../app/page-context";
import { rowById } from "../app/routes";

/** What a read was answered before the page was made. */
export type Fetched = readonly [uri: Uri, answer: PageData[string]];

export const fetched = <Key extends ReadKey>(uri: Uri<Key>, body: Answer<Key>): Fetched => [
  uri,
  { status: 200, body },
];
export const failed = (uri: Uri, status: number): Fetched => [uri, { status, body: null }];

const FETCHED_AT = Date.now();

/** Renders a whole page at an address, from what the server would have fetched for it. For tests. */
export function renderPage(
  rowId: string,
  module: PageModule,
  address: string,
  data: readonly Fetched[] = [],
  prefs: Partial<Prefs> = {},
): RenderResult & { head: Head } {
  const url = new URL(address, "http://host.test");
  const row = rowById(rowId);
  const client = createQueryClient();
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, retry: false } });
  fillCache(client, Object.fromEntries(data), FETCHED_AT);
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
