import type { ScenarioPoster } from "../../../api/types";
import { carousel } from "../../../config/timings";
import { Skeleton } from "../../../design/Skeleton";
import { VisuallyHidden } from "../../../design/VisuallyHidden";
import { GRID_PICTURE } from "../rules";
import type { TrackContext } from "../tracking";
import { useImpressions } from "../useImpressions";
import { ScenarioCard } from "./ScenarioCard";

interface ScenarioGridProps {
  scenarios: readonly ScenarioPoster[];
  context: TrackContext;
  /** What the list is, for screen readers. */
  label: string;
  /** The grid is the first thing on its page: its first pictures load eagerly. */
  leading?: boolean;
}

/** Posters in rows, as many columns as fit. */
export function ScenarioGrid({ scenarios, context, label, leading = false }: ScenarioGridProps) {
  const list = useImpressions<HTMLUListElement>(scenarios, context);
  return (
    <ul className="card-grid" aria-label={label} ref={list}>
      {scenarios.map((scenario, position) => (
        <ScenarioCard
          key={scenario.id}
          scenario={scenario}
          position={position}
          context={context}
          layout={GRID_PICTURE}
          eager={leading && position < carousel.eager}
          high={leading && position === 0}
        />
      ))}
    </ul>
  );
}

/** The shape of a grid that is on its way. */
export function ScenarioGridSkeleton({ count = 12 }: { count?: number }) {
  return (
    <div className="card-grid" role="status">
      <VisuallyHidden>Loading scenarios</VisuallyHidden>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks are alike and never move.
        <span className="card" key={index}>
          <Skeleton className="poster" />
        </span>
      ))}
    </div>
  );
}
