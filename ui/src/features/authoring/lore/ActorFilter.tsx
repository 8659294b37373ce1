import { Icon } from "../../../design/Icon";
import { cx } from "../../../lib/classes";
import { type FieldsProps, Settings } from "./EntryFields";
import s from "./EntryFields.module.css";
import type { LoreActor } from "./entry";

const FIELDS = ["onlyFor", "notFor"] as const;

interface ActorFilterProps extends FieldsProps {
  actors: readonly LoreActor[];
}

/** For which actors an entry is. The engine compares names, so names that no actor has are listed, too. */
export function ActorFilter({ entry, change, actors }: ActorFilterProps) {
  return (
    <Settings title="Actors" entry={entry} fields={FIELDS}>
      <Names
        title="Only for"
        none="All actors."
        chosen={entry.onlyFor}
        actors={actors}
        onChange={(onlyFor) => change({ onlyFor })}
      />
      <Names
        title="Not for"
        none="Nobody is left out."
        chosen={entry.notFor}
        actors={actors}
        onChange={(notFor) => change({ notFor })}
      />
    </Settings>
  );
}

interface NamesProps {
  title: string;
  none: string;
  chosen: readonly string[];
  actors: readonly LoreActor[];
  onChange: (names: string[]) => void;
}

const same = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase();

function Names({ title, none, chosen, actors, onChange }: NamesProps) {
  const known = [...new Set(actors.map(({ name }) => name.trim()).filter(Boolean))];
  const unknown = [...new Set(chosen)].filter((name) => !known.some((one) => same(one, name)));
  const isChosen = (name: string) => chosen.some((one) => same(one, name));
  const toggle = (name: string) =>
    onChange(isChosen(name) ? chosen.filter((one) => !same(one, name)) : [...chosen, name]);
  return (
    <fieldset className={s.people}>
      <legend>{title}</legend>
      <div className={s.names}>
        {[...known, ...unknown].map((name) => (
          <button
            key={name}
            type="button"
            className={cx("chip", "chip-sm", isChosen(name) && "chip-on")}
            aria-pressed={isChosen(name)}
            dir="auto"
            onClick={() => toggle(name)}
          >
            {isChosen(name) && <Icon name="check" />}
            {name}
          </button>
        ))}
      </div>
      {chosen.length === 0 && <p className={s.note}>{none}</p>}
    </fieldset>
  );
}
