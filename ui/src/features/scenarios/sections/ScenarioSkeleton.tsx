import { Skeleton } from "../../../design/Skeleton";
import { VisuallyHidden } from "../../../design/VisuallyHidden";
import { cx } from "../../../lib/classes";
import head from "./ScenarioHead.module.css";
import s from "./ScenarioSkeleton.module.css";

/** The shape of a scenario that is loading. */
export function ScenarioSkeleton() {
  return (
    <div role="status">
      <VisuallyHidden>Loading the scenario</VisuallyHidden>
      <div className={head.front}>
        <div className={head.banner} />
        <div className={cx("wrap", head.head)}>
          <Skeleton className={cx("poster", head.poster)} />
          <div className={head.titles}>
            <Skeleton className="skeleton-headline" />
            <Skeleton className="skeleton-title" />
            <Skeleton className={s.text} />
          </div>
        </div>
      </div>
    </div>
  );
}
