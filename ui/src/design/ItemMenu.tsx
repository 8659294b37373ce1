import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from "react";
import { cx } from "../lib/classes";
import { Button, IconButton } from "./Button";
import { Icon } from "./Icon";
import s from "./ItemMenu.module.css";
import type { IconName } from "./icons";
import { moveInMenu } from "./menuFocus";

/** One thing to do. */
export interface MenuItem {
  label: string;
  icon: IconName;
  onChoose: () => void;
  /** Begins a new group. */
  apart?: boolean;
  danger?: boolean;
}

interface ItemMenuProps {
  /** What the button is for: "More about The Lamplighter". */
  label: string;
  items: readonly MenuItem[];
  /** What the button shows: three dots by default. */
  icon?: IconName;
  /** Whether the button shows its label beside the icon. */
  labelled?: boolean;
}

/** Space a menu needs, in CSS pixels: a row, around the rows, and its width. */
const ROW_PX = 46;
const FRAME_PX = 24;
const WIDTH_PX = 280;

/** Where a menu opens: below its button and ending with it, unless there is too little space. */
interface Place {
  up: boolean;
  start: boolean;
}

/** Focuses the first item of a menu that opens, and closes it when something else is pressed or focused. */
function useOpenMenu(open: boolean, frame: RefObject<HTMLElement | null>, onLeave: () => void): void {
  const leave = useEffectEvent(onLeave);
  useEffect(() => {
    if (!open) return;
    frame.current?.querySelector<HTMLElement>('[role="menuitem"]')?.focus();
    const onElsewhere = (event: Event) => {
      if (event.target instanceof Node && !frame.current?.contains(event.target)) leave();
    };
    document.addEventListener("pointerdown", onElsewhere);
    document.addEventListener("focusin", onElsewhere);
    return () => {
      document.removeEventListener("pointerdown", onElsewhere);
      document.removeEventListener("focusin", onElsewhere);
    };
  }, [open, frame]);
}

/** Where a menu of `items` items opens, beside a button that stands here. */
function placeOf({ bottom, right }: Pick<DOMRect, "bottom" | "right">, items: number): Place {
  const below = bottom + items * ROW_PX + FRAME_PX <= innerHeight;
  return { up: !below && bottom > innerHeight / 2, start: right < WIDTH_PX };
}

/**
 * A button with a few more things to do (the menu button pattern): it opens at the first, arrows walk, Escape and Tab
 * close, and the focus goes back to the button.
 */
export function ItemMenu({ label, items, icon = "more", labelled = false }: ItemMenuProps) {
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const [place, setPlace] = useState<Place>({ up: false, start: false });

  useOpenMenu(open, frame, () => setOpen(false));

  const close = () => {
    setOpen(false);
    frame.current?.querySelector<HTMLElement>("button")?.focus();
  };

  const toggle = () => {
    const box = frame.current?.getBoundingClientRect() ?? { bottom: 0, right: innerWidth };
    setPlace(placeOf(box, items.length));
    setOpen(!open);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === "Escape" || event.key === "Tab") {
      if (event.key === "Escape") event.preventDefault();
      close();
    } else moveInMenu(event);
  };

  const button = {
    "aria-haspopup": "menu",
    "aria-expanded": open,
    "aria-controls": open ? id : undefined,
    onClick: toggle,
  } as const;

  return (
    <div className={cx(s.menu, labelled && s.labelled)} ref={frame} data-menu>
      {labelled ? (
        <Button {...button}>
          <Icon name={icon} />
          {label}
        </Button>
      ) : (
        <IconButton label={label} {...button}>
          <Icon name={icon} />
        </IconButton>
      )}
      {open && (
        <div
          className={cx("pop", s.list, place.up && s.up, place.start && s.start)}
          id={id}
          role="menu"
          tabIndex={-1}
          aria-label={label}
          onKeyDown={onKeyDown}
        >
          {items.map((item) => (
            <button
              key={item.label}
              type="button"
              role="menuitem"
              tabIndex={-1}
              className={cx("pop-item", item.apart && s.apart, item.danger && s.danger)}
              onClick={() => {
                close();
                item.onChoose();
              }}
            >
              <Icon name={item.icon} />
              {item.label}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
