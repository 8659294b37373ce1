import { Button } from "../../../design/Button";
import choices from "../../../design/forms/Choices.module.css";
import { TextArea, TextField } from "../../../design/forms/Field";
import { Icon } from "../../../design/Icon";
import { Switch } from "../../../design/Switch";
import s from "./BookSettings.module.css";
import { type Book, DEFAULT_SCAN_DEPTH, type DraftBook, LIMITS } from "./entry";
import { NumberField } from "./NumberField";
import { useBuffered } from "./useBuffered";

interface BookSettingsProps {
  book: DraftBook;
  onChange: (changes: Partial<Book>) => void;
  onDelete: () => void;
}

/** What holds for all entries of a lorebook. */
export function BookSettings({ book, onChange, onDelete }: BookSettingsProps) {
  const { scanDepth, tokenBudget, recursive } = book.book;
  // Its texts are passed on when typing pauses.
  const texts = useBuffered(book.book, onChange);
  return (
    <section className={s.settings} aria-label="Settings of the lorebook" onBlur={texts.flush}>
      <TextField
        label="Name"
        name="bookName"
        value={texts.now.name}
        maxLength={LIMITS.name}
        error={texts.now.name.trim() === "" ? "Enter a name." : null}
        autoComplete="off"
        dir="auto"
        onChange={(event) => texts.change({ name: event.target.value })}
      />
      <TextArea
        label="Description"
        name="bookDescription"
        value={texts.now.description}
        rows={2}
        maxLength={LIMITS.description}
        hint="For people only. Models don’t see it."
        dir="auto"
        onChange={(event) => texts.change({ description: event.target.value })}
      />
      <div className={s.numbers}>
        <NumberField
          label="Scan depth"
          name="bookScanDepth"
          min={0}
          max={LIMITS.scanDepth}
          empty={`${DEFAULT_SCAN_DEPTH}, the default`}
          value={scanDepth}
          hint="Latest messages that are searched for keywords"
          onChange={(depth) => onChange({ scanDepth: depth })}
        />
        <NumberField
          label="Token budget"
          name="bookTokenBudget"
          min={0}
          max={1_000_000}
          empty="No limit of its own"
          value={tokenBudget}
          hint="The most tokens of all its entries together"
          onChange={(budget) => onChange({ tokenBudget: budget })}
        />
      </div>
      <div className={choices.switches}>
        <Switch
          label="Entries trigger each other"
          hint="The content of an entry that is used is searched for further keywords."
          checked={recursive}
          onChange={(on) => onChange({ recursive: on })}
        />
      </div>
      <div>
        <Button tone="quiet" className={s.delete} onClick={onDelete}>
          <Icon name="trash" />
          Delete this lorebook
        </Button>
      </div>
    </section>
  );
}
