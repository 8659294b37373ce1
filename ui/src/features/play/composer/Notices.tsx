import { IconButton, LinkButton } from "../../../design/Button";
import { Icon } from "../../../design/Icon";
import { paths } from "../../../lib/paths";
import { WithNumbers } from "../../care/public";
import type { Notice } from "../model/state";
import { usePlay, usePlayState } from "../PlayContext";
import { GoOn } from "./GoOn";

/** What has to be said beside the story: that nobody here is human, where help is, and that a reply was cut. */
export function Notices() {
  const { story } = usePlay();
  const notices = usePlayState("notices");
  return notices.map((notice) => (
    <aside
      key={notice.key}
      className={`play-notice play-notice-${notice.kind}`}
      role={notice.kind === "crisis" ? "alert" : "status"}
      lang={notice.labels?.language}
    >
      <Icon name={notice.kind === "crisis" ? "lifebuoy" : "info"} />
      <div className="play-notice-words">
        {notice.kind === "crisis" ? <Help notice={notice} /> : <p>{notice.text}</p>}
      </div>
      <IconButton
        label={notice.labels?.close ?? "Close this notice"}
        onClick={() => story.dismissNotice(notice.key)}
      >
        <Icon name="close" />
      </IconButton>
    </aside>
  ));
}

/** Numbers that can be called, people to talk to, and the way back into the story. */
function Help({ notice: { text, link, labels } }: { notice: Notice }) {
  return (
    <>
      <p>
        <WithNumbers text={text} />
      </p>
      <div className="play-notice-ways">
        <LinkButton href={link?.startsWith("/") ? link : paths.safety} target="_blank" rel="noopener">
          {labels?.help ?? "Find someone to talk to"}
        </LinkButton>
        <GoOn label={labels?.goOn} />
      </div>
    </>
  );
}
