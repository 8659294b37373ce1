import { renderToString } from "react-dom-string-renderer";
import type { RenderInput } from "./app/render-input";
import { serverPage } from "./app/server-page";

/**
 * React writes a preload of every eager picture before the page, which stands a few lines below it. The head names the one
 * picture that the first view waits for.
 */
const PRELOADS = /^(?:<link rel="preload" as="image"[^>]*>)+/;

/**
 * The render contract: a pure, synchronous function from one line of JSON to one line of JSON and the markup.
 * No fetch, no timer, no clock; of the web it needs `URL` and `URLSearchParams` only.
 */
function render(text: string): string {
  const { tree, styles, ...header } = serverPage(JSON.parse(text) as RenderInput);
  const markup = tree === null ? "" : links(styles) + renderToString(tree).replace(PRELOADS, "");
  return `${JSON.stringify(header)}\n${markup}`;
}

/** A page's own style sheets stand at the head of its markup: nothing below them is shown before they are there. */
const links = (styles: readonly string[]) =>
  styles.map((href) => `<link rel="stylesheet" href="${href}">`).join("");

declare global {
  /** The one name the render host calls. */
  var dramatisRender: (input: string) => string;
}

globalThis.dramatisRender = render;
