import { type RefObject, useEffect, useRef } from "react";

/** Pages that load by themselves one after another; then the button asks, so that the foot of the page can be reached. */
const AUTOMATIC_PAGES = 5;
/** How far below the view the end of the list may be when the next page is fetched, in CSS pixels. */
const MARGIN_PX = 600;

/** Loads the next page when the end of a list comes near. `pages` is how many are shown already. */
export function useAutoLoad(
  pages: number,
  ready: boolean,
  loadMore: () => void,
): RefObject<HTMLDivElement | null> {
  const end = useRef<HTMLDivElement>(null);
  const load = useRef(loadMore);
  useEffect(() => {
    load.current = loadMore;
  });

  useEffect(() => {
    const element = end.current;
    if (element === null || !ready || pages === 0 || pages > AUTOMATIC_PAGES) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) load.current();
      },
      { rootMargin: `${MARGIN_PX}px` },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [pages, ready]);

  return end;
}
