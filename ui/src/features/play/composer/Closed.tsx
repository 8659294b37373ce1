import { Icon } from "../../../design/Icon";
import { paths } from "../../../lib/paths";
import notices from "./Notices.module.css";

/** What stands in the place of the notices where a story takes no more messages. */
export function Closed() {
  return (
    <aside className={notices.notice} role="status" id="story-closed">
      <Icon name="warning" />
      <div className={notices.words}>
        <p>
          <strong>This story is closed.</strong> It takes no more messages, because romance with somebody
          under 18 was asked for again and again. You can still read it here, and export it from your stories.
        </p>
        <a className="text-link" href={paths.stories}>
          Your stories
        </a>{" "}
        <a className="text-link" href={paths.safety}>
          How we handle this
        </a>
      </div>
    </aside>
  );
}
