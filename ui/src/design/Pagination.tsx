import type { MouseEvent } from "react";
import { cx } from "../lib/classes";
import s from "./Pagination.module.css";

interface PaginationProps {
  /** The real address of the next page. */
  nextHref: string;
  state: "idle" | "busy" | "failed" | "end";
  onMore: () => void;
  /** What there is more of: "scenarios". */
  noun: string;
}

function plainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}

/** The end of a list: a real link to the next page which, with script, loads it in place. */
export function Pagination({ nextHref, state, onMore, noun }: PaginationProps) {
  if (state === "end") return <p className={s.end}>End of list</p>;
  return (
    <div className={s.more}>
      {state === "failed" && (
        <p role="alert" className={s.failed}>
          Couldn’t load more {noun}.
        </p>
      )}
      <a
        className={cx("btn btn-plain", state === "busy" && "is-busy")}
        href={nextHref}
        rel="next"
        aria-busy={state === "busy" || undefined}
        onClick={(event) => {
          if (!plainClick(event)) return;
          event.preventDefault();
          onMore();
        }}
      >
        {state === "busy" ? `Loading ${noun}…` : state === "failed" ? "Try again" : `Load more ${noun}`}
      </a>
    </div>
  );
}
