import chips from "../../../design/ChipRow.module.css";
import { Icon } from "../../../design/Icon";
import { cx } from "../../../lib/classes";
import s from "./UsedFilters.module.css";
import { chosenFilters, NO_FILTERS, pathOf, type View } from "./view";

/** The filters in force: each can be taken away with one press. */
export function UsedFilters({ view }: { view: View }) {
  const chosen = chosenFilters(view);
  if (chosen.length === 0) return null;
  return (
    <ul className={cx(chips.row, s.chosen)} aria-label="Filters in use">
      {chosen.map(({ kind, name, without }) => (
        <li key={`${kind} ${name}`}>
          <a
            className={cx("chip chip-sm chip-on", s.filter)}
            href={pathOf({ ...view, ...without })}
            aria-label={`Remove the filter ${name}`}
            data-keep-scroll
          >
            <span dir="auto">{name}</span>
            <Icon name="close" />
          </a>
        </li>
      ))}
      {chosen.length > 1 && (
        <li>
          <a className={cx("more-link", s.clear)} href={pathOf({ ...view, ...NO_FILTERS })} data-keep-scroll>
            Clear all
          </a>
        </li>
      )}
    </ul>
  );
}
