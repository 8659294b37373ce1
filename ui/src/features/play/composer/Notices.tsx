import { IconButton } from "../../../design/Button";
import { Icon } from "../../../design/Icon";
import { paths } from "../../../lib/paths";
import { usePlay, usePlayState } from "../PlayContext";
import { GoOn } from "./GoOn";

/** What has to be said beside the story: that nobody here is human, where help is, and that a reply was cut. */
export function Notices() {
  const { story } = usePlay();
  const notices = usePlayState("notices");
  return notices.map(({ key, kind, text, link }) => (
    <aside
      key={key}
      className={`play-notice play-notice-${kind}`}
      role={kind === "crisis" ? "alert" : "status"}
    >
      <Icon name={kind === "crisis" ? "lifebuoy" : "info"} />
      <div className="play-notice-words">
        <p>{text}</p>
        {kind === "crisis" && (
          <a
            className="text-link"
            href={link?.startsWith("/") ? link : paths.safety}
            target="_blank"
            rel="noopener"
          >
            Find someone to talk to
          </a>
        )}
        {kind === "crisis" && <GoOn onClick={() => story.dismissNotice(key)} />}
      </div>
      <IconButton label="Close this notice" onClick={() => story.dismissNotice(key)}>
        <Icon name="close" />
      </IconButton>
    </aside>
  ));
}
