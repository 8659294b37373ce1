import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { expect, test } from "vitest";

/** Style modules and the components that use them; TypeScript knows their classes only as text. */

const root = import.meta.dirname;

const files = readdirSync(root, { recursive: true, encoding: "utf8" }).map((file) => join(root, file));
const modules = files.filter((file) => file.endsWith(".module.css"));
const components = files.filter((file) => /\.tsx?$/.test(file) && !file.includes(".test."));

const sorted = (names: Iterable<string>) => [...new Set(names)].sort();

/** The classes a module gives names of its own. */
function given(file: string): string[] {
  const text = readFileSync(file, "utf8").replace(/\/\*[\s\S]*?\*\/|:global\([^)]*\)/g, "");
  const selectors = Array.from(text.matchAll(/([^{};]+)\{/g), ([, selector]) => selector ?? "");
  const own = selectors.filter((selector) => !selector.trim().startsWith("@"));
  return sorted(
    own.flatMap((selector) => Array.from(selector.matchAll(/\.([a-zA-Z][\w-]*)/g), ([, name]) => name ?? "")),
  );
}

/** The classes that components take from a module. */
function taken(file: string): string[] {
  return sorted(
    components.flatMap((component) => {
      const text = readFileSync(component, "utf8");
      const imported = text.matchAll(/import (\w+) from "(\.{1,2}\/[^"]+\.module\.css)"/g);
      return Array.from(imported).flatMap(([, name, path]) =>
        resolve(dirname(component), path ?? "") === file
          ? Array.from(
              text.matchAll(new RegExp(`\\b${name}\\.([a-zA-Z]\\w*)`, "g")),
              ([, used]) => used ?? "",
            )
          : [],
      );
    }),
  );
}

test("there is something to check", () => expect(modules.length).toBeGreaterThan(0));

test.each(modules.map((file) => relative(root, file)))(
  "%s gives the classes that components take",
  (file) => {
    expect(taken(join(root, file))).toEqual(given(join(root, file)));
  },
);
