import type { ReactNode } from "react";
import { cx } from "../../../lib/classes";
import s from "./PartFrame.module.css";

interface PartFrameProps {
  title: string;
  /** What it is for, in a sentence. */
  lead?: string;
  /** The way back to the list that it belongs to. */
  above?: ReactNode;
  /** What can be done with all of it. */
  tools?: ReactNode;
  children: ReactNode;
}

/** One part of the editor: its name, what it is for, its fields. */
export function PartFrame({ title, lead, above, tools, children }: PartFrameProps) {
  return (
    <section className={s.part} aria-labelledby="part-title">
      <div>
        {above}
        <div className={s.head}>
          <h2 className={cx(s.title, above !== undefined && s.own)} id="part-title" dir="auto">
            {title}
          </h2>
          {tools}
        </div>
        {lead !== undefined && <p className={s.lead}>{lead}</p>}
      </div>
      {children}
    </section>
  );
}

/** Fields that belong together. */
export function FieldGroup({
  title,
  lead,
  children,
}: {
  title?: string;
  lead?: string;
  children: ReactNode;
}) {
  return (
    <section className={s.group}>
      {title !== undefined && (
        <div>
          <h3 className={s.subtitle}>{title}</h3>
          {lead !== undefined && <p className={s.lead}>{lead}</p>}
        </div>
      )}
      {children}
    </section>
  );
}

/** Two short fields beside each other, where there is space. */
export function FieldPair({ children }: { children: ReactNode }) {
  return <div className={s.pair}>{children}</div>;
}
