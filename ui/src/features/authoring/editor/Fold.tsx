import { type ReactNode, useState } from "react";
import { Icon } from "../../../design/Icon";
import { cx } from "../../../lib/classes";
import s from "./Fold.module.css";

interface FoldProps {
  heading: ReactNode;
  /** There is something inside to be looked at: it opens by itself. */
  isUsed?: boolean;
  className?: string | undefined;
  children: ReactNode;
}

/** Fields that most leave alone, behind their heading. Links to one of them open it, too. */
export function Fold({ heading, isUsed = false, className, children }: FoldProps) {
  const [open, setOpen] = useState(isUsed);
  return (
    <details className={s.fold} open={open || isUsed} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={s.summary}>
        {heading}
        <Icon name="down" />
      </summary>
      <div className={cx(s.fields, className)}>{children}</div>
    </details>
  );
}
