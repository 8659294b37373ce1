import type { QueryClient } from "@tanstack/react-query";
import { currentSession } from "../api/session";
import { navigate } from "../lib/navigation";
import { prepare, targetOf } from "./load";

/**
 * Links are plain `<a href>` everywhere: they work without script, cost the server nothing, and the listeners here turn
 * a press into a client navigation. `data-reload` asks for a full page load, `data-keep-scroll` keeps the scroll position,
 * `data-replace` takes the place of the present history entry. GET forms are treated like links.
 */

/** How long a pointer rests on a link before its page is fetched ahead. */
const HOVER_MS = 90;

/** Paths that the page route does not answer. */
const OUTSIDE = /^\/(?:api|media|og|assets|_image)(?:\/|$|\?)|\.(?:xml|txt|json|png|svg|webp|webmanifest)$/;

function linkOf(event: Event): HTMLAnchorElement | null {
  return event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[href]") : null;
}

function staysHere(link: HTMLAnchorElement): boolean {
  return (
    link.origin === location.origin &&
    (link.target === "" || link.target === "_self") &&
    !link.hasAttribute("download") &&
    link.dataset.reload === undefined &&
    !OUTSIDE.test(link.pathname)
  );
}

function onClick(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = linkOf(event);
  if (link === null || !staysHere(link)) return;
  const samePage = link.pathname === location.pathname && link.search === location.search;
  if (samePage && link.hash !== "") return;
  event.preventDefault();
  navigate(link.pathname + link.search + link.hash, {
    replace: samePage || link.dataset.replace !== undefined,
    keepScroll: link.dataset.keepScroll !== undefined,
  });
}

function onSubmit(event: SubmitEvent): void {
  const form = event.target;
  if (event.defaultPrevented || !(form instanceof HTMLFormElement) || form.method !== "get") return;
  const action = new URL(form.action);
  if (action.origin !== location.origin) return;
  event.preventDefault();
  const query = new URLSearchParams();
  for (const [name, value] of new FormData(form, event.submitter)) {
    if (typeof value === "string" && value.trim() !== "") query.append(name, value.trim());
  }
  const text = query.toString();
  navigate(action.pathname + (text === "" ? "" : `?${text}`));
}

function savesData(): boolean {
  const connection: unknown = Reflect.get(navigator, "connection");
  return (
    typeof connection === "object" && connection !== null && Reflect.get(connection, "saveData") === true
  );
}

/** Listens on the document for the life of the page. */
export function listenForLinks(client: QueryClient): void {
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const ahead = (event: Event) => {
    clearTimeout(waiting);
    const link = linkOf(event);
    if (link === null || !staysHere(link) || savesData()) return;
    const target = targetOf(link.pathname, link.search);
    if (target.row.page === undefined) return;
    if (target.row.guard !== "none" && currentSession().state !== "signedIn") return;
    waiting = setTimeout(() => void prepare(client, target).catch(() => undefined), HOVER_MS);
  };
  document.addEventListener("click", onClick);
  document.addEventListener("submit", onSubmit);
  document.addEventListener("pointerover", ahead, { passive: true });
  document.addEventListener("focusin", ahead);
}
