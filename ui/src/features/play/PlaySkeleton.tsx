import { Skeleton } from "../../design/Skeleton";
import { VisuallyHidden } from "../../design/VisuallyHidden";

/** The play before its story is there, in the shape of what comes. */
export function PlaySkeleton() {
  return (
    <div className="play" role="status">
      <VisuallyHidden>Loading your story</VisuallyHidden>
      <div className="play-main">
        <div className="play-head">
          <Skeleton className="play-skeleton-title" />
        </div>
        <div className="play-scroll">
          <div className="play-column play-waiting" aria-hidden="true">
            {[0, 1, 2].map((line) => (
              <div key={line} className="line">
                <Skeleton className="play-skeleton-portrait" />
                <div className="line-main">
                  <Skeleton className="play-skeleton-name" />
                  <Skeleton className="play-skeleton-text" />
                </div>
              </div>
            ))}
          </div>
        </div>
        <div className="composer">
          <div className="play-column">
            <Skeleton className="play-skeleton-composer" />
          </div>
        </div>
      </div>
    </div>
  );
}
