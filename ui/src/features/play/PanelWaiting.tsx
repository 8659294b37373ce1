import { Skeleton } from "../../design/Skeleton";
import { VisuallyHidden } from "../../design/VisuallyHidden";

/** A panel before what it shows is there. `words` say so to whoever does not see it. */
export function PanelWaiting({ words }: { words: string }) {
  return (
    <div role="status">
      <VisuallyHidden>{words}</VisuallyHidden>
      <Skeleton className="panel-skeleton" />
      <Skeleton className="panel-skeleton" />
    </div>
  );
}
