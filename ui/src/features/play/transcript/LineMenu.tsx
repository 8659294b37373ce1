import { type KeyboardEvent, useLayoutEffect, useRef } from "react";
import { Avatar } from "../../../design/Avatar";
import { Icon } from "../../../design/Icon";
import type { IconName } from "../../../design/icons";
import { moveInMenu } from "../../../design/rovingFocus";
import { cx } from "../../../lib/classes";
import { castOf } from "../model/cast";
import { isReply } from "../model/message";
import { useChat, useEnded, useMessage, usePlay, useTurn } from "../PlayContext";
import type { Message } from "../types";
import type { DialogRequest } from "./Dialogs";
import s from "./LineMenu.module.css";
import { useLineActions } from "./useLineActions";

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

/** Room that is left around the menu, in pixels. */
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
 * Under the button, or above it where there is more room; a stylesheet makes it a sheet on narrow screens. What does not fit below each other
 * stands in two columns, and where it does not fit even then its edge fades.
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

interface ItemsProps {
  message: Message;
  close: () => void;
  onEdit: (messageId: string) => void;
  onDialog: (request: DialogRequest) => void;
}

function Items({ message, close, onEdit, onDialog }: ItemsProps) {
  const { story, announce } = usePlay();
  const chat = useChat();
  const turn = useTurn();
  const act = useLineActions();
  const busy = turn !== null;
  const { id, hidden, turnId } = message;
  const reply = isReply(message);
  const isLast = story.state.ids.at(-1) === id;
  // Nobody speaks after the end.
  const over = useEnded() && isLast;
  const cast = castOf(chat);

  const item = (icon: IconName, label: string, run: () => void, disabled = false) => (
    <button
      type="button"
      role="menuitem"
      className="pop-item"
      disabled={disabled}
      onClick={() => {
        close();
        run();
      }}
    >
      <Icon name={icon} />
      {label}
    </button>
  );

  return (
    <>
      <div className={s.part} role="none">
        {item("copy", "Copy", () => act.copy(message))}
        {item("edit", "Edit", () => onEdit(id))}
        {item(
          "rewrite",
          "Rewrite a passage",
          () => onDialog({ kind: "rewrite", messageId: id, selected: selectedIn(id) }),
          busy,
        )}
      </div>
      {reply && (
        <div className={s.part} role="none">
          {item("refresh", "Regenerate", () => act.regenerate(message), busy)}
          {item("wand", "Regenerate with a note", () => onDialog({ kind: "note", messageId: id }), busy)}
          {item("goOn", "Continue", () => act.goOn(message), busy || over)}
        </div>
      )}
      {cast.length > 1 && (reply || isLast) && !over && (
        <fieldset className={s.part} aria-label={isLast ? "Who speaks next" : "Regenerate as"}>
          <p className={s.title} aria-hidden="true">
            {isLast ? "Who speaks next" : "Regenerate as"}
          </p>
          {cast.map((character) => (
            <button
              key={character.id}
              type="button"
              role="menuitem"
              className="pop-item"
              disabled={busy}
              onClick={() => {
                close();
                if (isLast) story.act({ kind: "next", speakerId: character.id });
                else act.regenerate(message, { speakerId: character.id });
              }}
            >
              <span className="hideable">
                <Avatar src={character.avatar} name={character.name} size={32} />
              </span>
              <bdi>{character.name}</bdi>
            </button>
          ))}
          {isLast &&
            item("feather", "The narrator", () => story.act({ kind: "next", speakerId: "narrator" }), busy)}
        </fieldset>
      )}
      <div className={s.part} role="none">
        {item("pin", "Pin as a fact", () =>
          story.openPanel({ name: "memory", pin: { text: selectedIn(id) ?? "", messageId: id } }),
        )}
        {cast.length > 1 &&
          item("users", "Who saw this", () => onDialog({ kind: "presence", messageId: id }))}
        {item(hidden ? "eye" : "eyeOff", hidden ? "Show to the cast" : "Hide from the cast", () => {
          void story.setHidden(id, !hidden);
          announce(
            hidden ? "The cast can see this message again" : "The cast can no longer see this message",
          );
        })}
        {reply &&
          turnId !== null &&
          item("inspect", "View prompt", () => story.openPanel({ name: "inspector", turnId, messageId: id }))}
      </div>
      <div className={s.part} role="none">
        {message.author !== "user" &&
          item("flag", "Report", () => onDialog({ kind: "report", messageId: id }))}
        {item("trash", "Delete", () => void story.remove(id), busy)}
      </div>
    </>
  );
}

/** What the reader has marked inside a message; null when nothing is, or it reaches beyond. */
function selectedIn(messageId: string): string | null {
  const selection = getSelection();
  const line = document.getElementById(`message-${messageId}`);
  if (selection === null || line === null || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  if (!line.contains(range.commonAncestorContainer)) return null;
  const text = selection.toString().trim();
  return text === "" ? null : text;
}
