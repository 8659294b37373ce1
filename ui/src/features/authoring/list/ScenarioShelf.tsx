import type { ApiList } from "../../../api/list";
import type { Page } from "../../../api/types";
import { LinkButton } from "../../../design/Button";
import { EmptyState, ErrorState } from "../../../design/EmptyStates";
import { Pagination } from "../../../design/Pagination";
import { Skeleton } from "../../../design/Skeleton";
import { VisuallyHidden } from "../../../design/VisuallyHidden";
import { cx } from "../../../lib/classes";
import { paths } from "../../../lib/paths";
import type { MyScenario } from "../types";
import s from "./ScenarioShelf.module.css";
import { ShelfItem } from "./ShelfItem";
import type { MyScenarios } from "./useMyScenarios";
import { pathOf, type View } from "./view";

interface ScenarioShelfProps {
  view: View;
  list: ApiList<Page<MyScenario>>;
  scenarios: MyScenarios;
  onDelete: (scenario: MyScenario) => void;
  onImport: () => void;
}

/** Covers in the first view. */
const EAGER = 6;

/** The author's scenarios as a shelf of covers, or why there are none. */
export function ScenarioShelf({ view, list, scenarios, onDelete, onImport }: ScenarioShelfProps) {
  if (list.state === "loading") return <ShelfSkeleton />;
  if (list.state === "failed") {
    return (
      <ErrorState title="Couldn’t load your scenarios" onRetry={list.retry}>
        {`${list.error?.message ?? "Try again in a moment."} Nothing is lost.`}
      </ErrorState>
    );
  }
  if (list.items.length === 0) return <Nothing view={view} onImport={onImport} />;
  return (
    <>
      {view.trash && (
        <p className={s.note}>You can restore these for 30 days. After that they’re deleted permanently.</p>
      )}
      <ul className={s.shelf} aria-label={view.trash ? "Trash" : "Your scenarios"}>
        {list.items.map((scenario, index) => (
          <ShelfItem
            key={scenario.id}
            scenario={scenario}
            eager={index < EAGER}
            items={
              view.trash
                ? [
                    { label: "Restore", icon: "undo", onChoose: () => scenarios.restore(scenario) },
                    {
                      label: "Delete permanently",
                      icon: "trash",
                      apart: true,
                      danger: true,
                      onChoose: () => onDelete(scenario),
                    },
                  ]
                : [
                    {
                      label: "Move to trash",
                      icon: "trash",
                      danger: true,
                      onChoose: () => scenarios.toTrash(scenario),
                    },
                  ]
            }
          />
        ))}
      </ul>
      <Pagination
        nextHref={pathOf(view, list.nextCursor ?? undefined)}
        state={list.more}
        onMore={list.loadMore}
        noun="scenarios"
      />
    </>
  );
}

function Nothing({ view, onImport }: { view: View; onImport: () => void }) {
  if (view.trash) {
    return (
      <EmptyState title="The trash is empty" icon="trash">
        Scenarios you delete stay here for 30 days before they’re deleted permanently.
      </EmptyState>
    );
  }
  if (view.words !== "" || view.state !== null) {
    return (
      <EmptyState
        title="No matching scenarios"
        icon="search"
        action={<LinkButton href={paths.myScenarios}>See all your scenarios</LinkButton>}
      >
        We looked in titles and taglines.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="An empty stage"
      icon="feather"
      action={
        <LinkButton tone="accent" size="lg" href={paths.newDraft}>
          Write your first scenario
        </LinkButton>
      }
    >
      A place, a few people, a first line: that’s enough to begin. Everything you type is saved by itself, and
      nobody sees it but you. Or{" "}
      <button type="button" className="text-link" onClick={onImport}>
        import the character cards
      </button>{" "}
      you already have, one or a whole folder.
    </EmptyState>
  );
}

const SKELETONS = [0, 1, 2, 3, 4, 5];

function ShelfSkeleton() {
  return (
    <div className={s.shelf} role="status" data-testid="skeleton">
      <VisuallyHidden>Loading your scenarios</VisuallyHidden>
      {SKELETONS.map((each) => (
        <div key={each}>
          <Skeleton className={cx("poster", s.blank)} />
          <Skeleton className="skeleton-title" />
        </div>
      ))}
    </div>
  );
}
