/** Root-relative address of the icon sprite; replaced by the build. */
declare const __ICON_SPRITE__: string;

/** Whether this is the renderer's script; replaced by the build, which leaves what it guards out of the browser's. */
declare const __SSR__: boolean;

/** React's string renderer alone; `build/server.mjs` points this name at its file (the package's index loads the streaming one too). */
declare module "react-dom-string-renderer" {
  import type { ReactNode } from "react";
  export function renderToString(node: ReactNode, options?: { identifierPrefix?: string }): string;
}

/** The classes of a style module, by the names it gives them; a test holds both sides together (styles.test.ts). */
declare module "*.module.css" {
  const classes: Readonly<Record<string, string>>;
  export default classes;
}

/** A style sheet of global classes, loaded with the page that imports it. */
declare module "*.css" {}
