import { Skeleton } from "../../../design/Skeleton";
import { VisuallyHidden } from "../../../design/VisuallyHidden";

/** The shape of a programme that is on its way. */
export function ScenarioSkeleton() {
  return (
    <div className="programme" role="status">
      <VisuallyHidden>Loading the scenario</VisuallyHidden>
      <div className="programme-front">
        <div className="programme-banner" />
        <div className="wrap programme-head">
          <Skeleton className="poster programme-poster" />
          <div className="programme-titles">
            <Skeleton className="skeleton-headline" />
            <Skeleton className="skeleton-title" />
            <Skeleton className="skeleton-text" />
          </div>
        </div>
      </div>
    </div>
  );
}
