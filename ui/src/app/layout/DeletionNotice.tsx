import { lazy, Suspense, useState } from "react";
import { useSession } from "../../api/session";
import s from "./DeletionNotice.module.css";

const DeletionBanner = lazy(() => import("./DeletionBanner"));

/** For somebody whose account will be deleted, over every page; nobody else loads what it shows. */
export function DeletionNotice() {
  const { me } = useSession();
  /** Whose deletion was due here: once it is cancelled, the banner still has to say so. */
  const [dueFor, setDueFor] = useState<string | null>(null);
  if (me === null) return null;
  if (me.deletionOn !== null && dueFor !== me.userID) setDueFor(me.userID);
  if (me.deletionOn === null && dueFor !== me.userID) return null;
  return (
    <aside
      className={s.banner}
      aria-label="Account deletion"
      data-due={me.deletionOn === null ? undefined : ""}
      data-site-banner
    >
      <Suspense fallback={null}>
        <DeletionBanner me={me} onClose={() => setDueFor(null)} />
      </Suspense>
    </aside>
  );
}
