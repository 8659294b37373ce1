import { createContext, type RefObject, use, useEffect, useRef, useState } from "react";
import { useCountdown } from "./countdown";
import type { Failure } from "./failure";
import { useAction } from "./useAction";

/** What is wrong with what was filled in, by the field's name; null and what is missing are fine. */
export type FieldErrors = Readonly<Record<string, string | null | undefined>>;

interface FormOptions {
  /** Looks at the fields before anything is sent. */
  check?: (fields: FormData) => FieldErrors;
  /** Sends. A failure's message about a field is shown at that field. */
  send: (fields: FormData) => Promise<unknown>;
  /** Takes a failure that has a screen of its own; true when it has. */
  onFailure?: (failure: Failure, fields: FormData) => boolean;
  /** What the server calls fields that have another name here, as JSON pointers: `{ password: "/newPassword" }`. */
  pointers?: Readonly<Record<string, string>>;
  /** The fields that a failure is about though it names none. */
  atFields?: (failure: Failure) => FieldErrors;
  /** The sentence for a failure that no field shows; by default the failure's own. */
  say?: (failure: Failure) => string;
  /** Seconds after a failure until another try makes sense; by default none. */
  waitSecs?: (failure: Failure) => number;
  /** Why nothing can be sent at present, for people to read; null when something can. */
  disabledReason?: string | null;
}

/** One form: what `Form`, its fields and its button show. */
export interface FormState {
  element: RefObject<HTMLFormElement | null>;
  /** Checks and sends it. Resolves to whether it was sent and has arrived. */
  submit: () => Promise<boolean>;
  /** A field was changed: its message is out of date. */
  onChanged: (name: string | null) => void;
  busy: boolean;
  /** Whether what was sent last has arrived. */
  done: boolean;
  /** Whether it was submitted at least once. */
  tried: boolean;
  /** Seconds until another try makes sense. */
  wait: number;
  disabledReason: string | null;
  /** How often it was submitted while it was disabled, so that the reason is read out each time. */
  refused: number;
  /** What went wrong with the whole form, unless it is shown at a field. */
  failure: string | null;
  errors: FieldErrors;
  /** Takes the failure away. */
  clear: () => void;
}

const FormContext = createContext<FormState | null>(null);

/** Around everything that belongs to one form. */
export const FormProvider = FormContext;

/** The form that a field or a button stands in; null for one that stands alone. */
export function useFormState(): FormState | null {
  return use(FormContext);
}

const hasErrors = (errors: FieldErrors) => Object.values(errors).some((error) => error != null);

/** A failure's messages about the fields of a form. */
export function problemsAtFields(
  failure: Failure,
  names: Iterable<string>,
  pointers: Readonly<Record<string, string>> = {},
): FieldErrors {
  const errors: Record<string, string> = {};
  for (const name of names) {
    const message = failure.fieldMessage(pointers[name] ?? `/${name}`);
    if (message !== null) errors[name] = message;
  }
  return errors;
}

function namesIn(form: HTMLFormElement | null): string[] {
  return Array.from(form?.elements ?? [], (element) => element.getAttribute("name") ?? "").filter(Boolean);
}

/** The first field that is wrong is where to go on. `data-invalid` marks what is not a field itself. */
function focusFirstWrong(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid]')?.focus();
}

/**
 * One form: checks, sends once at a time, shows what came back where it belongs, and keeps what was typed. A field's
 * message goes as soon as that field is changed.
 */
export function useForm(options: FormOptions): FormState {
  const { check, send, onFailure, pointers, atFields, say, waitSecs, disabledReason = null } = options;
  const element = useRef<HTMLFormElement>(null);
  const [wait, setWait] = useCountdown();
  const [errors, setErrors] = useState<FieldErrors>({});
  const [tries, setTries] = useState(0);
  const [refused, setRefused] = useState(0);

  const action = useAction(send, {
    ...(say && { say }),
    onFailure: (failure, fields) => {
      if (onFailure?.(failure, fields) === true) return true;
      const wrong = {
        ...atFields?.(failure),
        ...problemsAtFields(failure, namesIn(element.current), pointers),
      };
      setErrors(wrong);
      setTries((now) => now + 1);
      setWait(waitSecs?.(failure) ?? 0);
      return hasErrors(wrong);
    },
  });

  useEffect(() => {
    if (tries > 0) focusFirstWrong(element.current);
  }, [tries]);

  const submit = async () => {
    const form = element.current;
    if (form === null || action.busy || wait > 0) return false;
    if (disabledReason !== null) {
      setRefused((now) => now + 1);
      return false;
    }
    const fields = new FormData(form);
    const wrong = check?.(fields) ?? {};
    setErrors(wrong);
    setTries((now) => now + 1);
    if (!hasErrors(wrong)) return action.run(fields);
    action.clear();
    return false;
  };

  const onChanged = (name: string | null) => {
    if (name === null) return;
    setErrors((now) => (now[name] == null ? now : { ...now, [name]: null }));
    // A countdown still counts.
    if (wait === 0) action.clear();
  };

  const { busy, done, failure, clear } = action;
  return {
    element,
    submit,
    onChanged,
    busy,
    done,
    tried: tries > 0,
    wait,
    disabledReason,
    refused,
    failure,
    errors,
    clear,
  };
}

/** The text of a field exactly as typed. */
export function exactTextOf(fields: FormData, name: string): string {
  const value = fields.get(name);
  return typeof value === "string" ? value : "";
}

/** The text of a field, without white space around it. */
export function textOf(fields: FormData, name: string): string {
  return exactTextOf(fields, name).trim();
}
