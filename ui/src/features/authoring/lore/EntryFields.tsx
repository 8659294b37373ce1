import { type ReactNode, useId } from "react";
import choices from "../../../design/forms/Choices.module.css";
import { SelectField, TextField } from "../../../design/forms/Field";
import { Switch } from "../../../design/Switch";
import { Fold } from "../editor/Fold";
import { ENTRY_ROLES, POSITIONS } from "./choices";
import s from "./EntryFields.module.css";
import { type Entry, LIMITS, newEntry, type Position } from "./entry";
import { NumberField } from "./NumberField";

/** The settings of an entry beside its keywords and content, by what they are about. */

export interface FieldsProps {
  entry: Entry;
  change: (change: Partial<Entry>) => void;
}

/** The largest count of messages, or weight, that a field takes. */
const MOST = 9_999;
const ORDER = 1_000_000;
const PLAIN = newEntry("");

interface SettingsProps extends Pick<FieldsProps, "entry"> {
  title: string;
  /** The settings inside; the heading says how many were changed. */
  fields: readonly (keyof Entry)[];
  children: ReactNode;
}

/** Settings that most entries leave alone, behind their heading. */
export function Settings({ title, entry, fields, children }: SettingsProps) {
  const changed = fields.filter(
    (field) => JSON.stringify(entry[field]) !== JSON.stringify(PLAIN[field]),
  ).length;
  return (
    <Fold
      heading={
        <>
          <h4 className={s.heading}>{title}</h4>
          {changed > 0 && <span className={s.changed}>{changed} set</span>}
        </>
      }
    >
      {children}
    </Fold>
  );
}

/** Positions among messages, which have a depth and a role. */
const AMONG: readonly Position[] = ["auto", "atDepth", "atReverseDepth"];

const PLACEMENT = ["position", "depth", "role", "outlet", "order", "priority"] as const;

