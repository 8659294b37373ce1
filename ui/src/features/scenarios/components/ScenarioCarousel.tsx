import { type ReactNode, type RefObject, useEffect, useId, useState } from "react";
import type { ScenarioPoster } from "../../../api/types";
import { carousel } from "../../../config/timings";
import { IconButton } from "../../../design/Button";
import { Icon } from "../../../design/Icon";
import { moveAlongRow } from "../../../design/rovingFocus";
import { Skeleton } from "../../../design/Skeleton";
import { VisuallyHidden } from "../../../design/VisuallyHidden";
import { ROW_PICTURE } from "../rules";
import type { TrackContext } from "../tracking";
import { useImpressions } from "../useImpressions";
import { ScenarioCard } from "./ScenarioCard";
import s from "./ScenarioCarousel.module.css";

interface ScenarioCarouselProps {
  title: string;
  scenarios: readonly ScenarioPoster[];
  context: TrackContext;
  /** Where the whole list is. */
  href?: string;
  /** What stands beside the title, such as a choice of what the row shows. */
  controls?: ReactNode;
  /** The first carousel of a page: its pictures are the ones the first view waits for. */
  leading?: boolean;
  /** Far below the first view: not one card is made ready until the view comes near. Keeps a long page's HTML small. */
  distant?: boolean;
}

/** Cards beside a visible one are made ready too. */
const NEIGHBOURS = 1;
const PRELOADED = carousel.preload + NEIGHBOURS;

/** Whether the view has come near the carousel (spec 2.6: within 300 px). Once it has, it stays so. */
function useNear(list: RefObject<HTMLUListElement | null>, atFirst: boolean): boolean {
  const [near, setNear] = useState(atFirst);

  useEffect(() => {
    const element = list.current;
    if (element === null || near) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setNear(true);
      },
      { rootMargin: `${carousel.marginPx}px` },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [list, near]);

  return near;
}

/** How many cards, counted from the first, are rendered in full; grows as the view comes near the rest. */
function useReadyCards(list: RefObject<HTMLUListElement | null>, total: number, atFirst: number): number {
  const [ready, setReady] = useState(atFirst);

  useEffect(() => {
    const element = list.current;
    if (element === null || ready >= total) return;
    const items = Array.from(element.children);
    const observer = new IntersectionObserver(
      (entries) => {
        for (const entry of entries) {
          if (!entry.isIntersecting) continue;
          const needed = items.indexOf(entry.target) + 1 + NEIGHBOURS;
          setReady((known) => Math.max(known, needed, PRELOADED));
        }
      },
      { rootMargin: `${carousel.marginPx}px` },
    );
    for (const item of items.slice(ready)) observer.observe(item);
    return () => observer.disconnect();
  }, [list, ready, total]);

  return ready;
}

/** Whether the track stands at its first or last card; null before it was measured, which needs a browser. */
function useEnds(list: RefObject<HTMLUListElement | null>): { atStart: boolean; atEnd: boolean } | null {
  const [ends, setEnds] = useState<{ atStart: boolean; atEnd: boolean } | null>(null);

  useEffect(() => {
    const element = list.current;
    if (element === null) return;
    const measure = () => {
      const atStart = element.scrollLeft <= 1;
      const atEnd = element.scrollLeft + element.clientWidth >= element.scrollWidth - 1;
      setEnds((known) => (known?.atStart === atStart && known.atEnd === atEnd ? known : { atStart, atEnd }));
    };
    measure();
    element.addEventListener("scroll", measure, { passive: true });
    const resizes = new ResizeObserver(measure);
    resizes.observe(element);
    return () => {
      element.removeEventListener("scroll", measure);
      resizes.disconnect();
    };
  }, [list]);

  return ends;
}

const onKeyDown = moveAlongRow("a.card-link");

/** A row of posters that follows the finger, the wheel, the keys, or the arrows (over 540 wide). */
export function ScenarioCarousel({
  title,
  scenarios,
  context,
  href,
  controls,
  leading = false,
  distant = false,
}: ScenarioCarouselProps) {
  const heading = useId();
  const list = useImpressions<HTMLUListElement>(scenarios, context);
  const near = useNear(list, leading);
  const reached = useReadyCards(list, scenarios.length, distant ? 0 : PRELOADED);
  const ready = near ? Math.max(reached, PRELOADED) : reached;
  const ends = useEnds(list);
  const turn = (direction: 1 | -1) => {
    const track = list.current;
    if (track !== null) track.scrollBy({ left: direction * track.clientWidth * 0.85 });
  };

  return (
    <section className={s.carousel} aria-labelledby={heading} data-testid="carousel">
      <div className="row-head">
        <h2 className="row-title" id={heading}>
          {title}
        </h2>
        {controls}
        {href !== undefined && (
          <a className="more-link" href={href}>
            See all<VisuallyHidden>: {title}</VisuallyHidden>
          </a>
        )}
        <div className={s.arrows}>
          {ends !== null && (
            <>
              <IconButton label="Previous" aria-disabled={ends.atStart} onClick={() => turn(-1)}>
                <Icon name="left" />
              </IconButton>
              <IconButton label="Next" aria-disabled={ends.atEnd} onClick={() => turn(1)}>
                <Icon name="right" />
              </IconButton>
            </>
          )}
        </div>
      </div>
      <ul className={s.track} ref={list} onKeyDown={onKeyDown}>
        {scenarios.map((scenario, position) => (
          <ScenarioCard
            key={scenario.id}
            scenario={scenario}
            position={position}
            context={context}
            eager={near && position < carousel.eager}
            layout={ROW_PICTURE}
            high={leading && position === 0}
            waiting={position >= ready}
          />
        ))}
      </ul>
    </section>
  );
}

/** The shape of a carousel that is on its way. */
export function ScenarioCarouselSkeleton() {
  return (
    <div className={s.carousel} role="status">
      <VisuallyHidden>Loading scenarios</VisuallyHidden>
      <div className="row-head">
        <Skeleton className="skeleton-title" />
      </div>
      <div className={s.track}>
        {[0, 1, 2, 3, 4, 5].map((index) => (
          <span className="card" key={index}>
            <Skeleton className="poster" />
          </span>
        ))}
      </div>
    </div>
  );
}
