import type { ReactNode } from "react";
import { Button } from "./Button";
import { Icon } from "./Icon";
import type { IconName } from "./icons";

interface EmptyStateProps {
  title: string;
  icon?: IconName;
  /** What could be here. */
  children: ReactNode;
  /** The next step. */
  action?: ReactNode;
}

/** Nothing to show: says what could be here and offers the next step. */
export function EmptyState({ title, icon = "mask", children, action }: EmptyStateProps) {
  return (
    <div className="state">
      <Icon name={icon} className="state-icon" />
      <h2 className="state-title">{title}</h2>
      <div className="state-text">{children}</div>
      {action}
    </div>
  );
}

interface ErrorStateProps {
  title: string;
  /** What happened and what to do next. */
  children: ReactNode;
  onRetry?: () => void;
  /** The next step, where it is another one. */
  action?: ReactNode;
}

/** A part that failed: calm, in place. */
export function ErrorState({ title, children, onRetry, action }: ErrorStateProps) {
  return (
    <div className="state" role="alert">
      <Icon name="warning" className="state-icon" />
      <h2 className="state-title">{title}</h2>
      <div className="state-text">{children}</div>
      {onRetry !== undefined && (
        <Button onClick={onRetry}>
          <Icon name="refresh" />
          Try again
        </Button>
      )}
      {action}
    </div>
  );
}
