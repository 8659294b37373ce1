import { type ReactNode, useId } from "react";
import { Button } from "../Button";
import { Dialog } from "../Dialog";
import { Form } from "./Form";
import { SubmitButton } from "./SubmitButton";
import { FormProvider, type FormState } from "./useForm";

interface FormDialogProps {
  /** Unique on the page. */
  id: string;
  title: string;
  form: FormState;
  /** What the button says, and what it says meanwhile. */
  action: string;
  busyAction: string;
  tone?: "accent" | "danger";
  /** What stands above everything, also above what went wrong. */
  lead?: ReactNode;
  /** Whether a button says that the dialog can be closed, too. */
  cancel?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog that asks for something and does it. What was filled in stays there until it is done; a failure stands above it. */
export function FormDialog(props: FormDialogProps) {
  const {
    id,
    title,
    form,
    action,
    busyAction,
    tone = "accent",
    lead,
    cancel = true,
    onClose,
    children,
  } = props;
  const formId = useId();
  return (
    <FormProvider value={form}>
      <Dialog
        id={id}
        title={title}
        open
        onClose={onClose}
        actions={
          <>
            {cancel && <Button onClick={onClose}>Cancel</Button>}
            <SubmitButton tone={tone} form={formId} busyText={busyAction}>
              {action}
            </SubmitButton>
          </>
        }
      >
        <Form id={formId} form={form} lead={lead}>
          {children}
        </Form>
      </Dialog>
    </FormProvider>
  );
}
