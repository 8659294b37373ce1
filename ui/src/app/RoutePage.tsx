import { useEffect, useMemo, useRef } from "react";
import { useLocation, useParams } from "react-router";
import { PageProvider } from "../api/page";
import { adultConfirmed, personalPrefs, usePrefs } from "../api/prefs";
import { useSession } from "../api/session";
import { useApp } from "./AppContext";
import { applyHead } from "./head";
import { createPageContext } from "./page-context";
import { resolvePage } from "./resolve";
import type { RouteRow } from "./routes";

function definedParams(params: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const defined: Record<string, string> = {};
  for (const [name, value] of Object.entries(params)) {
    if (value !== undefined) defined[name] = value;
  }
  return defined;
}

/** One row of the route table on screen: makes its page context, chooses what to show, keeps the head in step. */
export function RoutePage({ row }: { row: RouteRow }) {
  const { client, rendered, pageOf } = useApp();
  const { pathname, search } = useLocation();
  const params = useParams();
  const { viewer } = useSession();
  const cookiePrefs = usePrefs(rendered);
  const prefs = useMemo(() => personalPrefs(cookiePrefs, viewer), [cookiePrefs, viewer]);
  const ctx = useMemo(
    () =>
      createPageContext({
        row,
        pathname,
        params: definedParams(params),
        search,
        prefs,
        client,
      }),
    [row, pathname, search, params, prefs, client],
  );
  const page = useMemo(() => resolvePage(row, ctx, client, pageOf), [row, ctx, client, pageOf]);

  // Lists were made for the old answer to the 18+ warning. A campaign's link does not count as an answer: it shows
  // pictures and opens no list.
  const answered = useRef<boolean | null>(null);
  useEffect(() => {
    const answer = prefs.showNSFW && (viewer !== null || adultConfirmed(document.cookie, true));
    const before = answered.current;
    answered.current = answer;
    if (before !== null && before !== answer) void client.invalidateQueries();
  }, [client, prefs.showNSFW, viewer]);

  useEffect(() => {
    if (page !== null) applyHead(page.head(ctx));
  }, [page, ctx]);

  if (page === null) return null;
  return <PageProvider value={ctx}>{page.content}</PageProvider>;
}
