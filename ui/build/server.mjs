import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import vm from "node:vm";
import { build } from "esbuild";
import { require } from "./place.mjs";
import { boundReact } from "./plugins/bound-react.mjs";
import { pageStyles } from "./plugins/page-styles.mjs";
import { styleNames } from "./plugins/style-names.mjs";
import { shared } from "./shared.mjs";

/** The package's index loads the streaming renderer, too, which asks for more than the server's realm has. */
const REACT_STRING_RENDERER = join(
  dirname(require.resolve("react-dom/package.json")),
  "cjs/react-dom-server-legacy.browser.production.js",
);

/** The renderer's script: every page in one file, for the server's bare realm. */
export async function buildServer(server, { sprite, styles }) {
  const options = shared(sprite);
  await build({
    ...options,
    entryPoints: { "entry-server": "src/entry-server.tsx" },
    outdir: server,
    format: "iife",
    platform: "neutral",
    mainFields: ["module", "main"],
    alias: { "react-dom-string-renderer": REACT_STRING_RENDERER },
    plugins: [boundReact, styleNames, pageStyles(styles)],
    define: { ...options.define, __SSR__: "true" },
    sourcemap: "external",
    // Names stay readable in a stack trace of the server's log.
    minify: false,
    minifySyntax: true,
    minifyWhitespace: true,
  });
  const script = readFileSync(join(server, "entry-server.js"), "utf8");
  proveBareRealm(script);
  return script;
}

const TRIAL = {
  path: "/no/such/page",
  viewer: null,
  prefs: {
    theme: "dark",
    showNSFW: false,
    hideImages: false,
    hideSubscriptionWarning: false,
    campaign: null,
  },
  publicUrl: "http://localhost",
  data: {},
};

/** The renderer must live on ECMAScript, URL and URLSearchParams alone: the server's realm has nothing else of the web. */
function proveBareRealm(script) {
  const realm = vm.createContext({ URL, URLSearchParams, console });
  vm.runInContext(script, realm, { filename: "entry-server.js" });
  const [line, markup] = realm.dramatisRender(JSON.stringify(TRIAL)).split("\n", 2);
  if (JSON.parse(line).status !== 404 || !markup.includes("<h1"))
    throw new Error("The renderer's trial page came out wrong");
}
