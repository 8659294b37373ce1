import type { Scenario } from "../../../api/types";
import { Icon } from "../../../design/Icon";
import stats from "../../../design/Stats.module.css";
import { cx } from "../../../lib/classes";
import { compact, plural } from "../../../lib/format";
import { likedShare } from "../copy";
import { quotaText } from "../opinion";
import type { OpinionOf } from "../useOpinion";
import s from "./EngagementStats.module.css";

/** The heart beside Start: given and withdrawn with one press. */
export function LoveButton({ opinion: { opinion, love } }: { opinion: OpinionOf }) {
  return (
    <button
      type="button"
      className={cx("btn btn-plain btn-lg", s.love)}
      aria-pressed={opinion.loved}
      aria-label={`Love, ${plural(opinion.loveCount, "love")}`}
      onClick={love}
    >
      <Icon name="heart" />
      {opinion.loved ? "Loved" : "Love"}
      <span className={cx("numbers", s.count)}>{compact(opinion.loveCount)}</span>
    </button>
  );
}

/** Everybody's opinion so far, with the reader's own thumb in it, and how many loves the reader has left. */
export function EngagementStats({ scenario, opinion: held }: { scenario: Scenario; opinion: OpinionOf }) {
  const { opinion, rate, failure } = held;
  const { chatsCreated } = scenario.scenarioStats;
  const ratings = opinion.likes + opinion.dislikes;
  const liked = likedShare({ likes: opinion.likes, dislikes: opinion.dislikes });
  return (
    <>
      <ul className={cx(stats.stats, s.stats)} aria-label="Ratings">
        <li className={s.thumbs}>
          <button
            type="button"
            className={s.thumb}
            aria-pressed={opinion.rating === 1}
            aria-label="I liked it"
            title="I liked it"
            onClick={() => rate(1)}
          >
            <Icon name="like" />
          </button>
          <button
            type="button"
            className={s.thumb}
            aria-pressed={opinion.rating === -1}
            aria-label="I didn’t like it"
            title="I didn’t like it"
            onClick={() => rate(-1)}
          >
            <Icon name="dislike" />
          </button>
          <span>{liked === null ? "Not rated yet" : `${liked} liked, ${plural(ratings, "rating")}`}</span>
        </li>
        <li>
          <Icon name="book" />
          {chatsCreated === 1 ? "1 story" : `${compact(chatsCreated)} stories`} started
        </li>
      </ul>
      <p className={failure === null ? s.note : cx(s.note, s.failed)} role="status">
        {failure ?? quotaText(opinion.quota)}
      </p>
    </>
  );
}
