import { Component, type ReactNode } from "react";

interface FailsafeProps {
  /** What stands in for a part whose code did not arrive, or that fails. */
  instead: ReactNode;
  children: ReactNode;
}

/** A part that fails takes nothing with it: the play goes on. */
export class ErrorBoundary extends Component<FailsafeProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? this.props.instead : this.props.children;
  }
}
