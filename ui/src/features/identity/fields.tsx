import { type ChangeEvent, useState } from "react";
import { PasswordField, TextField } from "../../design/forms/Field";
import { exactTextOf, textOf } from "../../design/forms/useForm";
import passwordStrength from "./PasswordStrength.module.css";
import { MIN_PASSWORD, type Strength, strength } from "./passwordStrength";

const EMAIL = /^[^\s@]+@[^\s@]+$/;

/** What is wrong with an address, or null. */
export function emailError(fields: FormData, name = "email"): string | null {
  return EMAIL.test(textOf(fields, name)) ? null : "Enter your email address, like name@example.org.";
}

/** What is wrong with a password that is chosen, or null. */
export function newPasswordError(fields: FormData): string | null {
  return Array.from(exactTextOf(fields, "password")).length < MIN_PASSWORD
    ? `Use at least ${MIN_PASSWORD} characters.`
    : null;
}

/** What is wrong with a password that one has, or null. */
export function passwordError(fields: FormData): string | null {
  return exactTextOf(fields, "password") === "" ? "Enter your password." : null;
}

export function EmailField() {
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
export function NewPasswordField({ email }: { email?: string }) {
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
