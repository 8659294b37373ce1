/**
 * Loads the page again when a newer build stands behind it. It asks on the page's own origin, so that the site's policy
 * holds while developing as it does for visitors. In no build that is served: only `dev/entry-boot.ts` imports it.
 */

/** Which build this script is of. */
declare const __DEV_BUILD__: string;

const ASK_MS = 500;

async function ask(): Promise<void> {
  const answer = await fetch("/assets/dev-build.txt", { cache: "no-store" }).catch(() => null);
  // While the next build takes its place the file is missing, or the server is down.
  if (answer?.ok && (await answer.text()) !== __DEV_BUILD__) location.reload();
}

setInterval(() => {
  if (!document.hidden) void ask();
}, ASK_MS);
