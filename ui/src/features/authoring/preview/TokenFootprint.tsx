import { useMemo } from "react";
import { Icon } from "../../../design/Icon";
import { compact } from "../../../lib/format";
import { useEditor } from "../editor/EditorContext";
import { shareText } from "../text/LongText";
import { SMALLEST_WINDOW } from "../text/tokens";
import { footprintOf, type When } from "./footprint";
import s from "./TokenFootprint.module.css";

const WHEN: Readonly<Record<When, string>> = {
  always: "In every prompt",
  speaking: "When they speak",
  start: "At the start",
  keywords: "When a keyword appears",
};

/** How much of a model's memory each part takes; each leads to its field. */
export function TokenFootprint() {
  const { draft, goTo } = useEditor();
  const { rows, start } = useMemo(() => footprintOf(draft), [draft]);
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby="footprint">
      <h3 className={s.title} id="footprint">
        Tokens
      </h3>
      <ul className={s.rows}>
        {rows.map(({ label, when, tokens, path }) => (
          <li key={path.join("/") + when}>
            <button type="button" className={s.row} onClick={() => goTo(path)}>
              <span className={s.words}>
                <span className={s.label} dir="auto">
                  {label}
                </span>
                <span className={s.when}>{WHEN[when]}</span>
              </span>
              <span className={s.tokens}>{compact(tokens)}</span>
              <Icon name="right" />
            </button>
          </li>
        ))}
      </ul>
      <p className={s.sum}>{`${shareText(start, SMALLEST_WINDOW)}, by the first reply.`}</p>
    </section>
  );
}
