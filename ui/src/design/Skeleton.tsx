import { cx } from "../lib/classes";

/** A block with the size of what comes (give it classes); hidden from screen readers. */
export function Skeleton({ className }: { className?: string }) {
  return <span className={cx("skeleton", className)} aria-hidden="true" data-testid="skeleton" />;
}
