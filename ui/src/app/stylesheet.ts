const standing = new Map<string, Promise<void>>();

function load(href: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = href;
    link.onload = () => resolve();
    link.onerror = () => reject(new Error(`${href} could not be loaded`));
    document.head.append(link);
  });
}

/**
 * Puts a style sheet into the document's head; resolves when its rules hold. A page that came as HTML has its sheets in its
 * markup already: those in the head outlive it.
 */
export function stylesheet(href: string): Promise<void> {
  const known = standing.get(href);
  if (known !== undefined) return known;
  const loading = load(href);
  standing.set(href, loading);
  loading.catch(() => standing.delete(href));
  return loading;
}
