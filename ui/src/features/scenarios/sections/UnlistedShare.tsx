import { Icon } from "../../../design/Icon";
import { paths } from "../../../lib/paths";
import { useSeenByNobody } from "../../publishing/public";
import { Share } from "./Share";
import s from "./UnlistedShare.module.css";

/**
 * What an author passes on of a scenario in no list: its address, if that is open to others, which the scenario itself
 * does not say; else it says that nobody else sees the page.
 */
export default function UnlistedShare({ id, title }: { id: string; title: string }) {
  const isSeenByNobody = useSeenByNobody(id, true);
  if (isSeenByNobody === null) return null;
  if (!isSeenByNobody) return <Share title={title} path={paths.scenario(id)} />;
  return (
    <p className={s.alone}>
      <Icon name="lock" />
      Only you can see this page.
      <a className="text-link" href={paths.draft(id, { part: "publish" })}>
        Publishing
      </a>
    </p>
  );
}
