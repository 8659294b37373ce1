import { useEffect, useMemo, useRef, useState } from "react";
import { Button, IconButton } from "../../../design/Button";
import choices from "../../../design/forms/Choices.module.css";
import { SelectField, TextField } from "../../../design/forms/Field";
import { Icon } from "../../../design/Icon";
import { Switch } from "../../../design/Switch";
import { pointerOf } from "../model/path";
import { LongText } from "../text/LongText";
import { ActorFilter } from "./ActorFilter";
import { KEY_LOGIC } from "./choices";
import { Groups, Placement, Recursion, Searching, Timing } from "./EntryFields";
import s from "./EntryPage.module.css";
import {
  DEFAULT_SCAN_DEPTH,
  type DraftBook,
  type Entry,
  entryPath,
  entryTitle,
  groupsOf,
  type KeyLogic,
  LIMITS,
  type LoreActor,
} from "./entry";
import { KeysField } from "./KeysField";
import { MarkList } from "./MarkList";
import type { Mark } from "./marks";
import { useBuffered } from "./useBuffered";

interface EntryPageProps {
  entry: Entry;
  /** It was just made. */
  isFresh: boolean;
  book: DraftBook;
  actors: readonly LoreActor[];
  marks: readonly Mark[];
  /** The entries before and after it, as the list shows them. */
  previous: string | null;
  next: string | null;
  /** Takes the fields that were changed. */
  onChange: (changes: Partial<Entry>) => void;
  onOpen: (id: string) => void;
  onClose: () => void;
  onDelete: () => void;
}

/** An entry with everything the engine reads of it. Edits stay here until typing pauses. */
export function EntryPage(props: EntryPageProps) {
  const { book, actors, marks, onChange } = props;
  const { now: entry, change, flush } = useBuffered(props.entry, onChange);
  const names = useMemo(() => actors.map(({ name }) => name), [actors]);
  const groups = useMemo(() => [...new Set(book.book.entries.flatMap(groupsOf))].sort(), [book]);
  const marked = useMemo(
    () => new Set(marks.flatMap(({ key }) => (key === undefined ? [] : [key]))),
    [marks],
  );
  const page = useRef<HTMLElement>(null);
  const [isBegun] = useState(props.isFresh);
  // An entry opens in place of the list: readers are told where they are. A new one is written at once.
  useEffect(() => {
    page.current?.querySelector<HTMLElement>(isBegun ? "input[name=name]" : "h3")?.focus();
  }, [isBegun]);

  return (
    <article
      className={s.page}
      aria-label={entryTitle(entry)}
      data-within={pointerOf(entryPath(book.id, entry.id))}
      ref={page}
      onBlur={flush}
    >
      <Head {...props} />
      <h3 className={s.title} dir="auto" tabIndex={-1}>
        {entryTitle(entry)}
      </h3>
      {marks.length > 0 && <MarkList marks={marks} />}
      <div className={choices.switches}>
        <Switch label="Enabled" checked={entry.enabled} onChange={(enabled) => change({ enabled })} />
        <Switch
          label="Always on"
          hint="Added to every prompt, without keywords."
          checked={entry.constant}
          onChange={(constant) => change({ constant })}
        />
      </div>
      <TextField
        label="Title"
        name="name"
        value={entry.name}
        hint="For people only. Models don’t see it."
        autoComplete="off"
        dir="auto"
        onChange={(event) => change({ name: event.target.value })}
      />
      <Keys entry={entry} change={change} marked={marked} />
      <LongText
        label="Content"
        name="content"
        value={entry.content}
        names={names}
        limit={LIMITS.text}
        hint="What the model is told when one of the keywords comes up, such as: The lamp in the tower has been dark for ten years."
        onChange={(content) => change({ content })}
      />
      <Note entry={entry} change={change} />
      <div>
        <Searching entry={entry} change={change} scanDepth={book.book.scanDepth ?? DEFAULT_SCAN_DEPTH} />
        <Placement entry={entry} change={change} />
        <Timing entry={entry} change={change} />
        <Groups entry={entry} change={change} groups={groups} />
        <Recursion entry={entry} change={change} />
        <ActorFilter entry={entry} change={change} actors={actors} />
      </div>
    </article>
  );
}

type HeadProps = Pick<EntryPageProps, "previous" | "next" | "onOpen" | "onClose" | "onDelete">;

/** The way back, to the neighbours, and out of the world. */
function Head({ previous, next, onOpen, onClose, onDelete }: HeadProps) {
  const step = (id: string | null, label: string, icon: "up" | "down") => (
    <IconButton label={label} disabled={id === null} onClick={() => id !== null && onOpen(id)}>
      <Icon name={icon} />
    </IconButton>
  );
  return (
    <div className={s.head}>
      <Button tone="quiet" className={s.back} onClick={onClose}>
        <Icon name="left" />
        All entries
      </Button>
      <div className={s.steps}>
        {step(previous, "Previous entry", "up")}
        {step(next, "Next entry", "down")}
        <IconButton label="Delete this entry" onClick={onDelete}>
          <Icon name="trash" />
        </IconButton>
      </div>
    </div>
  );
}

interface KeysProps {
  entry: Entry;
  change: (changes: Partial<Entry>) => void;
  marked: ReadonlySet<string>;
}

function Keys({ entry, change, marked }: KeysProps) {
  const { secondaryKeys, selective, logic } = entry;
  const choose = (value: string) =>
    change(value === "off" ? { selective: false } : { selective: true, logic: value as KeyLogic });
  return (
    <>
      <KeysField
        label="Keywords"
        name="keys"
        keys={entry.keys}
        marked={marked}
        hint="When one of these words comes up in the story, the model is told this entry. Press Enter or type a comma after each."
        placeholder="lamp, lighthouse, the tower"
        onChange={(keys) => change({ keys })}
      />
      <KeysField
        label="Secondary keywords"
        name="secondaryKeys"
        keys={secondaryKeys}
        marked={marked}
        hint="Most entries need none. With “lamp” above and “night” here, the entry is used only when both come up."
        onChange={(keys) => change({ secondaryKeys: keys })}
      />
      {secondaryKeys.length > 0 && (
        <SelectField
          label="What secondary keywords do"
          name="logic"
          value={selective ? logic : "off"}
          onChange={(event) => choose(event.target.value)}
        >
          {KEY_LOGIC.map((each) => (
            <option key={each.value} value={each.value}>
              {each.label}
            </option>
          ))}
          <option value="off">Ignore them</option>
        </SelectField>
      )}
    </>
  );
}

/** A note for its author; behind a button as long as there is none. */
function Note({ entry, change }: Pick<KeysProps, "entry" | "change">) {
  const [open, setOpen] = useState(entry.comment !== "");
  if (!open)
    return (
      <div>
        <Button tone="quiet" className={s.back} onClick={() => setOpen(true)}>
          <Icon name="plus" />
          Add a note
        </Button>
      </div>
    );
  return (
    <TextField
      label="Note"
      name="comment"
      value={entry.comment}
      hint="For people only. Models don’t see it."
      autoComplete="off"
      dir="auto"
      onChange={(event) => change({ comment: event.target.value })}
    />
  );
}
