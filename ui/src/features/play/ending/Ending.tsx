import { lazy, Suspense, useEffect } from "react";
import { ErrorBoundary } from "../ErrorBoundary";
import { useChat } from "../PlayContext";

const load = () => import("./TheEnd");
const TheEnd = lazy(load);

/** Of a scene with an end, the end is at hand before it comes: there may be no connection then. */
export function useEndAtHand(): void {
  const hasEnd = useChat().notices.connect !== null;
  useEffect(() => {
    if (hasEnd) load().catch(() => undefined);
  }, [hasEnd]);
}

/** What is shown where the story has ended. */
export function Ending({ came }: { came: boolean }) {
  return (
    <ErrorBoundary instead={<p>The end</p>}>
      <Suspense>
        <TheEnd came={came} />
      </Suspense>
    </ErrorBoundary>
  );
}
