import { useEffect, useEffectEvent, useRef } from "react";
import { IconButton } from "../../design/Button";
import { Icon } from "../../design/Icon";
import { cx } from "../../lib/classes";
import s from "./NoticeBar.module.css";
import type { StoryList } from "./useStoryList";

/** How long a notice stays, in milliseconds. What it undoes can be undone in other ways, too. */
const NOTICE_MS = 20_000;

/** The last thing that was done, above the lower edge, with the way back. */
export function NoticeBar({ stories: { notice, mute }, place }: { stories: StoryList; place: string }) {
  const close = useEffectEvent(mute);
  // Another view is another matter.
  const shownAt = useRef(place);
  useEffect(() => {
    if (shownAt.current === place) return;
    shownAt.current = place;
    close();
  }, [place]);
  const key = notice?.key;
  useEffect(() => {
    if (key === undefined) return;
    const timer = setTimeout(() => close(), NOTICE_MS);
    return () => clearTimeout(timer);
  }, [key]);
  return (
    <div className={s.bar} role="status">
      {notice !== null && (
        <p key={notice.key} className={notice.failed ? cx(s.notice, s.failed) : s.notice}>
          <Icon name={notice.failed ? "warning" : "check"} />
          <span dir="auto">{notice.text}</span>
          {notice.undo !== null && (
            <button type="button" className={cx("text-link", s.undo)} onClick={notice.undo}>
              Undo
            </button>
          )}
          <IconButton label="Close" onClick={mute}>
            <Icon name="close" />
          </IconButton>
        </p>
      )}
    </div>
  );
}
