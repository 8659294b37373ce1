import { hash } from "./place.mjs";

/** Icons by the kind the server links them as. Files of `public/` keep their names and are served from the root. */
const ICONS = {
  svg: "/favicon.svg",
  png: "/icon-192.png",
  apple: "/apple-touch-icon.png",
  manifest: "/site.webmanifest",
};

/** Which files a page needs, as `server/app/src/bundle.rs` reads it. */
export function manifestOf({ sprite, style, fonts, client, script, routes }) {
  const pages = routes.filter(({ source }) => source !== undefined);
  return {
    buildId: hash(JSON.stringify([client.entry, style, script])),
    entry: client.entry,
    styles: [style],
    modulepreload: client.initial.filter((file) => file !== client.entry),
    fontPreload: fonts,
    routeChunks: Object.fromEntries(pages.map(({ row, source }) => [row.id, client.onDemand(source)])),
    icons: { ...ICONS, sprite },
  };
}
