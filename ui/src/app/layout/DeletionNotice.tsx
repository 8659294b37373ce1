import { lazy, Suspense, useState } from "react";
import { useSession } from "../../api/session";

const DeletionBanner = lazy(() => import("../../features/me/DeletionBanner"));

/** For somebody whose account will be deleted, over every page; nobody else loads what it shows. */
export function DeletionNotice() {
  const { me } = useSession();
  /** Whose deletion was due here: once it is cancelled, the banner still has to say so. */
  const [dueFor, setDueFor] = useState<string | null>(null);
  if (me === null) return null;
  if (me.deletionOn !== null && dueFor !== me.userID) setDueFor(me.userID);
  if (me.deletionOn === null && dueFor !== me.userID) return null;
  return (
    <Suspense fallback={null}>
      <DeletionBanner me={me} onClose={() => setDueFor(null)} />
    </Suspense>
  );
}
