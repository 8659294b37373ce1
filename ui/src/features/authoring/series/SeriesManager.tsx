import { type Ref, useRef, useState } from "react";
import { useApi } from "../../../api/query";
import { Button } from "../../../design/Button";
import { EmptyState, ErrorState } from "../../../design/EmptyStates";
import { Icon } from "../../../design/Icon";
import type { Notices } from "../../../design/NoticeBar";
import { Skeleton } from "../../../design/Skeleton";
import { VisuallyHidden } from "../../../design/VisuallyHidden";
import { useFocusAfter } from "../../../lib/useFocusAfter";
import { SeriesCard } from "./SeriesCard";
import { SeriesEditor } from "./SeriesEditor";
import s from "./SeriesManager.module.css";
import { seriesUri, useDeleteSeries } from "./useSeries";

/** The most series of one person; the server's limit. */
const MOST_SERIES = 100;

/** The author's series: what belongs together, in the order in which readers find it. */
export function SeriesManager({ notices }: { notices: Pick<Notices, "say" | "complain"> }) {
  const list = useApi(seriesUri);
  const [isAdding, setAdding] = useState(false);
  const remove = useDeleteSeries(notices);
  const newButton = useRef<HTMLButtonElement>(null);
  useFocusAfter(isAdding, () => newButton.current);

  if (list.state === "loading") return <SeriesSkeleton />;
  if (list.state === "failed") {
    return (
      <ErrorState title="Couldn’t load your series" onRetry={list.retry}>
        {`${list.error.message} Nothing is lost.`}
      </ErrorState>
    );
  }
  const { results } = list.data;
  if (results.length === 0 && !isAdding) {
    return (
      <EmptyState
        title="No series yet"
        icon="book"
        action={<NewButton ref={newButton} isFull={false} onPress={() => setAdding(true)} />}
      >
        Scenarios that belong together, in your order. Each one’s page shows readers which part it is, and
        leads to the part before and the part after.
      </EmptyState>
    );
  }
  return (
    <div className={s.manager}>
      <div className={s.head}>
        <p>Readers see the order on each scenario’s page. They see public scenarios only.</p>
        {!isAdding && (
          <NewButton ref={newButton} isFull={results.length >= MOST_SERIES} onPress={() => setAdding(true)} />
        )}
      </div>
      {isAdding && (
        <SeriesEditor
          stored={null}
          all={results}
          onSaved={({ title }) => {
            notices.say(`“${title}” created.`);
            setAdding(false);
          }}
          onCancel={() => setAdding(false)}
        />
      )}
      <ul className={s.list} aria-label="Your series">
        {results.map((series) => (
          <SeriesCard key={series.id} series={series} all={results} say={notices.say} onDelete={remove} />
        ))}
      </ul>
    </div>
  );
}

interface NewButtonProps {
  isFull: boolean;
  onPress: () => void;
  ref: Ref<HTMLButtonElement>;
}

function NewButton({ isFull, onPress, ref }: NewButtonProps) {
  return (
    <Button
      ref={ref}
      disabled={isFull}
      title={isFull ? `${MOST_SERIES} series are the most. Delete one to make another.` : undefined}
      onClick={onPress}
    >
      <Icon name="plus" />
      New series
    </Button>
  );
}

function SeriesSkeleton() {
  return (
    <div className={s.list} role="status" data-testid="skeleton">
      <VisuallyHidden>Loading your series</VisuallyHidden>
      {[0, 1, 2].map((each) => (
        <Skeleton key={each} className={s.blank} />
      ))}
    </div>
  );
}
