import { Switch } from "../../../design/Switch";
import type { Shortcut } from "../contracts";
import panel from "../panels/PanelPart.module.css";
import s from "./KeyHelp.module.css";
import { isSwitchable, keyNames } from "./rules";
import { composerKeys, shortcuts } from "./shortcuts";
import { setSingleKeys, useSingleKeys } from "./single-keys";

const GROUPS: readonly Shortcut["group"][] = ["Writing", "Reading", "Panels"];

/** The rows of a group with the keys that act now; the composer's own stand first. */
function rowsOf(group: Shortcut["group"], singleKeys: boolean): readonly Pick<Shortcut, "keys" | "label">[] {
  const rows = shortcuts
    .filter((shortcut) => shortcut.group === group)
    .map(({ keys, label }) => ({ label, keys: keys.filter((key) => singleKeys || !isSwitchable(key)) }));
  return group === "Writing" ? [...composerKeys, ...rows] : rows;
}

/** The shortcuts of a story, and a switch for those of a single letter. */
export default function KeyHelp() {
  const singleKeys = useSingleKeys();
  return (
    <div className={s.keys}>
      <Switch
        label="Single-key shortcuts"
        hint="Letters act without Alt while you aren’t writing. Off, whatever you type goes into the message box."
        checked={singleKeys}
        onChange={setSingleKeys}
      />
      {GROUPS.map((group) => (
        <section key={group} className={s.group} aria-label={group}>
          <h3 className={panel.heading}>{group}</h3>
          <dl className={s.list}>
            {rowsOf(group, singleKeys).map(({ keys, label }) => (
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
    <span className={s.combo}>
      {keyNames(text).map((name) => (
        <kbd key={name} className="kbd">
          {name}
        </kbd>
      ))}
    </span>
  );
}
