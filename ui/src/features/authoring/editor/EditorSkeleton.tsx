import { Skeleton } from "../../../design/Skeleton";
import { VisuallyHidden } from "../../../design/VisuallyHidden";
import s from "./EditorSkeleton.module.css";

/** The editor while its draft is on the way. */
export function EditorSkeleton() {
  return (
    <div className={s.skeleton} role="status" data-testid="skeleton">
      <VisuallyHidden>Opening the scenario</VisuallyHidden>
      <Skeleton className="skeleton-title" />
      <Skeleton className={s.line} />
      <Skeleton className={s.line} />
      <Skeleton className={s.text} />
    </div>
  );
}
