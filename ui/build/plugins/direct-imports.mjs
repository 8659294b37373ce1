import { readFileSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";

const namesIn = (list) =>
  list
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");

/** The modules behind a feature's `public.ts`, by the names it exports. */
function behind(file) {
  const modules = new Map();
  const rest = readFileSync(file, "utf8")
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/export (?:type )?\{([^}]*)\} from "([^"]+)";/g, (_, list, from) => {
      for (const name of namesIn(list)) modules.set(name, resolve(dirname(file), from));
      return "";
    });
  if (rest.trim() !== "") throw new Error(`${file} must only export what others define: ${rest.trim()}`);
  return modules;
}

/**
 * A source that imports from the modules behind another feature's `public.ts` instead of from that. The bundler decides by the
 * file what a page needs: through `public.ts`, a page that uses one export would load every one that any page uses.
 */
export function withDirectImports(path, source) {
  const folder = dirname(path);
  return source.replace(/import \{([^}]*)\} from "([^"]+\/public)";/g, (statement, list, target) => {
    const modules = behind(resolve(folder, `${target}.ts`));
    const direct = namesIn(list)
      .filter((name) => !name.startsWith("type "))
      .map((name) => {
        const module = modules.get(name);
        if (module === undefined) throw new Error(`${path}: ${target} does not export ${name}`);
        return `import { ${name} } from "${relative(folder, module)}";`;
      });
    // Lines keep their numbers for source maps.
    return direct.join(" ") + "\n".repeat(statement.split("\n").length - 1);
  });
}
