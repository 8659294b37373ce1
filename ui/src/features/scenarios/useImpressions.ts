import { type RefObject, useEffect, useRef } from "react";
import type { ScenarioPoster } from "../../api/types";
import { carousel } from "../../config/timings";
import { type TrackContext, trackImpression } from "./tracking";

/** Watches the items of a list; a scenario counts as seen once half of its card is visible (spec 2.6). */
export function useImpressions<E extends HTMLElement>(
  scenarios: readonly ScenarioPoster[],
  context: TrackContext,
): RefObject<E | null> {
  const list = useRef<E>(null);

  useEffect(() => {
    const element = list.current;
    if (element === null || !scenarios.some((scenario) => scenario.recommendationMetadata)) return;
    const items = Array.from(element.children);
    const observer = new IntersectionObserver(
      (entries) => {
        for (const entry of entries) {
          if (!entry.isIntersecting) continue;
          observer.unobserve(entry.target);
          const position = items.indexOf(entry.target);
          const scenario = scenarios[position];
          if (scenario !== undefined) trackImpression(scenario, context, position);
        }
      },
      { threshold: carousel.impressionRatio },
    );
    for (const item of items) observer.observe(item);
    return () => observer.disconnect();
  }, [scenarios, context]);

  return list;
}
