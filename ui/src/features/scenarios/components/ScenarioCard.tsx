import type { MouseEvent, Ref } from "react";
import { usePage } from "../../../api/page";
import type { ScenarioPoster } from "../../../api/types";
import { Picture } from "../../../design/Picture";
import { messagesSent, truncate } from "../../../lib/format";
import { navigate } from "../../../lib/navigation";
import { paths } from "../../../lib/paths";
import { askForAdult } from "../../age-gate/public";
import { CARD_LIMITS, type GRID_PICTURE, isBlurred, pictureFor, type ROW_PICTURE, titleOf } from "../rules";
import { type TrackContext, trackRecommendation } from "../tracking";
import { AuthorLink } from "./AuthorLink";

interface ScenarioCardProps {
  scenario: ScenarioPoster;
  /** Place in its list, from 0. */
  position: number;
  context: TrackContext;
  /** The picture is in the first view. */
  eager?: boolean;
  /** The picture the first view waits for. */
  high?: boolean;
  /** How its picture lies where it stands. */
  layout: typeof ROW_PICTURE | typeof GRID_PICTURE;
  /** Not near the view yet: the title stands in the frame, the picture waits (see `ScenarioCarousel`). */
  waiting?: boolean;
  ref?: Ref<HTMLLIElement>;
}

/** A poster: picture, title and author over its foot, message count, tagline below. One list item. */
export function ScenarioCard({
  scenario,
  position,
  context,
  eager = false,
  high = false,
  layout,
  waiting = false,
  ref,
}: ScenarioCardProps) {
  const { prefs } = usePage();
  const href = paths.scenario(scenario.id);
  const title = truncate(titleOf(scenario.displayName), CARD_LIMITS.displayName);
  const picture = pictureFor(scenario.picture, scenario, prefs.showNSFW);

  if (waiting && scenario.deleted !== true) {
    return (
      <li className="card" ref={ref}>
        <div className="poster">
          <a key="link" className="card-link" href={href}>
            {title}
          </a>
        </div>
      </li>
    );
  }

  if (scenario.deleted === true) {
    return (
      <li className="card" ref={ref}>
        <div className="poster poster-bare">
          <span className="card-link">{title}</span>
        </div>
      </li>
    );
  }

  const blurred = isBlurred(scenario, prefs.showNSFW);
  const open = (event: MouseEvent) => {
    trackRecommendation("click", scenario, context, position);
    if (!blurred) return;
    event.preventDefault();
    askForAdult(() => navigate(href));
  };

  return (
    <li className={blurred ? "card is-blurred" : "card"} ref={ref}>
      <div className={picture === null ? "poster poster-bare" : "poster"}>
        {picture !== null && <Picture src={picture} alt="" {...layout} eager={eager} high={high} />}
        {scenario.messagesSent > 0 && (
          <span className="card-badge">{messagesSent(scenario.messagesSent)}</span>
        )}
        {blurred && <span className="card-adult">18+</span>}
        {/* The key keeps the element, and with it the focus, when a waiting card is filled. */}
        <a key="link" className="card-link" href={href} onClick={open}>
          {title}
        </a>
        <AuthorLink className="card-author" id={scenario.author}>
          {truncate(scenario.authorname, CARD_LIMITS.authorname)}
        </AuthorLink>
      </div>
      <p className="card-tagline">{truncate(scenario.tagline, CARD_LIMITS.tagline)}</p>
    </li>
  );
}
