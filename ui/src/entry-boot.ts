/**
 * The page's first script: it brings in the client once the first paint is done, so that words, fonts and the lead picture
 * have the line to themselves. The modules to load are named on the script's own tag; a page that came empty has them
 * preloaded by the server instead, and starts at once.
 */

function start(): void {
  const named = document.querySelector<HTMLElement>("script[data-modules]")?.dataset.modules ?? "";
  for (const href of named.split(" ").filter(Boolean)) {
    const link = document.createElement("link");
    link.rel = "modulepreload";
    link.href = href;
    document.head.append(link);
  }
  void import("./entry-client");
}

/** Calls once, when the browser has shown something, or will show nothing for now (a tab in the background). */
function afterFirstPaint(call: () => void): void {
  const paints = globalThis.PerformanceObserver?.supportedEntryTypes?.includes("paint") ?? false;
  if (!paints || document.hidden || document.getElementById("root")?.firstElementChild === null) {
    call();
    return;
  }
  let called = false;
  const once = () => {
    if (called) return;
    called = true;
    observer.disconnect();
    call();
  };
  const observer = new PerformanceObserver((list) => {
    if (list.getEntriesByName("first-contentful-paint").length > 0) once();
  });
  observer.observe({ type: "paint", buffered: true });
  addEventListener("load", once);
  document.addEventListener("visibilitychange", once);
}

/**
 * What only the client can send waits for it: the last such form is sent once the app is mounted. Its method is `dialog`,
 * by which a browser alone sends nothing: Enter pressed before even this script is there leaves page and words as they are.
 * A form that leads somewhere without script waits, too, if it says so (`data-wait`).
 */
function holdForms(): void {
  let held: HTMLFormElement | null = null;
  const hold = (event: SubmitEvent) => {
    const form = event.target;
    // What the app has already taken is not to be sent twice.
    if (event.defaultPrevented || !(form instanceof HTMLFormElement)) return;
    if (form.method !== "dialog" && form.dataset.wait === undefined) return;
    event.preventDefault();
    held = form;
  };
  const release = () => {
    document.removeEventListener("submit", hold);
    held?.requestSubmit();
  };
  document.addEventListener("submit", hold);
  document.addEventListener("app-mounted", release, { once: true });
}

holdForms();
afterFirstPaint(start);
