import {
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
  useState,
} from "react";
import { cx } from "../../lib/classes";
import { Icon } from "../Icon";
import forms from "./Form.module.css";
import { useFormState } from "./useForm";

interface FieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "id" | "children"> {
  ref?: Ref<HTMLInputElement>;
  label: string;
  name: string;
  /** What helps before anything went wrong; read out with the field. */
  hint?: ReactNode;
  /** What is wrong with the value, and how to put it right; by default what the form says about it. */
  error?: string | null | undefined;
  /** Stands at the end of the label's line, e.g. a link. */
  aside?: ReactNode;
}

/** What every field has around it. */
type Described = Pick<FieldProps, "label" | "name" | "hint" | "error" | "aside">;

interface Wiring {
  ids: { field: string; hint: string | undefined; error: string | undefined };
  error: string | null | undefined;
  /** What ties the field itself to its hint and its error. */
  field: {
    id: string;
    name: string;
    "aria-invalid": true | undefined;
    "aria-describedby": string | undefined;
  };
}

function useWiring(name: string, hint: ReactNode, given: string | null | undefined): Wiring {
  const id = useId();
  const form = useFormState();
  const error = given ?? form?.errors[name];
  const ids = {
    field: id,
    hint: hint === undefined ? undefined : `${id}-hint`,
    error: error ? `${id}-error` : undefined,
  };
  const field = {
    id,
    name,
    "aria-invalid": error ? (true as const) : undefined,
    "aria-describedby": cx(ids.error, ids.hint) || undefined,
  };
  return { ids, error, field };
}

type FrameProps = Omit<Described, "name" | "error"> & Wiring & { children: ReactNode };

function Frame({ ids, label, aside, hint, error, children }: Omit<FrameProps, "field">) {
  return (
    <div className={forms.field}>
      <div className={forms.labelRow}>
        <label className={forms.label} htmlFor={ids.field}>
          {label}
        </label>
        {aside}
      </div>
      {children}
      {error && (
        <p className={forms.error} id={ids.error}>
          <Icon name="warning" />
          <span>{error}</span>
        </p>
      )}
      {hint !== undefined && (
        <div className={forms.hint} id={ids.hint}>
          {hint}
        </div>
      )}
    </div>
  );
}

/** One line of input with its label, hint and error; the error is tied to the field and marks it. */
export function TextField({ label, name, hint, error, aside, className, ...input }: FieldProps) {
  const { field, ...wiring } = useWiring(name, hint, error);
  return (
    <Frame label={label} aside={aside} hint={hint} {...wiring}>
      <input className={cx("field", className)} {...field} {...input} />
    </Frame>
  );
}

type TextAreaProps = Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, "id" | "children"> & Described;

/** Several lines of input, which grow with what is written where the browser can do that. */
export function TextArea({ label, name, hint, error, aside, className, ...input }: TextAreaProps) {
  const { field, ...wiring } = useWiring(name, hint, error);
  return (
    <Frame label={label} aside={aside} hint={hint} {...wiring}>
      <textarea className={cx("field field-area", className)} {...field} {...input} />
    </Frame>
  );
}

type OtherFieldProps = Described & { children: (field: Wiring["field"]) => ReactNode };

/** A field of another kind with its label, hint and error: what `children` makes takes the attributes it is given. */
export function OtherField({ label, name, hint, error, aside, children }: OtherFieldProps) {
  const { field, ...wiring } = useWiring(name, hint, error);
  return (
    <Frame label={label} aside={aside} hint={hint} {...wiring}>
      {children(field)}
    </Frame>
  );
}

type SelectFieldProps = Omit<SelectHTMLAttributes<HTMLSelectElement>, "id"> & Described;

/** One of a few choices, as the browser offers them; the options are its children. */
export function SelectField({ label, name, hint, error, aside, className, ...select }: SelectFieldProps) {
  const { field, ...wiring } = useWiring(name, hint, error);
  return (
    <Frame label={label} aside={aside} hint={hint} {...wiring}>
      <select className={cx("field", className)} {...field} {...select} />
    </Frame>
  );
}

type PasswordFieldProps = Omit<FieldProps, "type"> & {
  /** Whether a password is chosen here, or an existing one asked for: password managers act by it. */
  purpose: "new" | "current";
};

/** A password that can be shown while it is typed. */
export function PasswordField(props: PasswordFieldProps) {
  const { label, name, hint, error, aside, purpose, className, ...input } = props;
  const [shown, setShown] = useState(false);
  const { field, ...wiring } = useWiring(name, hint, error);
  return (
    <Frame label={label} aside={aside} hint={hint} {...wiring}>
      <div className={forms.secret}>
        <input
          className={cx("field", className)}
          type={shown ? "text" : "password"}
          autoComplete={purpose === "new" ? "new-password" : "current-password"}
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={false}
          {...field}
          {...input}
        />
        <button
          type="button"
          className="icon-btn needs-script"
          aria-label="Show password"
          aria-pressed={shown}
          aria-controls={field.id}
          title={shown ? "Hide password" : "Show password"}
          onClick={() => setShown(!shown)}
        >
          <Icon name={shown ? "eyeOff" : "eye"} />
        </button>
      </div>
    </Frame>
  );
}
