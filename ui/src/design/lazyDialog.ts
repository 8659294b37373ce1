import { lazy, type ReactNode, useEffect, useEffectEvent } from "react";
import { markup, openAlert } from "./alert";

/** Stands in for a dialog that never came: closes it, and says so. */
function NotOpened({ onClose }: { onClose: () => void }): null {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    close();
    openAlert({
      title: "Couldn’t open this",
      html: markup`Check your connection, then reload the page: there may be a newer version of it.`,
      buttons: [{ text: "Reload page", tone: "accent", onPress: () => location.reload() }],
    });
  }, []);
  return null;
}

/**
 * A dialog whose code is loaded when it is first opened. Where that fails, a message says so and the page stays; browsers
 * keep such a failure, so only a reload helps.
 */
export const lazyDialog = <P extends { onClose: () => void }>(
  load: () => Promise<{ default: (props: P) => ReactNode }>,
) => lazy<(props: P) => ReactNode>(() => load().catch(() => ({ default: NotOpened })));
