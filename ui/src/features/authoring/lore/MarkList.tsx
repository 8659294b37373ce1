import { Icon } from "../../../design/Icon";
import { cx } from "../../../lib/classes";
import s from "./MarkList.module.css";
import type { Mark } from "./marks";

/** What an author should know about an entry, in sentences. */
export function MarkList({ marks }: { marks: readonly Mark[] }) {
  return (
    <ul className={s.marks} aria-label="What to look at">
      {[...new Map(marks.map((mark) => [mark.says, mark])).values()].map(({ kind, says }) => (
        <li key={says} className={cx(s.mark, kind === "dead" && s.dead)} dir="auto">
          <Icon name={kind === "dead" ? "warning" : "copy"} />
          <span>{says}</span>
        </li>
      ))}
    </ul>
  );
}
