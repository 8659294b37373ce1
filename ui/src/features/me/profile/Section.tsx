import { type ReactNode, useId } from "react";
import s from "./Section.module.css";

interface SectionProps {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
}

/** One matter of a settings screen: a heading, a line about it, and what can be done. */
export function Section({ title, lead, children }: SectionProps) {
  const id = useId();
  return (
    <section className={s.section} aria-labelledby={id}>
      <h2 className="section-heading" id={id}>
        {title}
      </h2>
      {lead !== undefined && <p className={s.lead}>{lead}</p>}
      {children}
    </section>
  );
}

/** A fact with what can be done about it, on one line where there is space. */
export function Row({
  title,
  children,
  action,
}: {
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className={s.row} data-testid="row">
      <div className={s.words}>
        <p className={s.title}>{title}</p>
        {children !== undefined && <div className={s.text}>{children}</div>}
      </div>
      {action !== undefined && <div>{action}</div>}
    </div>
  );
}
