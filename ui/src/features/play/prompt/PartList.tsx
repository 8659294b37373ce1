import { Icon } from "../../../design/Icon";
import { cx } from "../../../lib/classes";
import { plural } from "../../../lib/format";
import { usePlay } from "../PlayContext";
import panel from "../panels/PanelPart.module.css";
import { useJump } from "../panels/useJump";
import type { PartRecord } from "../types";
import s from "./PartList.module.css";
import { type PartGroup, sourceText, thousands } from "./rules";

/** The parts of a prompt, in its order. */
export function PartList({ groups }: { groups: readonly PartGroup[] }) {
  const largest = Math.max(1, ...groups.map(({ tokens }) => tokens));
  return (
    <section aria-label="Prompt sections">
      <h3 className={panel.heading}>Prompt sections</h3>
      <ul className={s.parts}>
        {groups.map((group) => (
          <li key={group.part}>
            <Group group={group} largest={largest} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Where it is from and why it is here, or why not. */
function sourceLine({ source, kept, why }: PartRecord): string {
  const reason = why === "" ? "" : `: ${why}`;
  return kept ? `${sourceText(source)}${reason}` : `left out${reason}`;
}

function countText({ kept, dropped }: PartGroup): string {
  if (dropped === 0) return plural(kept, "piece");
  return `${kept} of ${kept + dropped} kept`;
}

function Group({ group, largest }: { group: PartGroup; largest: number }) {
  const { title, tokens, tone, items, kept } = group;
  const [only] = items.length === 1 ? items : [];
  const note = countText(group);
  const dropped = items.reduce((sum, item) => sum + item.tokens, 0);
  return (
    <details className={cx(s.part, kept === 0 && s.dropped)}>
      <summary className={s.head}>
        <span className={s.tone} data-tone={tone} aria-hidden="true" />
        <span className={s.words}>
          <span className={s.title}>{title}</span>
          <span className={s.source}>{only === undefined ? note : sourceLine(only)}</span>
        </span>
        <span className={cx("numbers", s.tokens)}>{thousands(kept === 0 ? dropped : tokens)}</span>
        <Icon name="down" />
        <svg className={s.bar} viewBox="0 0 100 2" preserveAspectRatio="none" aria-hidden="true">
          <rect data-tone={tone} width={(tokens / largest) * 100} height="2" />
        </svg>
      </summary>
      <div className={s.body}>
        {only === undefined ? (
          <ul className={s.pieces}>
            {items.map((item, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no ids and the list never moves.
              <li key={at}>
                <Piece item={item} />
              </li>
            ))}
          </ul>
        ) : (
          <Text item={only} />
        )}
      </div>
    </details>
  );
}

function Piece({ item }: { item: PartRecord }) {
  const { title, source, kept, tokens } = item;
  return (
    <details className={cx(s.piece, !kept && s.dropped)}>
      <summary className={s.pieceHead}>
        <span className={s.pieceTitle} dir="auto">
          {title === "" ? sourceText(source) : title}
        </span>
        <span className={s.source}>{sourceLine(item)}</span>
        <span className={cx("numbers", s.tokens)}>{thousands(tokens)}</span>
      </summary>
      <Text item={item} />
    </details>
  );
}

function Text({ item: { text, messages = 0, messageIds = [], kept } }: { item: PartRecord }) {
  const { story } = usePlay();
  const jump = useJump();
  const [first] = messageIds;
  if (text === null)
    return (
      <p className={s.none}>
        {messages > 0
          ? `${plural(messages, "message")} from the story, word for word.`
          : kept
            ? "Nothing to show."
            : "It wasn’t sent, so its text isn’t stored."}{" "}
        {first !== undefined && (
          <button
            type="button"
            className={cx("text-link", panel.jump)}
            onClick={() => jump(() => story.goTo(first))}
          >
            Show {messages > 1 ? "the first" : "it"} in the story
          </button>
        )}
      </p>
    );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys.
    <pre className={s.text} dir="auto" tabIndex={0}>
      {text === "" ? "(empty)" : text}
    </pre>
  );
}
