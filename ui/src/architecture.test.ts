import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { expect, test } from "vitest";

const root = import.meta.dirname;

/** Which top folders a folder may import. `features` are checked more closely below. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  lib: ["lib"],
  config: ["config"],
  design: ["design", "lib", "config"],
  api: ["api", "lib", "config"],
  features: ["features", "design", "api", "lib", "config"],
  app: ["app", "features", "design", "api", "lib", "config"],
};

interface Import {
  file: string;
  target: string;
}

function sources(): string[] {
  return readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !file.endsWith(".d.ts"))
    .map((file) => join(root, file));
}

function imports(file: string): Import[] {
  const text = readFileSync(file, "utf8");
  const found = text.matchAll(/(?:from|import)\s*\(?\s*"(\.{1,2}\/[^"]+)"/g);
  return Array.from(found, ([, path]) => ({
    file: relative(root, file),
    target: relative(root, resolve(dirname(file), path ?? "")),
  }));
}

const all = sources().flatMap(imports);
const top = (path: string) => path.split("/")[0] ?? "";

test("there is something to check", () => expect(all.length).toBeGreaterThan(100));

test("folders import only what lies below them", () => {
  const wrong = all.filter(({ file, target }) => {
    const allowed = ALLOWED[top(file)];
    return allowed !== undefined && !allowed.includes(top(target));
  });
  expect(wrong).toEqual([]);
});

test("features see each other only through public.ts", () => {
  const wrong = all.filter(({ file, target }) => {
    const [, mine] = file.split("/");
    const [folder, theirs, entry] = target.split("/");
    return top(file) === "features" && folder === "features" && mine !== theirs && entry !== "public";
  });
  expect(wrong).toEqual([]);
});

test("a feature calls the API in its api.ts alone", () => {
  // The two streams of the play are read as they come.
  const STREAMS = "features/play/stream.ts";
  const calling =
    /import \{[^}]*\} from "[^"]*\/api\/(?:client|http)"|import\("[^"]*\/api\/(?:client|http)"\)|\bfetch\(/;
  const wrong = sources()
    .map((file) => relative(root, file))
    .filter((file) => top(file) === "features" && !file.endsWith("/api.ts") && file !== STREAMS)
    .filter((file) => calling.test(readFileSync(join(root, file), "utf8")));
  expect(wrong).toEqual([]);
});

test("a feature carries the name of the server's slice", () => {
  // Features without a slice: the site's own texts, and the play screen, whose parts carry slices' names where they
  // belong to one.
  const WITHOUT_SLICE = ["guide", "play", "static-pages"];
  const server = join(root, "../../server");
  const slices = readdirSync(server)
    .filter((crate) => !["app", "kernel", "ssr"].includes(crate))
    .flatMap((crate) => readdirSync(join(server, crate, "src")))
    .map((name) => name.replace(/\.rs$/, "").replaceAll("_", "-"));
  const nameless = readdirSync(join(root, "features")).filter(
    (name) => !slices.includes(name) && !WITHOUT_SLICE.includes(name),
  );
  expect(nameless).toEqual([]);
});

test("modules do not import each other in a circle", () => {
  const graph = new Map<string, string[]>();
  const files = new Set(sources().map((file) => relative(root, file)));
  const fileOf = (target: string) =>
    [target, `${target}.ts`, `${target}.tsx`, `${target}/index.ts`].find((name) => files.has(name));
  for (const { file, target } of all) {
    const to = fileOf(target);
    if (to !== undefined) graph.set(file, [...(graph.get(file) ?? []), to]);
  }
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (file: string, path: string[]) => {
    if (path.includes(file)) {
      circles.push([...path.slice(path.indexOf(file)), file].join(" → "));
      return;
    }
    if (done.has(file)) return;
    for (const next of graph.get(file) ?? []) visit(next, [...path, file]);
    done.add(file);
  };
  for (const file of graph.keys()) visit(file, []);
  expect(circles).toEqual([]);
});

test("no component names a colour", () => {
  const coloured = sources()
    .filter((file) => file.endsWith(".tsx"))
    .filter((file) =>
      /#[0-9a-f]{3,8}\b|rgba?\(|hsla?\(/i.test(readFileSync(file, "utf8").replace(/href="#[^"]*"/g, "")),
    )
    .map((file) => relative(root, file));
  expect(coloured).toEqual([]);
});

test("no markup carries a style attribute or an inline script", () => {
  const styled = sources()
    .filter((file) => /\sstyle=\{|<script/.test(readFileSync(file, "utf8")))
    .map((file) => relative(root, file));
  expect(styled).toEqual([]);
});

test("no source uses the mutations of TanStack Query, which the build leaves out", () => {
  const using = sources()
    .filter((file) =>
      /\b(?:useMutation|useMutationState|useIsMutating|getMutationCache)\b/.test(readFileSync(file, "utf8")),
    )
    .map((file) => relative(root, file));
  expect(using).toEqual([]);
});
