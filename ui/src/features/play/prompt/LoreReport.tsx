import { Icon } from "../../../design/Icon";
import { cx } from "../../../lib/classes";
import { plural } from "../../../lib/format";
import { usePlay } from "../PlayContext";
import panel from "../panels/PanelPart.module.css";
import { useJump } from "../panels/useJump";
import type { LoreRecord } from "../types";
import s from "./LoreReport.module.css";
import { positionText, thousands } from "./rules";

/** Why lore was used, or did not. */
export function LoreReport({ lore }: { lore: readonly LoreRecord[] }) {
  if (lore.length === 0) return null;
  const fired = lore.filter((entry) => entry.fired);
  const silent = lore.filter((entry) => !entry.fired);
  const skipped = lore.filter((entry) => entry.skipped).length;
  return (
    <section className={s.report} aria-label="Lore">
      <h3 className={panel.heading}>Why lore was used</h3>
      {fired.length === 0 && <p className={panel.lead}>Nothing said so far triggered an entry.</p>}
      {skipped > 0 && (
        <p className={panel.lead}>
          The lorebooks are too much to search: {plural(skipped, "entry was", "entries were")} not fully
          checked.
        </p>
      )}
      <LoreList entries={fired} />
      {silent.length > 0 && (
        <details>
          <summary className={panel.foldHead}>
            <span className={panel.foldNote}>{plural(silent.length, "entry", "entries")} not triggered</span>
            <Icon name="down" />
          </summary>
          <LoreList entries={silent} />
        </details>
      )}
    </section>
  );
}

/** Entries of lorebooks with what became of each. */
export function LoreList({ entries }: { entries: readonly LoreRecord[] }) {
  const { story } = usePlay();
  const jump = useJump();
  return (
    <ul className={s.reasons}>
      {entries.map(({ book, entry, fired, why, matchedKey, messageId, position, tokens }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries may share their names, and the list never moves.
        <li key={at} className={cx(s.reason, !fired && s.silent)}>
          <Icon name={fired ? "check" : "minus"} />
          <div>
            <p className={s.title} dir="auto">
              {entry} <span className={s.book}>{book}</span>
            </p>
            <p className={s.text}>
              {why}
              {matchedKey !== null && !why.includes(matchedKey) && (
                <>
                  {" "}
                  <q className={s.key} dir="auto">
                    {matchedKey}
                  </q>
                </>
              )}
              {messageId !== null && (
                <>
                  {" "}
                  <button
                    type="button"
                    className={cx("text-link", panel.jump)}
                    onClick={() => jump(() => story.goTo(messageId))}
                  >
                    Show message
                  </button>
                </>
              )}
            </p>
            {fired && (
              <p className={cx("numbers", s.note)}>
                {thousands(tokens)} tokens, {positionText(position)}
              </p>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}
