import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { completionAt } from "./completion";
import { MACROS, macroSpans } from "./macros";

const folder = join(import.meta.dirname, "../../../../../server/play/src/prompt/macros");
const source = (file: string) => readFileSync(join(folder, file), "utf8");

/** The names that the server compares a macro's name with. */
function serverNames(): string[] {
  const functions = source("functions.rs");
  const bodies = ["fn field", "fn plain", "fn call"].map((head) => {
    const from = functions.indexOf(head);
    const next = functions.indexOf("\n    }\n", from);
    return functions.slice(from, next);
  });
  const quoted = (text: string) => Array.from(text.matchAll(/"([a-z0-9_/]+)"/g), ([, name = ""]) => name);
  // Only what stands before the arrow of an arm is a name.
  const arms = bodies.flatMap((body) =>
    Array.from(body.matchAll(/^ {12}(?:\()?("[^=]*?)=>/gm), ([, arm = ""]) => quoted(arm)),
  );
  const chosen = /matches!\(name\.as_str\(\), "random" \| "pick"\)/.test(source("expander.rs"));
  const notes = /matches!\(name\.as_str\(\), "\/\/" \| "comment"\)/.test(source("expander.rs"));
  return [
    ...arms.flat(),
    ...(functions.includes('strip_prefix("time_utc")') ? ["time_utc"] : []),
    ...(chosen ? ["random", "pick"] : []),
    ...(notes ? ["//", "comment"] : []),
  ];
}

test("there is something to compare with", () => expect(readdirSync(folder)).toContain("functions.rs"));

test("exactly the macros of the server are offered", () => {
  const offered = MACROS.map(({ name }) => name.toLowerCase());
  expect([...new Set(offered)]).toHaveLength(offered.length);
  expect([...offered].sort()).toEqual([...new Set(serverNames())].sort());
});

const marked = (text: string) =>
  macroSpans(text).map(({ from, to, known }) => `${known ? "" : "?"}${text.slice(from, to)}`);

test.each([
  ["{{char}} sees {{User}}.", ["{{char}}", "{{User}}"]],
  ["{{random::{{char}}::a}}", ["{{random::{{char}}::a}}"]],
  ["{{random::{{char}} and {{user}}", ["{{char}}", "{{user}}"]],
  ["{{ char }}", ["{{ char }}"]],
  ["{{{char}}}", ["{{char}}"]],
  ["{{// a note\nover lines}} text", ["{{// a note\nover lines}}"]],
  ["{{charm}}", ["?{{charm}}"]],
  ["{{img::joy}} {{time_UTC+2}} {{/trim}}", ["{{img::joy}}", "{{time_UTC+2}}", "{{/trim}}"]],
  ["<USER> and <b> and <Bot>", ["<USER>", "<Bot>"]],
  ["{{reverse::<USER>}}", ["{{reverse::<USER>}}"]],
  ["{{open", []],
  ["closed}}", []],
])("macros of %j", (text, spans) => expect(marked(text)).toEqual(spans));

const offered = (text: string, names: string[] = []) =>
  completionAt(text, text.length, names)?.options.map(({ text }) => text) ?? null;

test("two braces offer the most used macros and the cast", () => {
  expect(offered("Hello {{", ["Mira", "Mira", " "])?.slice(0, 4)).toEqual([
    "{{char}}",
    "{{user}}",
    "Mira",
    "{{group}}",
  ]);
});

test("what is typed narrows the choice, beginnings first", () => {
  expect(offered("{{cha")?.slice(0, 2)).toEqual(["{{char}}", "{{charIfNotGroup}}"]);
  expect(offered("{{var")).toContain("{{getvar::name}}");
  expect(offered("{{mi", ["Mira"])?.[0]).toBe("Mira");
  expect(offered("{{/t")).toEqual(["{{/trim}}"]);
});

test.each(["{", "{{xyz", "{{char}}", "{{random::", "no braces"])("nothing is offered after %j", (text) =>
  expect(offered(text)).toBeNull(),
);

test("the first argument is marked, to be typed over", () => {
  const option = completionAt("{{random", 8, [])?.options[0];
  expect(option?.text.slice(option.marked?.from, option.marked?.to)).toBe("a");
  const note = completionAt("{{//", 4, [])?.options[0];
  expect(note?.text.slice(note.marked?.from, note.marked?.to)).toBe("note");
});
