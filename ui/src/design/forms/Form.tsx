import type { FormHTMLAttributes, ReactNode } from "react";
import s from "./Form.module.css";
import { FormMessage } from "./FormMessage";
import { FormProvider, type FormState } from "./useForm";

type FormProps = Omit<
  FormHTMLAttributes<HTMLFormElement>,
  "action" | "method" | "noValidate" | "onSubmit" | "onChange"
> & {
  form: FormState;
  /** What stands above everything, also above what went wrong. */
  lead?: ReactNode;
};

/**
 * A form with what went wrong above its fields. Its method is `dialog`, by which a browser alone sends nothing: one that is
 * sent before the app has started waits for it (`entry-boot.ts`).
 */
export function Form({ form, lead, className = s.form, children, ...rest }: FormProps) {
  return (
    <FormProvider value={form}>
      <form
        {...rest}
        className={className}
        method="dialog"
        noValidate
        ref={form.element}
        onSubmit={(event) => {
          event.preventDefault();
          void form.submit();
        }}
        onChange={({ target }) =>
          form.onChanged(target instanceof Element ? target.getAttribute("name") : null)
        }
      >
        {lead}
        {form.failure !== null && <FormMessage>{form.failure}</FormMessage>}
        {children}
      </form>
    </FormProvider>
  );
}
