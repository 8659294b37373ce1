import { lazy, type ReactNode } from "react";
import { LinkButton } from "./Button";
import { ErrorState } from "./EmptyStates";

function NotLoaded() {
  return (
    <ErrorState
      title="Couldn’t load this part"
      action={
        <LinkButton href="" data-reload>
          Reload page
        </LinkButton>
      }
    >
      Check your connection, then reload the page: there may be a newer version of it.
    </ErrorState>
  );
}

/** A part of a page whose code is loaded when it is first shown. Where that fails, it says so in its place. */
export const lazyPart = <P extends object>(load: () => Promise<{ default: (props: P) => ReactNode }>) =>
  lazy<(props: P) => ReactNode>(() => load().catch(() => ({ default: NotLoaded })));
