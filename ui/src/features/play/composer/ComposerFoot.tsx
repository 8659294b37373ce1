import { cx } from "../../../lib/classes";
import { SceneNote } from "../panels/SceneNote";
import s from "./Composer.module.css";
import { Cost } from "./Cost";
import { MOST_BYTES } from "./copy";

/** From this share of the limit on, what is left of it is shown. */
const NEAR_LIMIT = 0.85;

interface ComposerFootProps {
  bytes: number;
  /** The player pressed Enter too early. */
  early: boolean;
  /** Puts back what the model's line took the place of; null when there is nothing to restore. */
  onRestore: (() => void) | null;
}

/** What stands below the field: what a message costs, and what is wrong with the words in it. */
export function ComposerFoot({ bytes, early, onRestore }: ComposerFootProps) {
  const tooLong = bytes > MOST_BYTES;
  return (
    <div className={s.foot} id="composer-cost">
      <Cost />
      <SceneNote />
      <span className={s.early} role="status">
        {early && "Not sent yet: a reply is still coming. Press Enter again when it has ended."}
      </span>
      {onRestore !== null && (
        <button type="button" className={cx("text-link", s.back)} onClick={onRestore}>
          Restore my text
        </button>
      )}
      {bytes > MOST_BYTES * NEAR_LIMIT && (
        <span className={cx("numbers", tooLong && s.over)}>
          {Math.abs(MOST_BYTES - bytes)} bytes {tooLong ? "too long" : "left"}
        </span>
      )}
    </div>
  );
}
