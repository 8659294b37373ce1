import type { Scenario } from "../../../api/types";
import { Icon } from "../../../design/Icon";
import { Picture } from "../../../design/Picture";
import { scenarioDescription, scenarioTitle, titleOf } from "../../scenarios/public";
import s from "./SharedLink.module.css";

/** The picture of a shared link in pixels, as the server draws it (`media/og`). */
const CARD = { width: 1200, height: 630 } as const;
/** A cover stands at its side. */
const SIDE = { width: 420, height: 630 } as const;

/** The most characters of a title in the largest letters, and in the second largest. */
const TITLE_STEPS = [60, 80] as const;

/** The scenario as a link in a chat or a post shows it. */
export function SharedLink({ scenario }: { scenario: Scenario }) {
  return (
    <div className={s.page}>
      <div className={s.card}>
        <SharedPicture scenario={scenario} />
        <div className={s.words}>
          <p className={s.site}>
            <Icon name="external" />
            {location.host}
          </p>
          <p className={s.name} dir="auto">
            {scenarioTitle(scenario)}
          </p>
          <p className={s.text} dir="auto">
            {scenarioDescription(scenario)}
          </p>
        </div>
      </div>
    </div>
  );
}

/** The picture that the server draws of a published scenario, from what the draft has for it. */
function SharedPicture({ scenario: { displayData: display, authorship } }: { scenario: Scenario }) {
  const { banner, avatar } = display.avatar_urls;
  const title = titleOf(display.displayName);
  const length = Array.from(title).length;
  const size = TITLE_STEPS.filter((most) => length > most).length;
  const beside = banner === null && avatar !== null;
  return (
    <div className={s.picture} data-beside={beside || undefined}>
      {banner !== null && <Picture className={s.image} src={banner} alt="" {...CARD} eager />}
      {beside && <Picture className={s.ground} src={avatar} alt="" {...CARD} eager />}
      {beside && <Picture className={s.side} src={avatar} alt="" {...SIDE} eager />}
      <div className={s.shade}>
        <p className={s.mark}>Dramatis</p>
        <p className={s.title} data-size={size} dir="auto">
          {title}
        </p>
        {display.tagline !== "" && (
          <p className={s.tagline} dir="auto">
            {display.tagline}
          </p>
        )}
        {authorship.authorname !== "" && (
          <p className={s.author} dir="auto">
            by {authorship.authorname}
          </p>
        )}
      </div>
    </div>
  );
}
