import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { IconButton } from "../../design/Button";
import { Icon } from "../../design/Icon";
import type { IconName } from "../../design/icons";
import { moveInMenu } from "../../design/rovingFocus";
import { cx } from "../../lib/classes";
import s from "./Menu.module.css";
import shared from "./Story.module.css";

/** One thing to do. */
export interface MenuItem {
  label: string;
  icon: IconName;
  onChoose: () => void;
  /** Begins a new group. */
  apart?: boolean;
  danger?: boolean;
}

interface MenuProps {
  /** What the button is for: "More about The Lamplighter". */
  label: string;
  items: readonly MenuItem[];
}

/** Room a menu needs, in CSS pixels: a row, around the rows, and its width. */
const ROW_PX = 46;
const FRAME_PX = 24;
const WIDTH_PX = 280;

/** Where a menu opens: below its button and ending with it, unless there is no room. */
interface Place {
  up: boolean;
  start: boolean;
}

/**
 * A button with a few more things to do (the menu button pattern): it opens at the first, arrows walk, Escape and Tab
 * close, and the focus goes back to the button.
 */
export function Menu({ label, items }: MenuProps) {
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const [place, setPlace] = useState<Place>({ up: false, start: false });

  useEffect(() => {
    if (!open) return;
    list.current?.querySelector<HTMLElement>("button")?.focus();
    const leave = (event: Event) => {
      if (event.target instanceof Node && !frame.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener("pointerdown", leave);
    document.addEventListener("focusin", leave);
    return () => {
      document.removeEventListener("pointerdown", leave);
      document.removeEventListener("focusin", leave);
    };
  }, [open]);

  const close = () => {
    setOpen(false);
    frame.current?.querySelector<HTMLElement>("button")?.focus();
  };

  const toggle = () => {
    const { bottom, right } = frame.current?.getBoundingClientRect() ?? { bottom: 0, right: innerWidth };
    const below = bottom + items.length * ROW_PX + FRAME_PX <= innerHeight;
    setPlace({ up: !below && bottom > innerHeight / 2, start: right < WIDTH_PX });
    setOpen(!open);
  };

  const walk = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === "Escape" || event.key === "Tab") {
      if (event.key === "Escape") event.preventDefault();
      close();
    } else moveInMenu(event);
  };

  return (
    <div className={s.menu} ref={frame} data-menu>
      <IconButton
        label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={toggle}
      >
        <Icon name="more" />
      </IconButton>
      {open && (
        <div
          className={cx("pop", s.list, place.up && s.up, place.start && s.start)}
          id={id}
          role="menu"
          tabIndex={-1}
          aria-label={label}
          ref={list}
          onKeyDown={walk}
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

/** A short text in a row of facts. */
export function Fact({ icon, children }: { icon?: IconName; children: ReactNode }) {
  return (
    <span className={shared.fact}>
      {icon !== undefined && <Icon name={icon} />}
      {children}
    </span>
  );
}
