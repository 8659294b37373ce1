import type { AnchorHTMLAttributes, ReactNode } from "react";
import { cx } from "../lib/classes";

type ChipProps = AnchorHTMLAttributes<HTMLAnchorElement> & {
  href: string;
  /** `on` for a chosen filter, `off` for one that excludes. */
  state?: "on" | "off";
  children: ReactNode;
};

/** A round link: a tag, a filter, a suggestion. */
export function Chip({ state, className, children, ...rest }: ChipProps) {
  return (
    <a className={cx("chip", state && `chip-${state}`, className)} {...rest}>
      {children}
    </a>
  );
}
