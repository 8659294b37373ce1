import { markup, openAlert } from "../design/alert";
import { navigate } from "../lib/navigation";
import { paths } from "../lib/paths";

/** Opens the list of keys. */
export function showShortcuts(): void {
  openAlert({
    title: "Keyboard shortcuts",
    html: markup`<dl class="shortcuts">
      <div><dt><kbd class="kbd">/</kbd></dt><dd>Search</dd></div>
      <div><dt><kbd class="kbd">?</kbd></dt><dd>Show this list</dd></div>
      <div><dt><kbd class="kbd">←</kbd> <kbd class="kbd">→</kbd></dt><dd>Move along a row of scenarios</dd></div>
      <div><dt><kbd class="kbd">Home</kbd> <kbd class="kbd">End</kbd></dt><dd>First or last in a row</dd></div>
      <div><dt><kbd class="kbd">Esc</kbd></dt><dd>Close a menu or a message</dd></div>
    </dl>`,
    buttons: [{ text: "Close" }],
  });
}

/** The search field of the page, if it has one: any `input[type=search]`. */
function searchField(): HTMLInputElement | null {
  return document.querySelector<HTMLInputElement>('main input[type="search"]');
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

const ARRIVAL_MS = 2_000;
const LOOK_MS = 50;

/** Puts the focus into the search field once the page that has it is there. */
function focusOnArrival(deadline: number): void {
  const field = searchField();
  if (field !== null) field.focus();
  else if (performance.now() < deadline) setTimeout(focusOnArrival, LOOK_MS, deadline);
}

/** `/` goes to the search field, `?` opens the list; neither while typing or with a dialog open. */
export function listenForShortcuts(): void {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (isTyping(event.target) || document.querySelector("dialog[open]") !== null) return;
    if (event.key === "/") {
      event.preventDefault();
      if (searchField() === null) navigate(paths.search());
      focusOnArrival(performance.now() + ARRIVAL_MS);
    } else if (event.key === "?") {
      event.preventDefault();
      showShortcuts();
    }
  });
}
