import { type FormEvent, type RefCallback, useCallback, useEffect, useRef, useState } from "react";
import { type FailedRequest, failedConnection } from "../../api/errors";
import { waitSecs } from "./failures";

/** What is wrong with what was typed, by the field's name. */
export type FieldErrors = Readonly<Record<string, string>>;

interface SubmitOptions {
  /** Looks at the fields before anything is sent. */
  check?: (fields: FormData) => FieldErrors;
  /** Sends. A failure of a field (`/email`) is shown at that field. */
  send: (fields: FormData) => Promise<void>;
  /** Takes a failure that has a screen of its own; true when it has. */
  onFailure?: (failure: FailedRequest, fields: FormData) => boolean;
}

export interface Submit {
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  busy: boolean;
  /** Seconds until another try makes sense. */
  wait: number;
  /** What went wrong with the whole, unless a field says it. */
  failure: FailedRequest | null;
  errors: FieldErrors;
  ref: RefCallback<HTMLFormElement>;
}

function fieldErrors(failure: FailedRequest, form: HTMLFormElement): FieldErrors {
  const errors: Record<string, string> = {};
  for (const element of form.elements) {
    const name = element.getAttribute("name");
    const message = name === null ? null : failure.fieldMessage(`/${name}`);
    if (name !== null && message !== null) errors[name] = message;
  }
  return errors;
}

function without(errors: FieldErrors, name: string): FieldErrors {
  return Object.fromEntries(Object.entries(errors).filter(([field]) => field !== name));
}

/**
 * One form: checks, sends once at a time, shows what came back where it belongs, and keeps what was typed. What is said about
 * a field goes as soon as that field is changed.
 */
export function useSubmit({ check, send, onFailure }: SubmitOptions): Submit {
  const shown = useRef<HTMLFormElement>(null);
  const [busy, setBusy] = useState(false);
  const [wait, setWait] = useState(0);
  const [failure, setFailure] = useState<FailedRequest | null>(null);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [tries, setTries] = useState(0);

  useEffect(() => {
    if (wait <= 0) return;
    const timer = setTimeout(() => setWait(wait - 1), 1_000);
    return () => clearTimeout(timer);
  }, [wait]);

  // The first field that is wrong is where to go on.
  useEffect(() => {
    if (tries > 0) shown.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [tries]);

  const ref = useCallback((form: HTMLFormElement | null) => {
    shown.current = form;
    const changed = ({ target }: Event) => {
      const name = target instanceof Element ? target.getAttribute("name") : null;
      if (name === null) return;
      setErrors((now) => (name in now ? without(now, name) : now));
      // A countdown still counts.
      setFailure((now) => (now !== null && waitSecs(now) > 0 ? now : null));
    };
    form?.addEventListener("input", changed);
    return () => {
      shown.current = null;
      form?.removeEventListener("input", changed);
    };
  }, []);

  const run = async (form: HTMLFormElement) => {
    const fields = new FormData(form);
    const wrong = check?.(fields) ?? {};
    setErrors(wrong);
    setFailure(null);
    setTries((now) => now + 1);
    if (Object.keys(wrong).length > 0) return;
    setBusy(true);
    try {
      await send(fields);
    } catch (cause) {
      const failed = failedConnection(cause);
      if (onFailure?.(failed, fields) === true) return;
      const atFields = fieldErrors(failed, form);
      setErrors(atFields);
      setTries((now) => now + 1);
      setFailure(Object.keys(atFields).length === 0 ? failed : null);
      setWait(waitSecs(failed));
    } finally {
      setBusy(false);
    }
  };

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!busy && wait === 0) void run(event.currentTarget);
  };

  return { onSubmit, busy, wait, failure, errors, ref };
}

/** The text of a field, without white space around it. */
export function textOf(fields: FormData, name: string): string {
  const value = fields.get(name);
  return typeof value === "string" ? value.trim() : "";
}

/** A password, exactly as typed. */
export function secretOf(fields: FormData, name = "password"): string {
  const value = fields.get(name);
  return typeof value === "string" ? value : "";
}
