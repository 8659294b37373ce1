import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { reads } from "./reads";

interface Operation {
  parameters?: { name: string; in: string }[];
}

const text = readFileSync(`${import.meta.dirname}/../../openapi.json`, "utf8");
const { paths } = JSON.parse(text) as { paths: Record<string, { get?: Operation }> };
const nameless = (path: string) => path.replace(/\{[^}]*\}/g, "{}");

function operationOf(template: string): Operation | undefined {
  const path = template.replace(/(\{\?|\?).*/, "");
  const wanted = nameless(path.startsWith("/api/") ? path : `/api/v1${path}`);
  return Object.entries(paths).find(([known]) => nameless(known) === wanted)?.[1].get;
}

function queryOf(template: string): string[] {
  const listed = [...template.matchAll(/\{[?&]([^}]*)\}/g)].flatMap(([, names]) => names?.split(",") ?? []);
  const fixed = [...template.matchAll(/(?:\?|&)(\w+)=/g)].map(([, name]) => name ?? "");
  return [...fixed, ...listed.map((name) => name.replace("*", ""))];
}

test.each(Object.entries(reads))("%s asks for what the document has", (_, template) => {
  const taken = (operationOf(template)?.parameters ?? []).filter((each) => each.in === "query");
  expect(taken.map(({ name }) => name)).toEqual(expect.arrayContaining(queryOf(template)));
});
