import { Icon } from "../../design/Icon";
import s from "./FindingList.module.css";
import type { Finding } from "./types";

interface FindingListProps {
  title: string;
  findings: readonly Finding[];
  nameOf: (field: string) => string;
  goTo: (field: string) => void;
}

/** Passages or fields that something has to be done about; each leads to its field. Nothing where there are none. */
export function FindingList({ title, findings, nameOf, goTo }: FindingListProps) {
  if (findings.length === 0) return null;
  return (
    <section className={s.findings}>
      <h3 className={s.title}>{title}</h3>
      <ul className={s.list} aria-label={title}>
        {findings.map(({ field, passage, message }) => (
          <li key={`${field} ${passage}`}>
            <button type="button" className={s.item} onClick={() => goTo(field)}>
              <span className={s.words}>
                <b>{message}</b>
                {passage !== "" && <q dir="auto">{passage}</q>}
                <span dir="auto">{nameOf(field)}</span>
              </span>
              <Icon name="right" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
