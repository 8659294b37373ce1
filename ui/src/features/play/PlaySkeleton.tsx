import { Skeleton } from "../../design/Skeleton";
import { VisuallyHidden } from "../../design/VisuallyHidden";
import { cx } from "../../lib/classes";
import composer from "./composer/Composer.module.css";
import head from "./Head.module.css";
import s from "./PlaySkeleton.module.css";
import screen from "./StoryScreen.module.css";
import lineStyles from "./transcript/Line.module.css";
import transcript from "./transcript/Transcript.module.css";

/** The play before its story is there, in the shape of what comes. */
export function PlaySkeleton() {
  return (
    <div className={screen.screen} role="status" data-play>
      <VisuallyHidden>Loading your story</VisuallyHidden>
      <div className={screen.main}>
        <div className={head.head}>
          <Skeleton className={s.title} />
        </div>
        <div className={transcript.scroll}>
          <div className={cx(screen.column, s.waiting)} aria-hidden="true">
            {[0, 1, 2].map((line) => (
              <div key={line} className={lineStyles.line}>
                <Skeleton className={s.portrait} />
                <div className={lineStyles.main}>
                  <Skeleton className={s.name} />
                  <Skeleton className={s.text} />
                </div>
              </div>
            ))}
          </div>
        </div>
        <div className={composer.composer}>
          <div className={screen.column}>
            <Skeleton className={s.composer} />
          </div>
        </div>
      </div>
    </div>
  );
}
