import {
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type TextareaHTMLAttributes,
  useId,
  useState,
} from "react";
import { cx } from "../../lib/classes";
import { Icon } from "../Icon";

interface FieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "id" | "children"> {
  ref?: Ref<HTMLInputElement>;
  label: string;
  name: string;
  /** What helps before anything went wrong; read out with the field. */
  hint?: ReactNode;
  /** What is wrong with the value, and how to put it right. */
  error?: string | null | undefined;
  /** Stands at the end of the label's line, e.g. a link. */
  aside?: ReactNode;
}

interface Ids {
  field: string;
  hint: string | undefined;
  error: string | undefined;
}

function useIds(
  hint: ReactNode,
  error: string | null | undefined,
): Ids & { describedBy: string | undefined } {
  const field = useId();
  const ids = {
    field,
    hint: hint === undefined ? undefined : `${field}-hint`,
    error: error ? `${field}-error` : undefined,
  };
  return { ...ids, describedBy: cx(ids.error, ids.hint) || undefined };
}

function Frame({
  ids,
  label,
  aside,
  hint,
  error,
  children,
}: Pick<FieldProps, "label" | "aside" | "hint" | "error"> & { ids: Ids; children: ReactNode }) {
  return (
    <div className="form-field">
      <div className="form-label-row">
        <label className="form-label" htmlFor={ids.field}>
          {label}
        </label>
        {aside}
      </div>
      {children}
      {error && (
        <p className="form-error" id={ids.error}>
          <Icon name="warning" />
          <span>{error}</span>
        </p>
      )}
      {hint !== undefined && (
        <div className="form-hint" id={ids.hint}>
          {hint}
        </div>
      )}
    </div>
  );
}

/** One line of input with its label, hint and error; the error is tied to the field and marks it. */
export function TextField({ label, hint, error, aside, className, ...input }: FieldProps) {
  const { describedBy, ...ids } = useIds(hint, error);
  return (
    <Frame ids={ids} label={label} aside={aside} hint={hint} error={error}>
      <input
        id={ids.field}
        className={cx("field", className)}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy}
        {...input}
      />
    </Frame>
  );
}

type TextAreaProps = Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, "id" | "children"> &
  Pick<FieldProps, "label" | "name" | "hint" | "error" | "aside">;

/** Several lines of input, which grow with what is written where the browser can do that. */
export function TextArea({ label, hint, error, aside, className, ...input }: TextAreaProps) {
  const { describedBy, ...ids } = useIds(hint, error);
  return (
    <Frame ids={ids} label={label} aside={aside} hint={hint} error={error}>
      <textarea
        id={ids.field}
        className={cx("field field-area", className)}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy}
        {...input}
      />
    </Frame>
  );
}

type PasswordFieldProps = Omit<FieldProps, "type"> & {
  /** Whether a password is chosen here, or an existing one asked for: password managers act by it. */
  purpose: "new" | "current";
};

/** A password that can be shown while it is typed. */
export function PasswordField({
  label,
  hint,
  error,
  aside,
  purpose,
  className,
  ...input
}: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  const { describedBy, ...ids } = useIds(hint, error);
  return (
    <Frame ids={ids} label={label} aside={aside} hint={hint} error={error}>
      <div className="form-secret">
        <input
          id={ids.field}
          className={cx("field", className)}
          type={shown ? "text" : "password"}
          autoComplete={purpose === "new" ? "new-password" : "current-password"}
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={false}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy}
          {...input}
        />
        <button
          type="button"
          className="icon-btn needs-script"
          aria-label="Show password"
          aria-pressed={shown}
          aria-controls={ids.field}
          title={shown ? "Hide password" : "Show password"}
          onClick={() => setShown(!shown)}
        >
          <Icon name={shown ? "eyeOff" : "eye"} />
        </button>
      </div>
    </Frame>
  );
}
