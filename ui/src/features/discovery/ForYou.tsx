import { useState } from "react";
import type { ApiState } from "../../api/query";
import type { Page, ScenarioPoster } from "../../api/types";
import { EmptyState } from "../../design/EmptyStates";
import { paths } from "../../lib/paths";
import { ScenarioCarousel, ScenarioCarouselSkeleton } from "../scenarios/public";
import s from "./ForYou.module.css";

type Feed = ApiState<Page<ScenarioPoster>>;

/** Spec section 8. */
export const NO_RECOMMENDATIONS =
  "No recommendations yet. Interact with cards to start getting personalized recommendations!";

const TABS = [
  { id: "recommended", label: "Recommended", sort: "trending" },
  { id: "newest", label: "Newest", sort: "newest" },
] as const;

interface ForYouProps {
  /** What is recommended: what trends, until there are recommendations of one's own. */
  recommended: Feed;
  newest: Feed;
  /** Scenarios shown of each. */
  most: number;
}

/** Spec 2.4: the For You block of somebody signed in. */
export function ForYou({ recommended, newest, most }: ForYouProps) {
  const [chosen, choose] = useState<(typeof TABS)[number]["id"]>("recommended");
  const feed = chosen === "newest" ? newest : recommended;
  const tabs = (
    // biome-ignore lint/a11y/useSemanticElements: these are two switches of one row, not fields of a form.
    <div className={s.tabs} role="group" aria-label="What the row shows">
      {TABS.map(({ id, label }) => (
        <button
          key={id}
          type="button"
          className="chip"
          aria-pressed={chosen === id}
          onClick={() => choose(id)}
        >
          {label}
        </button>
      ))}
    </div>
  );
  if (feed.state === "loading") return <ScenarioCarouselSkeleton />;
  const scenarios = feed.state === "ready" ? feed.data.results.slice(0, most) : [];
  if (scenarios.length === 0) {
    return (
      <section className={s.empty}>
        {tabs}
        <EmptyState title="For You">{NO_RECOMMENDATIONS}</EmptyState>
      </section>
    );
  }
  return (
    <ScenarioCarousel
      key={chosen}
      title="For You"
      controls={tabs}
      scenarios={scenarios}
      context="homepage"
      href={paths.search({ sort: chosen === "newest" ? "newest" : "trending" })}
      leading
    />
  );
}
