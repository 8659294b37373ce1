import type { Actor } from "../../../api/types";
import { Avatar } from "../../../design/Avatar";
import { Prose } from "../../../design/Prose";

interface DialogueProps {
  lines: readonly { speaker: string; text: string }[];
  actors: readonly Actor[];
}

/** How these people talk: a short exchange, set like a manuscript. */
export function Dialogue({ lines, actors }: DialogueProps) {
  if (lines.length === 0) return null;
  const portraits = new Map(actors.map((actor) => [actor.name, actor.avatar]));
  return (
    <section className="programme-section" aria-labelledby="dialogue">
      <h2 className="programme-heading" id="dialogue">
        A taste of the dialogue
      </h2>
      <ol className="dialogue">
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an exchange never change places.
          <li key={index} className="dialogue-line">
            <span className="hideable">
              <Avatar src={portraits.get(line.speaker) ?? null} name={line.speaker} size={40} />
            </span>
            <div>
              <p className="dialogue-name" dir="auto">
                {line.speaker}
              </p>
              <Prose text={line.text} />
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
