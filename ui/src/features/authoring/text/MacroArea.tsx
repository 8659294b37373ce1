import {
  type Ref,
  type RefObject,
  type TextareaHTMLAttributes,
  useDeferredValue,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
} from "react";
import { cx } from "../../../lib/classes";
import s from "./MacroArea.module.css";
import { Mirror, placeInMirror } from "./Mirror";
import { useCompletion } from "./useCompletion";

export interface MacroAreaHandle {
  /** Offers what can be put in at the caret. */
  offerMacros: () => void;
}

interface MacroAreaProps
  extends Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, "value" | "onChange" | "children"> {
  ref?: Ref<MacroAreaHandle>;
  value: string;
  onChange: (value: string) => void;
  /** Names that are offered along with macros. */
  names: readonly string[];
  /** Fills the height it is given, instead of growing with its text. */
  full?: boolean;
  /** Where the caret stands at first. */
  caret?: number;
}

/** Only a text with braces or brackets can hold macros; a list of them is placed by the mirror, too. */
const MAY_HOLD_MACROS = /\{\{|</;

/** A text area that tints macros and completes them while they are typed. */
export function MacroArea({ ref, value, onChange, names, full = false, caret, ...field }: MacroAreaProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const mirror = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const listId = useId();
  const completion = useCompletion(area, names);
  // The text itself never waits for its tints.
  const shown = useDeferredValue(value);
  const { offer, ask } = completion;
  useImperativeHandle(ref, () => ({ offerMacros: ask }));
  useFollow(area, mirror, shown);
  const begin = useRef(caret);
  useLayoutEffect(() => {
    if (begin.current !== undefined) area.current?.setSelectionRange(begin.current, begin.current);
  }, []);
  useListPlace({ area, mirror, list }, shown === value ? value : null, offer?.from ?? null);
  useLayoutEffect(() => {
    list.current?.children[offer?.active ?? 0]?.scrollIntoView({ block: "nearest" });
  }, [offer?.active]);

  return (
    <div className={cx(s.area, full && s.full)}>
      {(MAY_HOLD_MACROS.test(shown) || offer !== null) && <Mirror text={shown} ref={mirror} />}
      <textarea
        dir="auto"
        {...field}
        ref={area}
        className="field field-area"
        value={value}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={offer === null ? undefined : listId}
        aria-activedescendant={offer === null ? undefined : `${listId}-${offer.active}`}
        onChange={(event) => {
          onChange(event.target.value);
          completion.look(true);
        }}
        onSelect={() => completion.look(false)}
        onKeyDown={completion.onKeyDown}
        onBlur={(event) => {
          completion.close();
          field.onBlur?.(event);
        }}
        onScroll={() => follow(area.current, mirror.current)}
      />
      {offer !== null && (
        <div className={s.list} ref={list} id={listId} role="listbox" aria-label="Macros">
          {offer.options.map((option, at) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the text area keeps the focus and has the keys.
            <div
              key={option.text}
              className={s.option}
              id={`${listId}-${at}`}
              role="option"
              aria-selected={at === offer.active}
              tabIndex={-1}
              // The text keeps the focus, and a phone its keyboard.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => completion.choose(option)}
            >
              <code>{option.text}</code>
              <span className={s.says}>{option.says}</span>
            </div>
          ))}
          {offer.hasMore && (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the text area keeps the focus and has the keys.
            <div
              className={s.option}
              id={`${listId}-${offer.options.length}`}
              role="option"
              aria-selected={offer.active === offer.options.length}
              tabIndex={-1}
              onMouseDown={(event) => event.preventDefault()}
              onClick={completion.showAll}
            >
              <code>More…</code>
              <span className={s.says}>Dice, dates, variables and all the others</span>
            </div>
          )}
        </div>
      )}
    </div>
  );
}

function follow(area: HTMLElement | null, mirror: HTMLElement | null): void {
  if (area !== null && mirror !== null) mirror.scrollTop = area.scrollTop;
}

/** Keeps the mirror at the place to which the text is scrolled. */
function useFollow(
  area: RefObject<HTMLElement | null>,
  mirror: RefObject<HTMLElement | null>,
  shown: string,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new text may have another height.
  useLayoutEffect(() => follow(area.current, mirror.current), [shown, area, mirror]);
}

interface Elements {
  area: RefObject<HTMLElement | null>;
  mirror: RefObject<HTMLElement | null>;
  list: RefObject<HTMLElement | null>;
}

/** Puts the list of macros at the braces that are being completed, once `text` is what the mirror shows. */
function useListPlace({ area, mirror, list }: Elements, text: string | null, from: number | null): void {
  useLayoutEffect(() => {
    const elements = [area.current, mirror.current, list.current];
    const [around, behind, box] = elements;
    if (!around || !behind || !box || text === null || from === null) return;
    const at = placeInMirror(behind, text, from);
    if (at === null) return;
    const frame = around.getBoundingClientRect();
    // A phone's keyboard covers the page without making it smaller.
    const view = window.visualViewport;
    const end = view ? view.offsetTop + view.height : window.innerHeight;
    const isAbove = at.bottom + box.offsetHeight > end && at.top > box.offsetHeight;
    const y = isAbove ? at.top - frame.top - 4 : at.bottom - frame.top + 4;
    const x = Math.max(0, Math.min(at.left - frame.left, frame.width - box.offsetWidth));
    box.toggleAttribute("data-above", isAbove);
    box.style.setProperty("--list-y", `${y}px`);
    box.style.setProperty("--list-x", `${x}px`);
  }, [area, mirror, list, text, from]);
}
