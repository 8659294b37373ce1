import { useEffect, useEffectEvent, useRef } from "react";

/**
 * When something closes and takes the focus with it, the keys go on from the element that `find` answers. Focus that is
 * elsewhere stays there.
 */
export function useFocusAfter(open: boolean, find: () => HTMLElement | null | undefined): void {
  const wasOpen = useRef(open);
  const focus = useEffectEvent(() => {
    // The page stays where it is: what was pressed may have been far from there.
    if (document.activeElement === document.body) find()?.focus({ preventScroll: true });
  });
  useEffect(() => {
    if (wasOpen.current && !open) focus();
    wasOpen.current = open;
  }, [open]);
}
