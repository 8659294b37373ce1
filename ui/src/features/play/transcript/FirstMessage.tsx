import { cx } from "../../../lib/classes";
import { tintsOf } from "../model/tints";
import screen from "../StoryScreen.module.css";
import { Body } from "./Body";
import { Face, LineFrame } from "./LineFrame";
import s from "./Transcript.module.css";

interface FirstMessageProps {
  cast: readonly { id: string; name: string; avatar: string | null }[];
  /** The id of who speaks; null: the narrator. */
  speakerId: string | null;
  text: string;
}

/** A story that has just begun, for those who look at how it does: it fills its page. */
export function FirstMessage({ cast, speakerId, text }: FirstMessageProps) {
  const speaker = cast.find(({ id }) => id === speakerId);
  const message = {
    id: "first",
    author: speaker === undefined ? "narrator" : "actor",
    name: speaker?.name ?? "Narrator",
    avatar: speaker?.avatar ?? null,
  } as const;
  return (
    <div className={screen.screen} data-play>
      <section className={cx(screen.main, s.scroll)} aria-label="The story so far">
        <div className={screen.column}>
          <LineFrame
            message={message}
            tint={speaker && tintsOf(cast).get(speaker.id)}
            isLast
            portrait={<Face message={message} />}
          >
            <Body text={text} writing={false} />
          </LineFrame>
        </div>
      </section>
    </div>
  );
}
