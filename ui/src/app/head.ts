import type { Head } from "../api/page";

const DEFAULT_ROBOTS = "index,follow,max-image-preview:large";

function meta(attribute: "name" | "property", key: string, content: string | null): void {
  let element = document.head.querySelector<HTMLMetaElement>(`meta[${attribute}="${key}"]`);
  if (content === null) {
    element?.remove();
    return;
  }
  if (element === null) {
    element = document.createElement("meta");
    element.setAttribute(attribute, key);
    document.head.append(element);
  }
  element.content = content;
}

/** Brings title, description, canonical and robots in step after navigation. The server writes the whole head. */
export function applyHead(head: Head): void {
  document.title = head.title;
  meta("name", "description", head.description);
  meta("name", "robots", head.robots ?? DEFAULT_ROBOTS);
  meta("name", "rating", head.rating);
  meta("property", "og:title", head.og.title);
  let canonical = document.head.querySelector<HTMLLinkElement>('link[rel="canonical"]');
  if (canonical === null) {
    canonical = document.createElement("link");
    canonical.rel = "canonical";
    document.head.append(canonical);
  }
  canonical.href = new URL(head.canonical, location.origin).href;
}
