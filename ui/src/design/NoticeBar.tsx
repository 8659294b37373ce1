import { useEffect, useEffectEvent, useRef, useState } from "react";
import { cx } from "../lib/classes";
import { IconButton } from "./Button";
import { Icon } from "./Icon";
import s from "./NoticeBar.module.css";

/** The announcement about the last action. */
export interface Notice {
  /** Changes with every notice, so that the same words are read out again. */
  key: number;
  text: string;
  failed: boolean;
  undo: (() => void) | null;
}

/** The notice of a page, and how to change it. */
export interface Notices {
  notice: Notice | null;
  say: (text: string, undo?: () => void) => void;
  /** Something failed. */
  complain: (text: string) => void;
  /** Removes the notice. */
  mute: () => void;
}

/** The notice about the last thing that was done. */
export function useNotice(): Notices {
  const [notice, setNotice] = useState<Notice | null>(null);
  const tell = (text: string, failed: boolean, undo: (() => void) | null) =>
    setNotice((last) => ({ key: (last?.key ?? 0) + 1, text, failed, undo }));
  return {
    notice,
    say: (text, undo) => tell(text, false, undo ?? null),
    complain: (text) => tell(text, true, null),
    mute: () => setNotice(null),
  };
}

/** How long a notice stays, in milliseconds. What it undoes can be undone in other ways, too. */
const NOTICE_MS = 20_000;

/** The last thing that was done, above the lower edge, with the way back. */
export function NoticeBar({
  notices: { notice, mute },
  place,
}: {
  notices: Pick<Notices, "notice" | "mute">;
  place: string;
}) {
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
