import { Suspense } from "react";
import type { FixedPart } from "./contracts";
import { ErrorBoundary } from "./ErrorBoundary";
import { parts } from "./panels";

/** One of the parts that are always on screen, as soon as its code is here; left out if it fails. */
export function LazySection({ name }: { name: FixedPart }) {
  const Loaded = parts[name];
  return (
    <ErrorBoundary instead={null}>
      <Suspense fallback={null}>
        <Loaded />
      </Suspense>
    </ErrorBoundary>
  );
}
