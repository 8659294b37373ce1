import { ui } from "./place.mjs";

/** What the browser's modules and the renderer's script have in common. */
export const shared = (sprite) => ({
  bundle: true,
  minify: true,
  jsx: "automatic",
  target: "es2022",
  absWorkingDir: ui,
  metafile: true,
  legalComments: "none",
  define: { "process.env.NODE_ENV": '"production"', __ICON_SPRITE__: JSON.stringify(sprite) },
  logLevel: "warning",
});
