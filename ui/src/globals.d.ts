/** Root-relative address of the icon sprite; replaced by the build. */
declare const __ICON_SPRITE__: string;

/** React's string renderer alone; `build.mjs` points this name at its file (the package's index loads the streaming one too). */
declare module "react-dom-string-renderer" {
  import type { ReactNode } from "react";
  export function renderToString(node: ReactNode, options?: { identifierPrefix?: string }): string;
}
