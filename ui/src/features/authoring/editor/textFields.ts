import { type Path, pointerOf } from "../model/path";
import { hunksBetween } from "../model/texts";

/** The fields of the editor in which text is typed, and places within them. */

/** What can be typed in. */
const TEXT_FIELD = "textarea, input:not([type=checkbox], [type=radio], [type=range], [type=file])";

export type TextField = HTMLTextAreaElement | HTMLInputElement;

export const isTextField = (target: EventTarget | null): target is TextField =>
  target instanceof Element && target.matches(TEXT_FIELD);

/** The place on screen that shows a field, or what it belongs to. */
export function elementOf(path: Path): Element | null {
  for (let length = path.length; length > 0; length -= 1) {
    const pointer = CSS.escape(pointerOf(path.slice(0, length)));
    const found = document.querySelector(`[data-field="${pointer}"]`);
    if (found !== null) return found;
  }
  return null;
}

/** What is folded cannot be seen, nor have the focus. */
export function unfold(element: Element): void {
  for (let fold = element.closest("details"); fold !== null; ) {
    fold.open = true;
    fold = fold.parentElement?.closest("details") ?? null;
  }
}

/**
 * The pointers that a text field may have in the draft, the most likely first. A field is named by its
 * pointer, or stands in the place of one (`data-field`); those of a lorebook's entry (`data-within`) are named
 * as the entry has them.
 */
export function pointersOf(field: TextField): string[] {
  if (field.name.startsWith("/")) return [field.name];
  const place = field.closest<HTMLElement>("[data-field]")?.dataset.field;
  if (place === undefined) return [];
  const within = place + (field.closest<HTMLElement>("[data-within]")?.dataset.within ?? "");
  return field.name === "" ? [within] : [`${within}/${field.name}`, within];
}

/** The text field that shows a place of the draft; the one that fills the screen comes first. */
export function textFieldOf(path: Path): TextField | null {
  const pointer = pointerOf(path);
  const fields = [...(elementOf(path)?.querySelectorAll(TEXT_FIELD) ?? [])].filter(isTextField);
  const shown = fields.filter((field) => pointersOf(field).includes(pointer));
  return shown.find((field) => field.closest("dialog") !== null) ?? shown[0] ?? null;
}

/** Where a place in a text is after the text has become another one. */
export function placeIn(after: string, before: string, at: number): number {
  const hunks = hunksBetween(before, after) ?? [];
  const shifted = hunks.reduce(
    (place, { at: from, removed, inserted }) =>
      from + removed.length <= at ? place + inserted.length - removed.length : place,
    at,
  );
  return Math.min(shifted, after.length);
}

/** How much of a page's top and bottom the bars there may cover, in pixels. */
const COVERED = 150;

/** Scrolls the page so that a place is in view. `top`: where it is in the window, in pixels. */
function scrollTo(top: number): void {
  if (top >= COVERED && top <= innerHeight - COVERED) return;
  scrollBy({ top: top - innerHeight / 2 });
}

/** Brings what an element begins with into view. */
export const bringIntoView = (element: Element): void => scrollTo(element.getBoundingClientRect().top);

const TYPE = [
  "font",
  "letterSpacing",
  "lineHeight",
  "padding",
  "textIndent",
  "tabSize",
  "direction",
] as const;

/** How far below the top of a text area's content a place in its text is, in pixels. */
function topWithin(area: HTMLTextAreaElement, at: number): number {
  const twin = document.createElement("div");
  const style = getComputedStyle(area);
  for (const property of TYPE) twin.style[property] = style[property];
  Object.assign(twin.style, {
    position: "absolute",
    visibility: "hidden",
    boxSizing: "border-box",
    width: `${area.clientWidth}px`,
    whiteSpace: "pre-wrap",
    overflowWrap: "break-word",
  });
  const end = document.createElement("span");
  end.textContent = "\u200b";
  twin.append(area.value.slice(0, at), end);
  document.body.append(twin);
  const top = end.offsetTop;
  twin.remove();
  return top;
}

/** Brings a place in the text of a field into view. */
export function bringTextIntoView(field: TextField, at: number): void {
  if (!(field instanceof HTMLTextAreaElement)) {
    bringIntoView(field);
    return;
  }
  const top = topWithin(field, at);
  const isSeen = top >= field.scrollTop && top < field.scrollTop + field.clientHeight;
  if (!isSeen) field.scrollTop = top - field.clientHeight / 2;
  scrollTo(field.getBoundingClientRect().top + top - field.scrollTop);
}
