import { Suspense } from "react";
import type { FixedPart } from "./contracts";
import { Failsafe } from "./Failsafe";
import { parts } from "./panels";

/** One of the parts that are always on screen, as soon as its code is here; left out if it fails. */
export function Part({ name }: { name: FixedPart }) {
  const Loaded = parts[name];
  return (
    <Failsafe instead={null}>
      <Suspense fallback={null}>
        <Loaded />
      </Suspense>
    </Failsafe>
  );
}
