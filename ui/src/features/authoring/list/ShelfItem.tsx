import { useRef } from "react";
import { ItemMenu, type MenuItem } from "../../../design/ItemMenu";
import { Picture } from "../../../design/Picture";
import { cx } from "../../../lib/classes";
import { longDate } from "../../../lib/dates";
import { plural } from "../../../lib/format";
import { paths } from "../../../lib/paths";
import { daysUntil, relativeTime } from "../../../lib/relative";
import { useNow } from "../../../lib/useNow";
import type { MyScenario } from "../types";
import { hasReaders } from "./bulk";
import s from "./ShelfItem.module.css";
import { UnpublishedLink } from "./UnpublishedLink";
import { STATES } from "./view";

/** The cover in CSS pixels. */
const COVER = { width: 233, height: 350 } as const;
/** How long a scenario stays in the trash, in milliseconds. */
const TRASH_MS = 30 * 24 * 60 * 60 * 1_000;

interface ShelfItemProps {
  scenario: MyScenario;
  /** What can be done with it, besides choosing it. */
  items: readonly MenuItem[];
  eager: boolean;
  /** Whether the shelf is there to choose from: then a press anywhere on it chooses it. */
  selecting: boolean;
  selected: boolean;
  /** `range`: with all from the one that was chosen before. */
  onSelect: (range: boolean) => void;
}

/** One scenario of the shelf: its cover leads to the editor, its corner chooses it. */
export function ShelfItem({ scenario, items, eager, selecting, selected, onSelect }: ShelfItemProps) {
  const { id, displayName, tagline, state, hasChanges, missingCount, deletedOn, avatar_urls } = scenario;
  const checkbox = useRef<HTMLInputElement>(null);
  const select: MenuItem = {
    label: "Select",
    icon: "check",
    onChoose: () => {
      onSelect(false);
      // The menu is not there while choosing.
      checkbox.current?.focus();
    },
  };
  // While choosing, a press anywhere chooses.
  const tabIndex = selecting ? -1 : undefined;
  const src = avatar_urls.thumbnail ?? avatar_urls.avatar;
  return (
    <li
      className={cx(
        s.item,
        deletedOn !== null && s.trashed,
        selecting && s.selecting,
        selected && s.selected,
      )}
    >
      <span className={cx("poster", s.cover)}>
        {src === null ? (
          <span className={s.initial} aria-hidden="true">
            {Array.from(displayName)[0]}
          </span>
        ) : (
          <Picture src={src} alt="" {...COVER} eager={eager} />
        )}
        <span className={s.state}>{STATES[state]}</span>
      </span>
      <label className={cx("needs-script", s.check)}>
        <input
          ref={checkbox}
          type="checkbox"
          checked={selected}
          aria-label={`Select “${displayName}”`}
          onChange={({ nativeEvent }) => onSelect(isWithShift(nativeEvent))}
        />
      </label>
      <div className={s.head}>
        <h2 className={s.title} dir="auto">
          {deletedOn === null ? (
            <a className={s.link} href={paths.draft(id)} tabIndex={tabIndex}>
              {displayName}
            </a>
          ) : (
            displayName
          )}
        </h2>
        {!selecting && <ItemMenu label={`Options for ${displayName}`} items={[select, ...items]} />}
      </div>
      {tagline !== "" && (
        <p className={s.tagline} dir="auto">
          {tagline}
        </p>
      )}
      <p className={s.facts}>
        {deletedOn === null ? <Changed on={scenario.updatedOn} /> : <Leaving since={deletedOn} />}
        {deletedOn === null && state === "draft" && (
          <span>
            {missingCount === 0
              ? "Nothing missing"
              : `${plural(missingCount, "thing")} to fill in before publishing`}
          </span>
        )}
        {deletedOn === null && hasChanges && hasReaders([scenario]) && (
          <UnpublishedLink id={id} className={s.unpublished} tabIndex={tabIndex} />
        )}
      </p>
    </li>
  );
}

/** A checkbox changes by a press, which says whether Shift was held. */
const isWithShift = (event: Event): boolean => event instanceof MouseEvent && event.shiftKey;

function Changed({ on }: { on: string }) {
  const now = useNow();
  return (
    <time dateTime={on} title={longDate(on)}>
      {now === null ? longDate(on) : relativeTime(on, now)}
    </time>
  );
}

function Leaving({ since }: { since: string }) {
  const now = useNow();
  const end = new Date(Date.parse(since) + TRASH_MS).toISOString();
  if (now === null) return <time dateTime={end}>{`Kept until ${longDate(end)}`}</time>;
  const days = daysUntil(end, now);
  return <time dateTime={end}>{days === 0 ? "Last day" : `${plural(days, "day")} left`}</time>;
}
