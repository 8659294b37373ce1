import { type KeyboardEvent, useLayoutEffect, useRef } from "react";
import { moveInMenu } from "../../../design/menuFocus";
import { cx } from "../../../lib/classes";
import { useMessage } from "../PlayContext";
import type { DialogRequest } from "./Dialogs";
import s from "./LineMenu.module.css";
import { Items } from "./LineMenuItems";

/** Whose menu is open, and at which button. */
export interface MenuRequest {
  messageId: string;
  anchor: HTMLElement;
}

interface LineMenuProps {
  request: MenuRequest | null;
  onClose: () => void;
  onEdit: (messageId: string) => void;
  onDialog: (request: DialogRequest) => void;
}

/** Space around the menu, in pixels. */
const MARGIN = 8;

/** Everything that can be done about a message. One menu for the whole transcript; on phones a sheet from below. */
export function LineMenu({ request, onClose, onEdit, onDialog }: LineMenuProps) {
  if (request === null) return null;
  return (
    <Menu key={request.messageId} request={request} onClose={onClose} onEdit={onEdit} onDialog={onDialog} />
  );
}

function Menu({ request, onClose, onEdit, onDialog }: LineMenuProps & { request: MenuRequest }) {
  const message = useMessage(request.messageId);
  const menu = useRef<HTMLDivElement>(null);
  const { anchor } = request;

  useLayoutEffect(() => {
    const element = menu.current;
    if (element === null) return;
    element.showPopover();
    place(element, anchor);
    element.querySelector<HTMLElement>('[role="menuitem"]')?.focus();
    const onToggle = (event: Event) => {
      if ("newState" in event && event.newState === "closed") onClose();
    };
    element.addEventListener("toggle", onToggle);
    return () => {
      element.removeEventListener("toggle", onToggle);
      if (anchor.isConnected && element.contains(document.activeElement))
        anchor.focus({ preventScroll: true });
    };
  }, [anchor, onClose]);

  if (message === undefined) return null;
  return (
    <div
      ref={menu}
      className={cx("pop", s.menu)}
      data-line-menu
      popover="auto"
      role="menu"
      tabIndex={-1}
      aria-label={`Actions for this message by ${message.name}`}
      onKeyDown={onKeyDown}
    >
      <Items message={message} close={onClose} onEdit={onEdit} onDialog={onDialog} />
    </div>
  );
}

/**
 * Under the button, or above it where there is more space; a stylesheet makes it a sheet on narrow screens. What does
 * not fit below each other stands in two columns, and where it does not fit even then its edge fades.
 */
function place(element: HTMLElement, anchor: HTMLElement): void {
  const overflows = () => element.scrollHeight > element.clientHeight;
  element.toggleAttribute("data-wide", overflows());
  element.toggleAttribute("data-long", overflows());
  const at = anchor.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = element;
  const under = at.bottom + height + MARGIN <= innerHeight || at.top < innerHeight / 2;
  const top = under ? Math.min(at.bottom + 4, innerHeight - height - MARGIN) : at.top - height - 4;
  const left = Math.min(Math.max(at.right - width, MARGIN), innerWidth - width - MARGIN);
  element.style.setProperty("--menu-top", `${Math.max(top, MARGIN)}px`);
  element.style.setProperty("--menu-left", `${Math.max(left, MARGIN)}px`);
}

function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
  if (event.key === "Tab") event.currentTarget.hidePopover();
  else moveInMenu(event);
}
