import type { QueryClient } from "@tanstack/react-query";
import type { Uri } from "../api/operations";
import { first, type PageContext, type Prefs } from "../api/page";
import { keyOf } from "../api/query";
import type { KeyOf, Template } from "../api/reads";
import { expand, type TemplateVars } from "../lib/uri-template";
import type { DataRead, RouteRow } from "./routes";

/** Ids that may appear in an address; anything else is a 404 without asking the API. */
const ID = /^[A-Za-z0-9_-]{1,64}$/;

/** The allowed part of a query, as lists. */
export function allowedQuery(row: RouteRow, search: string): PageContext["query"] {
  const query: Record<string, string[]> = {};
  if (search === "" || search === "?") return query;
  const given = new URLSearchParams(search);
  for (const name of Object.keys(row.query)) {
    const values = given.getAll(name).filter((value) => value.trim() !== "");
    if (values.length > 0) query[name] = values;
  }
  return query;
}

/** What the client reads on start, whatever the page (spec 2.3); the server's redirects keep the same. */
const START_UP_NAMES = ["campaign", "exID", "grID", "ref"];

/** The part of a query that a redirect to a row keeps: what its screen reads, and, with `start`, what is read on start. */
export function keptSearch(row: RouteRow, search: string, start = true): string {
  const names = [...Object.keys(row.query), ...row.carried, ...(start ? START_UP_NAMES : [])].sort();
  const given = new URLSearchParams(search);
  const kept = new URLSearchParams();
  for (const name of new Set(names))
    for (const value of given.getAll(name)) if (value.trim() !== "") kept.append(name, value);
  const text = kept.toString();
  return text === "" ? "" : `?${text}`;
}

/** The names that a template marks with `*`: they take every value of a query, the others the first one. */
const listsOf = (template: string): ReadonlySet<string | undefined> =>
  new Set(Array.from(template.matchAll(/(\w+)\*/g), ([, name]) => name));

/** A template's variables on a page: params, mapped query, campaign. Texts are trimmed. */
function variables(
  template: string,
  row: RouteRow,
  params: PageContext["params"],
  query: PageContext["query"],
  prefs: Prefs,
): TemplateVars {
  const vars: Record<string, string | readonly string[] | null> = { campaign: prefs.campaign, ...params };
  const lists = listsOf(template);
  for (const [name, variable] of Object.entries(row.query)) {
    const values = query[name]?.map((value) => value.trim());
    if (values === undefined) continue;
    vars[variable] = lists.has(variable) ? values : (values[0] ?? null);
  }
  return vars;
}

export interface PageInput {
  row: RouteRow;
  pathname: string;
  params: Readonly<Record<string, string>>;
  search: string;
  prefs: Prefs;
  client: QueryClient;
}

export function createPageContext(input: PageInput): PageContext {
  const { row, params, prefs, client } = input;
  const query = allowedQuery(row, input.search);
  return {
    path: normalisedPath(input.pathname, query),
    params,
    query,
    prefs,
    uri: <T extends Template>(template: T) =>
      expand(template, variables(template, row, params, query, prefs)) as Uri<KeyOf<T>>,
    data: (uri) => client.getQueryData(keyOf(uri)),
  };
}

/** Whether the row's condition on the query holds. */
export function wanted(read: DataRead, query: PageContext["query"]): boolean {
  if (read.when === undefined) return true;
  return Object.entries(read.when).every(([name, allowed]) => allowed.includes(first({ query }, name) ?? ""));
}

/** The path with its allowed query, names sorted: the same text whatever else the address carried. */
function normalisedPath(pathname: string, query: PageContext["query"]): string {
  const params = new URLSearchParams();
  for (const name of Object.keys(query).sort())
    for (const value of query[name] ?? []) params.append(name, value);
  const text = params.toString();
  return text === "" ? pathname : `${pathname}?${text}`;
}

/** Every id in the path is well formed. */
export function validParams(params: Readonly<Record<string, string | undefined>>): boolean {
  return Object.entries(params).every(
    ([name, value]) => name === "*" || value === undefined || ID.test(value),
  );
}

/** Spec 2.2: `/?redirect=scenario&id=…` and `/?redirect=user&id=…` lead to that page; null when they do not apply. */
export function homeRedirect(query: PageContext["query"]): string | null {
  const target = first({ query }, "redirect");
  const id = first({ query }, "id");
  if (id === undefined || !ID.test(id)) return null;
  return target === "scenario" || target === "user" ? `/${target}/${id}` : null;
}
