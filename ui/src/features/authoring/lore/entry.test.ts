import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  DEFAULT_SCAN_DEPTH,
  entryTitle,
  groupsOf,
  LIMITS,
  newBook,
  newEntry,
  splitDecorators,
} from "./entry";

const root = join(import.meta.dirname, "../../../../..");
const lorebooks = readFileSync(join(root, "server/catalogue/src/lorebooks/rules.rs"), "utf8");
const authoring = readFileSync(join(root, "server/catalogue/src/authoring/rules.rs"), "utf8");

/** The value of a constant in the server's source. */
function constant(source: string, name: string): number {
  const [, value = ""] = new RegExp(`const ${name}: \\w+ = ([\\d_]+);`).exec(source) ?? [];
  return Number(value.replaceAll("_", ""));
}

test("limits and defaults are the server's", () => {
  expect(LIMITS).toEqual({
    books: constant(authoring, "MAX_BOOKS"),
    entries: constant(lorebooks, "MAX_ENTRIES"),
    name: constant(lorebooks, "MAX_NAME_CHARS"),
    description: constant(lorebooks, "MAX_DESCRIPTION_CHARS"),
    keys: constant(lorebooks, "MAX_KEYS"),
    keyBytes: constant(lorebooks, "MAX_KEY_BYTES"),
    scanDepth: constant(lorebooks, "MAX_SCAN_DEPTH"),
    passes: constant(lorebooks, "MAX_PASSES"),
    text: constant(authoring, "MAX_TEXT_CHARS"),
  });
  expect(DEFAULT_SCAN_DEPTH).toBe(constant(lorebooks, "DEFAULT_SCAN_DEPTH"));
});

interface Schema {
  properties: Record<string, { default?: unknown }>;
}

/** What the server fills in, by its own document. */
function defaults(name: string): Record<string, unknown> {
  const document = JSON.parse(readFileSync(join(root, "ui/openapi.json"), "utf8"));
  const { properties } = document.components.schemas[name] as Schema;
  const given = Object.entries(properties).filter(([, { default: value }]) => value !== undefined);
  return Object.fromEntries(given.map(([field, { default: value }]) => [field, value]));
}

test("a new entry and a new lorebook are as the server would fill them in", () => {
  expect(newEntry("")).toEqual(defaults("LorebookEntry"));
  const entry = newEntry("e");
  expect(newBook("b", "", entry).book).toEqual({ ...defaults("Book"), entries: [entry] });
});

test("an entry is called by its name, its note, or its first keyword", () => {
  const entry = newEntry("e");
  expect(entryTitle(entry)).toBe("Untitled");
  expect(entryTitle({ ...entry, keys: ["lamp"] })).toBe("lamp");
  expect(entryTitle({ ...entry, keys: ["lamp"], comment: "The lamp" })).toBe("The lamp");
  expect(entryTitle({ ...entry, comment: "The lamp", name: "Lamp" })).toBe("Lamp");
});

test("groups stand between commas", () => expect(groupsOf({ group: " a, ,b c ," })).toEqual(["a", "b c"]));

test.each([
  ["plain\n@@depth 9", [], "plain\n@@depth 9"],
  ["\n@@depth 2\n @@role user\n\nThe text.\n", ["@@depth 2", "@@role user"], "The text."],
  ["@@activate", ["@@activate"], ""],
])("the decorators of %j", (content, decorators, text) =>
  expect(splitDecorators(content)).toEqual({ decorators, text }),
);
