/** Moving to another page from code. The browser entry hands in the router; until then a full page load does it. */

export interface NavigateOptions {
  /** Takes the place of the present entry in the history. */
  replace?: boolean;
  /** Keeps the scroll position: for views of one page such as tabs and filters. */
  keepScroll?: boolean;
}

/** Answers when the page is there, or another navigation took the place of this one. */
type Navigate = (path: string, options?: NavigateOptions) => Promise<void> | undefined;

let go: Navigate = (path, options) => {
  if (options?.replace) location.replace(path);
  else location.assign(path);
  return undefined;
};

export function setNavigate(next: Navigate): void {
  go = next;
}

/** Browser only: call it from event handlers. Links need nothing: write a plain `<a href>`. */
export const navigate: Navigate = (path, options) => go(path, options);

/** Asks whether the page may be left; `leave` leaves it. */
export type AskToLeave = (leave: () => void) => void;

/** Whether an address is still the page that is held. */
export type StaysAt = (pathname: string) => boolean;

let hold: (ask: AskToLeave | null, staysAt: StaysAt) => void = () => undefined;

/** The browser entry hands in how its router is held. */
export function setHold(next: typeof hold): void {
  hold = next;
}

const warn = (event: BeforeUnloadEvent) => event.preventDefault();

/**
 * While the page is held, every way to another one asks first, and closing the tab warns. Null lets it go. By
 * default every other address is another page.
 */
export function holdPage(ask: AskToLeave | null, staysAt: StaysAt = () => false): void {
  hold(ask, staysAt);
  if (ask === null) removeEventListener("beforeunload", warn);
  else addEventListener("beforeunload", warn);
}
