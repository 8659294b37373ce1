import { type ReactNode, useLayoutEffect, useRef } from "react";
import { cx } from "../lib/classes";
import { IconButton } from "./Button";
import { Icon } from "./Icon";

const FIRST_FIELD = ".dialog-body :is(input:not([hidden], [type=range]), textarea)";

interface DialogProps {
  /** Unique on the page; the title's id is made from it. */
  id: string;
  title: string;
  open: boolean;
  onClose: () => void;
  children: ReactNode;
  actions?: ReactNode;
  /** Fills the screen: for what is read or written at length. */
  full?: boolean;
}

/**
 * A modal dialog on the native element: the browser keeps focus inside, closes on Escape, makes the rest inert and gives
 * focus back. It needs no style tag and no portal, which the content security policy would forbid or the server omit.
 */
export function Dialog({ id, title, open, onClose, children, actions, full = false }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);

  useLayoutEffect(() => {
    const element = dialog.current;
    if (element === null || !open) return;
    element.showModal();
    // A form is there to be filled in: begin at its first field, not at the close button.
    element.querySelector<HTMLElement>(FIRST_FIELD)?.focus();
    // Closing before the element leaves the page is what gives focus back.
    return () => element.close();
  }, [open]);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click on the backdrop is an extra; Escape and the close button do the same.
    <dialog
      ref={dialog}
      className={cx("dialog", full && "dialog-full")}
      aria-labelledby={`${id}-title`}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === event.currentTarget) event.currentTarget.close();
      }}
    >
      <div className="dialog-sheet">
        <div className="dialog-head">
          <h2 className="dialog-title" id={`${id}-title`}>
            {title}
          </h2>
          <IconButton label="Close" onClick={() => dialog.current?.close()}>
            <Icon name="close" />
          </IconButton>
        </div>
        <div className="dialog-body">{children}</div>
        {actions !== undefined && <div className="dialog-actions">{actions}</div>}
      </div>
    </dialog>
  );
}
