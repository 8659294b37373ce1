import type { Actor } from "../../../api/types";
import { Avatar } from "../../../design/Avatar";
import { Prose } from "../../../design/Prose";
import s from "./Dialogue.module.css";
import section from "./ScenarioSection.module.css";

interface DialogueProps {
  lines: readonly { speaker: string; text: string }[];
  actors: readonly Actor[];
}

/** How these people talk: a short exchange, set like a manuscript. */
export function Dialogue({ lines, actors }: DialogueProps) {
  if (lines.length === 0) return null;
  const portraits = new Map(actors.map((actor) => [actor.name, actor.avatar]));
  return (
    <section className={section.section} aria-labelledby="dialogue">
      <h2 className={section.heading} id="dialogue">
        A taste of the dialogue
      </h2>
      <ol className={s.dialogue}>
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an exchange never change places.
          <li key={index} className={s.line}>
            <span className="hideable">
              <Avatar src={portraits.get(line.speaker) ?? null} name={line.speaker} size={40} />
            </span>
            <div>
              <p className={s.name} dir="auto">
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
