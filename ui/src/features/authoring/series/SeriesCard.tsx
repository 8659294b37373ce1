import { useRef, useState } from "react";
import { Button } from "../../../design/Button";
import { ItemMenu } from "../../../design/ItemMenu";
import type { Notices } from "../../../design/NoticeBar";
import { plural } from "../../../lib/format";
import { paths } from "../../../lib/paths";
import { useFocusAfter } from "../../../lib/useFocusAfter";
import type { Series } from "./api";
import s from "./SeriesCard.module.css";
import { SeriesEditor } from "./SeriesEditor";

/** How many parts are shown before all are asked for. */
const FIRST_PARTS = 5;

interface SeriesCardProps {
  series: Series;
  /** All series of the author. */
  all: readonly Series[];
  say: Notices["say"];
  onDelete: (series: Series) => void;
}

/** A series with its parts in order; it is edited in its place. */
export function SeriesCard({ series, all, say, onDelete }: SeriesCardProps) {
  const [isEditing, setEditing] = useState(false);
  const [isWhole, setWhole] = useState(false);
  const head = useRef<HTMLDivElement>(null);
  useFocusAfter(isEditing, () => head.current?.querySelector("button"));
  const { title, scenarios } = series;
  if (isEditing) {
    return (
      <li className={s.editing}>
        <SeriesEditor
          stored={series}
          all={all}
          onSaved={(saved) => {
            say(`“${saved.title}” saved.`);
            setEditing(false);
          }}
          onCancel={() => setEditing(false)}
        />
      </li>
    );
  }
  const shown = isWhole ? scenarios : scenarios.slice(0, FIRST_PARTS);
  return (
    <li className={s.card}>
      <div className={s.head} ref={head}>
        <h2 className={s.title} dir="auto">
          {title}
        </h2>
        <ItemMenu
          label={`Options for ${title}`}
          items={[
            { label: "Edit", icon: "edit", onChoose: () => setEditing(true) },
            {
              label: "Delete series",
              icon: "trash",
              apart: true,
              danger: true,
              onChoose: () => onDelete(series),
            },
          ]}
        />
      </div>
      <p className={s.count}>{plural(scenarios.length, "scenario")}</p>
      {scenarios.length > 0 && (
        <ol className={s.parts} aria-label={title}>
          {shown.map(({ id, displayName }) => (
            <li key={id}>
              <a href={paths.draft(id)} dir="auto">
                {displayName}
              </a>
            </li>
          ))}
        </ol>
      )}
      <div className={s.actions}>
        {shown.length < scenarios.length && (
          <Button tone="quiet" onClick={() => setWhole(true)}>
            {`Show all ${scenarios.length}`}
          </Button>
        )}
        {scenarios.length === 0 && <Button onClick={() => setEditing(true)}>Add scenarios</Button>}
      </div>
    </li>
  );
}
