import { type ReactNode, type RefObject, useDeferredValue, useId, useMemo, useRef, useState } from "react";
import { Button, IconButton } from "../../../design/Button";
import { Dialog } from "../../../design/Dialog";
import { OtherField } from "../../../design/forms/Field";
import { Icon } from "../../../design/Icon";
import { cx } from "../../../lib/classes";
import { plural } from "../../../lib/format";
import { useBackCloses } from "../../../lib/useBackCloses";
import { tooLong } from "../model/draft";
import s from "./LongText.module.css";
import { MacroArea, type MacroAreaHandle } from "./MacroArea";
import { countTokens, SMALLEST_WINDOW } from "./tokens";

interface LongTextProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  hint?: ReactNode;
  error?: string | null;
  /** The most characters; what is over stays in the field and is said. */
  limit?: number;
  /** Names that are offered along with macros: those of the cast. */
  names?: readonly string[];
  /** The window of the smallest model, in tokens. */
  window?: number;
  /** No model reads it, so its tokens are nobody's matter. */
  unread?: boolean;
  /** The field's name in a form. */
  name?: string;
}

const NO_NAMES: readonly string[] = [];

/** A long text: it grows, shows its tokens, tints and completes macros, and can fill the screen. */
export function LongText(props: LongTextProps) {
  const { label, value, onChange, hint, error, limit, window = SMALLEST_WINDOW } = props;
  const { names = NO_NAMES, unread = false, name = "text" } = props;
  /** The text and its caret as they were when it filled the screen; null while it does not. */
  const [before, setBefore] = useState<{ text: string; caret: number } | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const area = useRef<MacroAreaHandle>(null);
  const full = useRef<MacroAreaHandle>(null);
  const open = () => {
    const caret = box.current?.querySelector("textarea")?.selectionStart ?? 0;
    setBefore({ text: value, caret });
  };
  useBackCloses(before !== null, () => setBefore(null));
  const id = useId();
  const tokens = useTokens(value);
  const over = limit === undefined ? null : tooLong(value, limit);
  const aside = (
    <div className={s.aside}>
      {tokens > 0 && !unread && <span className={s.count}>{plural(tokens, "token")}</span>}
      {!unread && <Insert label={label} area={area} />}
      <IconButton label={`${label}: full screen`} onClick={open}>
        <Icon name="expand" />
      </IconButton>
    </div>
  );
  return (
    <div ref={box}>
      <OtherField label={label} name={name} hint={hint} error={error ?? over} aside={aside}>
        {/* The field behind the dialog is not seen, and need not be drawn for every letter. */}
        {(field) => (
          <MacroArea
            {...field}
            ref={area}
            rows={4}
            value={before?.text ?? value}
            onChange={onChange}
            names={names}
          />
        )}
      </OtherField>
      {before !== null && (
        <Dialog
          id={id}
          title={label}
          full
          open
          onClose={() => setBefore(null)}
          actions={
            <div className={s.foot}>
              <p className={s.share} data-over={over !== null || undefined}>
                {over ?? (unread ? "" : shareText(tokens, window))}
              </p>
              {!unread && <Insert label={label} area={full} />}
              <Button tone="accent" onClick={() => setBefore(null)}>
                Done
              </Button>
            </div>
          }
        >
          <MacroArea
            full
            ref={full}
            caret={before.caret}
            aria-label={label}
            value={value}
            onChange={onChange}
            names={names}
          />
        </Dialog>
      )}
    </div>
  );
}

/** Opens the list of what is filled in by itself: the player’s name, an actor’s, and more. */
function Insert({ label, area }: { label: string; area: RefObject<MacroAreaHandle | null> }) {
  return (
    <button
      type="button"
      className={cx("text-link", s.insert)}
      aria-label={`${label}: insert {{user}}, {{char}} and others`}
      title="Insert {{user}}, {{char}} and others"
      // The text keeps the focus, and a phone its keyboard.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => area.current?.offerMacros()}
    >
      Insert
    </button>
  );
}

/** Tokens of a text; counting never holds up typing. */
function useTokens(text: string): number {
  const counted = useDeferredValue(text);
  return useMemo(() => countTokens(counted), [counted]);
}

/** What a text takes of a model's window, in words. */
export function shareText(tokens: number, window: number): string {
  const percent = (tokens / window) * 100;
  const share = percent > 0 && percent < 1 ? "less than 1" : String(Math.round(percent));
  return `About ${plural(tokens, "token")}, ${share}\u00a0% of the smallest model’s memory`;
}
