import { Skeleton } from "../../design/Skeleton";
import { VisuallyHidden } from "../../design/VisuallyHidden";
import s from "./PanelWaiting.module.css";

/** A panel before what it shows is there. `words` say so to whoever does not see it. */
export function PanelWaiting({ words }: { words: string }) {
  return (
    <div role="status">
      <VisuallyHidden>{words}</VisuallyHidden>
      <Skeleton className={s.skeleton} />
      <Skeleton className={s.skeleton} />
    </div>
  );
}
