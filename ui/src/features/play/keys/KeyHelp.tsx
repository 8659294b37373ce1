import { Switch } from "../../../design/Switch";
import type { Shortcut } from "../contracts";
import { keyNames } from "./rules";
import { composerKeys, shortcuts } from "./shortcuts";
import { setSingleKeys, useSingleKeys } from "./single-keys";

const GROUPS: readonly Shortcut["group"][] = ["Writing", "Reading", "Panels"];

/** The rows of a group; the composer's own keys stand before those that can be switched off. */
function rowsOf(group: Shortcut["group"]): readonly Pick<Shortcut, "keys" | "label">[] {
  const rows = shortcuts.filter((shortcut) => shortcut.group === group);
  return group === "Writing" ? [...composerKeys, ...rows] : rows;
}

/** The keys of a story, and a way to switch the letters among them off. */
export default function KeyHelp() {
  const singleKeys = useSingleKeys();
  return (
    <div className="keys">
      <Switch
        label="Single-key shortcuts"
        hint="Turn this off if you dictate or press letters by accident. Arrows, Esc and ? still work."
        checked={singleKeys}
        onChange={setSingleKeys}
      />
      {GROUPS.map((group) => (
        <section key={group} className="keys-group" aria-label={group}>
          <h3 className="panel-heading">{group}</h3>
          <dl className="keys-list">
            {rowsOf(group).map(({ keys, label }) => (
              <div key={label}>
                <dt>
                  {keys.map((text) => (
                    <Keys key={text} text={text} />
                  ))}
                </dt>
                <dd>{label}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}

function Keys({ text }: { text: string }) {
  return (
    <span className="keys-combo">
      {keyNames(text).map((name) => (
        <kbd key={name} className="kbd">
          {name}
        </kbd>
      ))}
    </span>
  );
}
