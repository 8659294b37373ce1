import type { ReactNode } from "react";
import { Button } from "../Button";
import { Dialog } from "../Dialog";
import forms from "./Form.module.css";
import { FormMessage } from "./FormMessage";
import { useAction } from "./useAction";

interface ConfirmDialogProps {
  title: string;
  children: ReactNode;
  /** What the button says, and what it says meanwhile. */
  action: string;
  busyAction: string;
  run: () => Promise<unknown>;
  onClose: () => void;
}

/** Asks before something that cannot be undone; it closes once that is done. */
export function ConfirmDialog({ title, children, action, busyAction, run, onClose }: ConfirmDialogProps) {
  const confirmed = useAction(async () => {
    await run();
    onClose();
  });
  return (
    <Dialog
      id="confirm"
      title={title}
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="danger" busy={confirmed.busy} onClick={() => void confirmed.run()}>
            {confirmed.busy ? busyAction : action}
          </Button>
        </>
      }
    >
      <div className={forms.form}>
        {confirmed.failure !== null && <FormMessage>{confirmed.failure}</FormMessage>}
        <div dir="auto">{children}</div>
      </div>
    </Dialog>
  );
}
