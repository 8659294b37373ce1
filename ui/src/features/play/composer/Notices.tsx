import { IconButton, LinkButton } from "../../../design/Button";
import { Icon } from "../../../design/Icon";
import { cx } from "../../../lib/classes";
import { paths } from "../../../lib/paths";
import { WithNumbers } from "../../safety/public";
import type { Notice } from "../model/state";
import { usePlay, usePlayState } from "../PlayContext";
import { GoOn } from "./GoOn";
import s from "./Notices.module.css";

/** Notices beside the story: that nobody here is human, where help is, and that a reply was cut. At most one of each kind. */
export function Notices() {
  const { story } = usePlay();
  const notices = usePlayState("notices");
  return notices.map((notice) =>
    notice.isFolded === true ? (
      <Folded key={notice.key} notice={notice} />
    ) : (
      <aside
        key={notice.key}
        className={s.notice}
        data-notice={notice.kind}
        role={notice.kind === "crisis" ? "alert" : "status"}
        lang={notice.labels?.language}
      >
        <Icon name={notice.kind === "crisis" ? "lifebuoy" : "info"} />
        <div className={s.words}>
          {notice.kind === "crisis" ? <Help notice={notice} /> : <p>{notice.text}</p>}
        </div>
        <IconButton
          label={notice.labels?.close ?? "Close this notice"}
          onClick={() => story.dismissNotice(notice.key)}
        >
          <Icon name="close" />
        </IconButton>
      </aside>
    ),
  );
}

/** The same in one line: it stays as long as the story goes on gently. */
function Folded({ notice: { link, labels } }: { notice: Notice }) {
  const isEnglish = labels === undefined || labels.language === "en";
  return (
    <aside className={cx(s.notice, s.folded)} data-notice="crisis" lang={labels?.language}>
      <Icon name="lifebuoy" />
      <a className="text-link" href={pageOf(link)} target="_blank" rel="noopener">
        {isEnglish ? "Help and safety" : labels.help}
      </a>
      <GoOn label={labels?.goOn} />
    </aside>
  );
}

/** Where the lines are that listen. */
const pageOf = (link: string | null) => (link?.startsWith("/") ? link : paths.safety);

/** Numbers that can be called, people to talk to, and the way back into the story. */
function Help({ notice: { text, link, labels } }: { notice: Notice }) {
  return (
    <>
      <p>
        <WithNumbers text={text} />
      </p>
      <div className={s.ways}>
        <LinkButton href={pageOf(link)} target="_blank" rel="noopener">
          {labels?.help ?? "Find someone to talk to"}
        </LinkButton>
        <GoOn label={labels?.goOn} />
      </div>
    </>
  );
}
