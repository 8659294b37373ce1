import { Component, lazy, type ReactNode, Suspense } from "react";
import type { FixedPart } from "./contracts";
import { partLoaders } from "./panels";

const parts = {
  quickNav: lazy(partLoaders.quickNav),
  controlMode: lazy(partLoaders.controlMode),
} as const;

/** A part whose code did not arrive, or that fails, is left out; the play goes on. */
class Optional extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? null : this.props.children;
  }
}

/** One of the parts that are always on screen, as soon as its code is here. */
export function Part({ name }: { name: FixedPart }) {
  const Loaded = parts[name];
  return (
    <Optional>
      <Suspense fallback={null}>
        <Loaded />
      </Suspense>
    </Optional>
  );
}
