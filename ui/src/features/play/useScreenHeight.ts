import { useEffect } from "react";

/**
 * Keeps a screen as tall as what can be seen of it. A keyboard on glass covers the page instead of making it smaller; the
 * composer has to stand above it.
 */
export function useScreenHeight(element: HTMLElement | null): void {
  useEffect(() => {
    const view = window.visualViewport;
    if (element === null || view === null) return;
    const follow = () => {
      const covered = window.innerHeight - view.height * view.scale;
      const open = covered > 120;
      element.toggleAttribute("data-keyboard", open);
      element.style.setProperty("--covered", open ? `${Math.round(covered)}px` : "0px");
      // The browser scrolls the page to show the field; the page itself has nothing to scroll.
      if (open && view.offsetTop > 0) window.scrollTo(0, 0);
    };
    follow();
    view.addEventListener("resize", follow);
    view.addEventListener("scroll", follow);
    return () => {
      view.removeEventListener("resize", follow);
      view.removeEventListener("scroll", follow);
    };
  }, [element]);
}