export function Placement({ entry, change }: FieldsProps) {
  const isAmong = AMONG.includes(entry.position);
  return (
    <Settings title="Place in the prompt" entry={entry} fields={PLACEMENT}>
      <SelectField
        label="Position"
        name="position"
        value={entry.position}
        hint={
          entry.position === "auto"
            ? "Among the latest messages; always-on entries after the player’s description."
            : undefined
        }
        onChange={(event) => change({ position: event.target.value as Position })}
      >
        {POSITIONS.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <div className={s.grid}>
        {isAmong && (
          <>
            <NumberField
              label="Depth"
              name="depth"
              min={0}
              max={MOST}
              value={entry.depth}
              hint={entry.position === "atReverseDepth" ? "Messages above it" : "Messages below it"}
              onChange={(depth) => change({ depth })}
            />
            <SelectField
              label="Role"
              name="role"
              value={entry.role}
              hint="Who seems to say it"
              onChange={(event) => change({ role: event.target.value })}
            >
              {ENTRY_ROLES.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </SelectField>
          </>
        )}
        {entry.position === "outlet" && (
          <TextField
            label="Outlet"
            name="outlet"
            value={entry.outlet}
            autoComplete="off"
            hint="The name in {{outlet::name}}"
            onChange={(event) => change({ outlet: event.target.value })}
          />
        )}
        <NumberField
          label="Order"
          name="order"
          min={-ORDER}
          max={ORDER}
          value={entry.order}
          hint="Lower comes first"
          onChange={(order) => change({ order })}
        />
        <NumberField
          label="Priority"
          name="priority"
          min={-ORDER}
          max={ORDER}
          empty="As the order"
          value={entry.priority}
          hint="If tokens run out, the lowest goes first"
          onChange={(priority) => change({ priority })}
        />
      </div>
    </Settings>
  );
}

const WORDS = { auto: null, yes: true, no: false } as const;
const wordsOf = (whole: boolean | null) => (whole === null ? "auto" : whole ? "yes" : "no");

const SEARCH = ["scanDepth", "probability", "wholeWords", "caseSensitive", "useRegex"] as const;

export function Searching({ entry, change, scanDepth }: FieldsProps & { scanDepth: number }) {
  return (
    <Settings title="Search" entry={entry} fields={SEARCH}>
      <div className={s.grid}>
        <NumberField
          label="Scan depth"
          name="scanDepth"
          min={0}
          max={LIMITS.scanDepth}
          empty={`${scanDepth}, as the lorebook`}
          value={entry.scanDepth}
          hint="Latest messages that are searched"
          onChange={(depth) => change({ scanDepth: depth })}
        />
        <NumberField
          label="Chance"
          name="probability"
          min={0}
          max={100}
          value={entry.probability}
          hint="Percent"
          onChange={(probability) => change({ probability })}
        />
        <SelectField
          label="Whole words"
          name="wholeWords"
          value={wordsOf(entry.wholeWords)}
          hint="Automatic: yes, except in scripts without spaces"
          onChange={(event) => change({ wholeWords: WORDS[event.target.value as keyof typeof WORDS] })}
        >
          <option value="auto">Automatic</option>
          <option value="yes">Yes</option>
          <option value="no">No, parts of words too</option>
        </SelectField>
      </div>
      <div className={choices.switches}>
        <Switch
          label="Case-sensitive"
          checked={entry.caseSensitive}
          onChange={(caseSensitive) => change({ caseSensitive })}
        />
        <Switch
          label="All keywords are patterns"
          hint="Also those without slashes."
          checked={entry.useRegex}
          onChange={(useRegex) => change({ useRegex })}
        />
      </div>
    </Settings>
  );
}

const TIMING = ["sticky", "cooldown", "delay"] as const;

export function Timing({ entry, change }: FieldsProps) {
  return (
    <Settings title="Timing" entry={entry} fields={TIMING}>
      <div className={s.grid}>
        <NumberField
          label="Sticky"
          name="sticky"
          min={0}
          max={MOST}
          value={entry.sticky}
          hint="Messages it stays for"
          onChange={(sticky) => change({ sticky })}
        />
        <NumberField
          label="Cooldown"
          name="cooldown"
          min={0}
          max={MOST}
          value={entry.cooldown}
          hint="Messages it rests for after that"
          onChange={(cooldown) => change({ cooldown })}
        />
        <NumberField
          label="Delay"
          name="delay"
          min={0}
          max={MOST}
          value={entry.delay}
          hint="Messages before it can be used"
          onChange={(delay) => change({ delay })}
        />
      </div>
    </Settings>
  );
}

const GROUPS = ["group", "groupWeight", "groupOverride", "groupScoring"] as const;

export function Groups({ entry, change, groups }: FieldsProps & { groups: readonly string[] }) {
  const listId = useId();
  return (
    <Settings title="Group" entry={entry} fields={GROUPS}>
      <div className={s.grid}>
        <TextField
          label="Groups"
          name="group"
          value={entry.group}
          autoComplete="off"
          dir="auto"
          list={listId}
          hint="Only one entry of a group is used at a time. Commas between several."
          onChange={(event) => change({ group: event.target.value })}
        />
        <NumberField
          label="Weight"
          name="groupWeight"
          min={0}
          max={MOST}
          value={entry.groupWeight}
          hint="In the draw among its group"
          onChange={(groupWeight) => change({ groupWeight })}
        />
      </div>
      <datalist id={listId}>
        {groups.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <div className={choices.switches}>
        <Switch
          label="Goes first"
          hint="It wins over the others of its group without a draw."
          checked={entry.groupOverride}
          onChange={(groupOverride) => change({ groupOverride })}
        />
        <Switch
          label="Most keywords win"
          hint="Of its group, the entry with the most keywords found is used."
          checked={entry.groupScoring}
          onChange={(groupScoring) => change({ groupScoring })}
        />
      </div>
    </Settings>
  );
}

const RECURSION = ["excludeRecursion", "preventRecursion", "delayUntilRecursion"] as const;

export function Recursion({ entry, change }: FieldsProps) {
  return (
    <Settings title="Other entries" entry={entry} fields={RECURSION}>
      <div className={choices.switches}>
        <Switch
          label="Only messages trigger it"
          hint="The content of other entries doesn’t."
          checked={entry.excludeRecursion}
          onChange={(excludeRecursion) => change({ excludeRecursion })}
        />
        <Switch
          label="Triggers no other entries"
          hint="Its content isn’t searched for keywords."
          checked={entry.preventRecursion}
          onChange={(preventRecursion) => change({ preventRecursion })}
        />
      </div>
      <NumberField
        label="Wait for pass"
        name="delayUntilRecursion"
        min={0}
        max={LIMITS.passes}
        value={entry.delayUntilRecursion}
        hint={`Contents of entries are searched up to ${LIMITS.passes} times. 0: it doesn’t wait.`}
        onChange={(delayUntilRecursion) => change({ delayUntilRecursion })}
      />
    </Settings>
  );
}
