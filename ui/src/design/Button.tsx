import type { AnchorHTMLAttributes, ComponentProps, ReactNode } from "react";
import { cx } from "../lib/classes";

/** `accent` is the spotlight: at most one in view. */
export type ButtonTone = "accent" | "plain" | "quiet" | "danger";

interface Look {
  tone?: ButtonTone;
  size?: "md" | "lg";
}

function look({ tone = "plain", size = "md" }: Look, className: string | undefined): string {
  return cx("btn", `btn-${tone}`, size === "lg" && "btn-lg", className);
}

type ButtonProps = ComponentProps<"button"> & Look & { busy?: boolean };

export function Button({ tone, size, busy = false, className, children, disabled, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      className={look({ ...(tone && { tone }), ...(size && { size }) }, className)}
      aria-busy={busy || undefined}
      disabled={disabled || busy}
      {...rest}
    >
      {children}
    </button>
  );
}

type LinkButtonProps = AnchorHTMLAttributes<HTMLAnchorElement> & Look & { href: string; children: ReactNode };

/** A link that looks like a button. A plain `<a>`: the shell turns clicks on links into navigation. */
export function LinkButton({ tone, size, className, children, ...rest }: LinkButtonProps) {
  return (
    <a className={look({ ...(tone && { tone }), ...(size && { size }) }, className)} {...rest}>
      {children}
    </a>
  );
}

type IconButtonProps = ComponentProps<"button"> & { label: string; children: ReactNode };

/** A 44 px button with an icon; `label` is what a screen reader says and what the tooltip shows. */
export function IconButton({ label, className, children, ...rest }: IconButtonProps) {
  return (
    <button type="button" className={cx("icon-btn", className)} aria-label={label} title={label} {...rest}>
      {children}
    </button>
  );
}
