/** Reading and writing of the few cookies that the browser itself owns. */

/** The value of a cookie in a `document.cookie` text; null when absent. */
export function readCookie(jar: string, name: string): string | null {
  for (const part of jar.split(";")) {
    const at = part.indexOf("=");
    if (at < 0 || part.slice(0, at).trim() !== name) continue;
    try {
      return decodeURIComponent(part.slice(at + 1).trim());
    } catch {
      return null;
    }
  }
  return null;
}

/** The text to assign to `document.cookie`. */
export function cookieText(name: string, value: string, days: number, secure: boolean): string {
  const seconds = Math.round(days * 86_400);
  return `${name}=${encodeURIComponent(value)}; path=/; max-age=${seconds}; samesite=lax${secure ? "; secure" : ""}`;
}

export function writeCookie(name: string, value: string, days: number): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every supported browser, and the write must be synchronous.
  document.cookie = cookieText(name, value, days, location.protocol === "https:");
}
