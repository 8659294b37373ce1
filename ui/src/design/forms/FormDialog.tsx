import { type ReactNode, useId } from "react";
import { Button } from "../Button";
import { Dialog } from "../Dialog";
import { FormMessage } from "./FormMessage";
import type { Deed } from "./useDeed";

interface FormDialogProps {
  /** Unique on the page. */
  id: string;
  title: string;
  /** What the button says, and what it says meanwhile. */
  action: string;
  busyAction: string;
  deed: Pick<Deed, "busy" | "failure">;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog that asks for something and does it. What was filled in stays there until it is done; a failure stands above it. */
export function FormDialog({
  id,
  title,
  action,
  busyAction,
  deed: { busy, failure },
  onSubmit,
  onClose,
  children,
}: FormDialogProps) {
  const form = useId();
  return (
    <Dialog
      id={id}
      title={title}
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="gold" type="submit" form={form} aria-busy={busy || undefined}>
            {busy ? busyAction : action}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className="form"
        method="dialog"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) onSubmit();
        }}
      >
        {failure !== null && <FormMessage>{failure}</FormMessage>}
        {children}
      </form>
    </Dialog>
  );
}
