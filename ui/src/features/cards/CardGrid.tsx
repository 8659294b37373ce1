import type { MouseEvent, ReactNode } from "react";
import { usePage } from "../../api/page";
import type { CardPoster } from "../../api/types";
import { carousel } from "../../config/timings";
import { tint } from "../../design/Avatar";
import { Picture } from "../../design/Picture";
import { cx } from "../../lib/classes";
import { messagesSent, truncate } from "../../lib/format";
import { navigate } from "../../lib/navigation";
import { paths } from "../../lib/paths";
import { askForAdult } from "../age-gate/public";
import { type Reportable, ReportButton } from "../reports/public";
import { AuthorLink, CARD_LIMITS, GRID_PICTURE, isBlurred, pictureFor, titleOf } from "../scenarios/public";
import s from "./CardGrid.module.css";
import { cardTagline } from "./rules";

function reportables(card: CardPoster): [Reportable, ...Reportable[]] {
  const thing: Reportable = { kind: "card", targetId: card.id, label: "The card" };
  const { picture } = card;
  return picture === null ? [thing] : [thing, { kind: "picture", targetId: picture, label: "Its picture" }];
}

/** Posters of cards, the older single-character model; each leads to the scenario that took its place. */
export function CardGrid({ cards, label }: { cards: readonly CardPoster[]; label: string }): ReactNode {
  const { prefs } = usePage();
  return (
    <ul className="card-grid" aria-label={label}>
      {cards.map((card, position) => {
        const name = titleOf(card.displayName).trim();
        const href = paths.scenario(card.id);
        const blurred = isBlurred(card, prefs.showNSFW);
        const picture = pictureFor(card.picture, card, prefs.showNSFW);
        const open = (event: MouseEvent) => {
          if (!blurred) return;
          event.preventDefault();
          askForAdult(() => navigate(href));
        };
        return (
          <li key={card.id} className={blurred ? "card is-blurred" : "card"}>
            <div className={cx("poster", picture === null && `tint-${tint(name)}`)}>
              {picture === null ? (
                <span className={s.initial} aria-hidden="true">
                  {Array.from(name)[0]}
                </span>
              ) : (
                <Picture src={picture} alt="" {...GRID_PICTURE} eager={position < carousel.eager} />
              )}
              {card.messagesSent > 0 && <span className="card-badge">{messagesSent(card.messagesSent)}</span>}
              {blurred && <span className="card-adult">18+</span>}
              <a className="card-link" href={href} onClick={open}>
                {truncate(name, CARD_LIMITS.displayName)}
              </a>
              <AuthorLink className="card-author" id={card.author}>
                {truncate(card.authorname, CARD_LIMITS.authorname)}
              </AuthorLink>
            </div>
            <div className={s.foot}>
              <p className="card-tagline">{truncate(cardTagline(card), CARD_LIMITS.tagline)}</p>
              <ReportButton
                small
                label={`Report ${truncate(name, CARD_LIMITS.displayName)}`}
                things={reportables(card)}
              />
            </div>
          </li>
        );
      })}
    </ul>
  );
}
