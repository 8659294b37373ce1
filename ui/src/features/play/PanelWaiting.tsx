import { Skeleton } from "../../design/Skeleton";
import { VisuallyHidden } from "../../design/VisuallyHidden";
import s from "./PanelWaiting.module.css";

/** A panel whose content is still loading. Screen readers read `words` meanwhile. */
export function PanelWaiting({ words }: { words: string }) {
  return (
    <div role="status">
      <VisuallyHidden>{words}</VisuallyHidden>
      <Skeleton className={s.skeleton} />
      <Skeleton className={s.skeleton} />
    </div>
  );
}
