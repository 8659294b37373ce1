import { type ChangeEvent, useState } from "react";
import { PasswordField, TextField } from "../../design/forms/Field";
import passwordStrength from "./PasswordStrength.module.css";
import { MIN_PASSWORD, type Strength, strength } from "./strength";
import { type FieldErrors, secretOf, textOf } from "./useSubmit";

const EMAIL = /^[^\s@]+@[^\s@]+$/;

/** What is wrong with an address, or null. */
export function emailError(fields: FormData): string | null {
  return EMAIL.test(textOf(fields, "email")) ? null : "Enter your email address, like name@example.org.";
}

/** What is wrong with a password that is chosen, or null. */
export function newPasswordError(fields: FormData): string | null {
  return Array.from(secretOf(fields)).length < MIN_PASSWORD
    ? `Use at least ${MIN_PASSWORD} characters.`
    : null;
}

/** Leaves out what is fine. */
export function errorsOf(errors: Readonly<Record<string, string | null>>): FieldErrors {
  return Object.fromEntries(
    Object.entries(errors).filter((entry): entry is [string, string] => entry[1] !== null),
  );
}

export function EmailField({ error }: { error: string | undefined }) {
  return (
    <TextField
      label="Email address"
      name="email"
      type="email"
      inputMode="email"
      autoComplete="username"
      autoCapitalize="off"
      autoCorrect="off"
      spellCheck={false}
      required
      maxLength={254}
      error={error}
    />
  );
}

const HINTS: Readonly<Record<Strength, string>> = {
  short: "At least eight characters. Three or four unrelated words work well.",
  weak: "Easy to guess. Adding a few words would help a lot.",
  fair: "Good.",
  strong: "Strong.",
};

/** A password to be chosen, with one quiet line about how well it would hold. */
export function NewPasswordField({ error, email }: { error: string | undefined; email?: string }) {
  const [level, setLevel] = useState<Strength>("short");
  const look = (event: ChangeEvent<HTMLInputElement>) => {
    const form = event.currentTarget.form;
    const own = email ?? (form === null ? "" : textOf(new FormData(form), "email"));
    setLevel(strength(event.currentTarget.value, own));
  };
  return (
    <PasswordField
      label="Password"
      name="password"
      purpose="new"
      required
      error={error}
      onChange={look}
      hint={
        <span className={passwordStrength.strength} data-level={level}>
          <span className={passwordStrength.bar} aria-hidden="true" />
          <span aria-live="polite">{HINTS[level]}</span>
        </span>
      }
    />
  );
}
