import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseTemplate } from "url-template";
import { expect, test } from "vitest";
import { reads } from "../api/reads";
import { pageLoaders } from "./pages.client";
import { type RouteRow, routes } from "./routes";

/** Screens that the specification does not list, and why we have them. */
const BEYOND_SPEC: Readonly<Record<string, string>> = {
  "/wallet": "The history of one's shekels; the specification only asks for the balance.",
  "/my-scenarios/:draftID": "The editor; the specification says that people write scenarios, not where.",
  "/my-scenarios/imports/:importID": "How far an import of many files is, and what became of each file.",
  "/safety": "What is done when somebody is in danger, and whom to call.",
};

/** Spec section 2.1: address, guard, and what the server renders. */
const spec = readFileSync(join(import.meta.dirname, "../../../docs/contract/routes.tsv"), "utf8")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"))
  .map((line) => {
    const [path = "", guard, content] = line.split("\t");
    return {
      path: path.replaceAll("{", ":").replaceAll("}", ""),
      guard: guard === "auth or guest" ? "authOrGuest" : guard,
      render: content === "yes" ? "content" : content,
    };
  });

test("the table has every route of the specification", () => {
  const ours = spec.map(({ path, guard, render }) => {
    const row = routes.find((one) => one.path === path);
    // What is one person's may be rendered for them, where the specification asks for a shell only.
    const isMore = guard === "auth" && render === "shell" && row?.render === "content";
    return { path: row?.path, guard: row?.guard, render: isMore ? render : row?.render };
  });
  expect(ours).toEqual(spec);
});

test("it has no other route but those that BEYOND_SPEC gives a reason for", () => {
  const listed = new Set(spec.map(({ path }) => path));
  const others = routes.map(({ path }) => path).filter((path) => !listed.has(path));
  expect(others.toSorted()).toEqual(Object.keys(BEYOND_SPEC).toSorted());
});

test("ids are unique", () => {
  expect(new Set(routes.map((row) => row.id)).size).toBe(routes.length);
});

test("only not-found has another status, and only redirects have a target", () => {
  for (const row of routes) {
    expect(row.status).toBe(row.path === "*" ? 404 : row.render === "redirect" ? 301 : 200);
    expect(row.redirectTo !== undefined).toBe(row.render === "redirect");
    if (row.render === "content") expect(row.page, row.id).toBeDefined();
  }
});

test("guarded screens are never kept in a shared cache", () => {
  for (const row of routes) if (row.guard !== "none") expect(row.cache, row.id).toBeNull();
});

test("every variable of a read is a parameter, an allowed query name or the campaign", () => {
  for (const row of routes) {
    const known = new Set([
      ...Array.from(row.path.matchAll(/:(\w+)/g), ([, name]) => name),
      ...Object.values(row.query),
      "campaign",
    ]);
    for (const read of row.data) {
      for (const [, names] of read.uri.matchAll(/\{[?&]?([^}]*)\}/g)) {
        for (const name of (names ?? "").split(","))
          expect(known, `${row.id} ${read.uri}`).toContain(name.replace("*", ""));
      }
    }
  }
});

test("every read is a template that parses", () => {
  for (const template of Object.values(reads)) expect(() => parseTemplate(template)).not.toThrow();
});

test("every page stands in a row", () => {
  // The first stands in where a page is for adults only.
  const inRows = new Set(["adultGate", ...routes.map(({ page }) => page)]);
  expect(Object.keys(pageLoaders).filter((page) => !inRows.has(page))).toEqual([]);
});

test("every screen is opened by a journey", () => {
  const folder = join(import.meta.dirname, "../../e2e");
  const journeys = ["", "lib"].flatMap((below) =>
    readdirSync(join(folder, below))
      .filter((file) => file.endsWith(".ts"))
      .map((file) => readFileSync(join(folder, below, file), "utf8")),
  );
  const opened = (path: string) => {
    const [start = ""] = path.split(/:|\*/);
    const address = new RegExp(`["\`}]${start}${start === path ? '["`?#]' : ""}`);
    return journeys.some((journey) => address.test(journey));
  };
  // `mine.e2e.ts` opens these by the table itself.
  const isOpenedByTable = ({ guard, render, path }: RouteRow) =>
    guard === "auth" && render === "content" && !path.includes(":");
  const screens = routes.filter(
    (row) => row.page !== "comingSoon" && row.page !== undefined && row.path !== "*" && !isOpenedByTable(row),
  );
  expect(screens.map(({ path }) => path).filter((path) => !opened(path))).toEqual([]);
});
