import { lazy, Suspense } from "react";
import { usePage } from "../../../api/page";
import type { Scenario } from "../../../api/types";
import { Avatar } from "../../../design/Avatar";
import { Button, LinkButton } from "../../../design/Button";
import { Icon } from "../../../design/Icon";
import { Picture } from "../../../design/Picture";
import { cx } from "../../../lib/classes";
import { paths } from "../../../lib/paths";
import { askForAdult } from "../../age-gate/public";
import { BeginButton, type Start, StartButton, StartNote } from "../../stories/public";
import type { Advice } from "../advice";
import { AuthorLink } from "../components/AuthorLink";
import { BANNER, POSTER_FROM } from "../preload";
import { CARD_PICTURE, isBlurred, pictureFor, titleOf } from "../rules";
import type { OpinionOf } from "../useOpinion";
import { EngagementStats, LoveButton } from "./EngagementStats";
import { Notes } from "./Notes";
import head from "./ScenarioHead.module.css";
import { Share } from "./Share";

/** For the author of what is in no list alone. */
const UnlistedShare = lazy(() => import("./UnlistedShare"));

interface ScenarioHeadProps {
  scenario: Scenario;
  advice: Advice;
  start: Start;
  opinion: OpinionOf;
  /** Whether it is the reader's own. */
  own: boolean;
}

/** The head of the page: banner, poster, title, author, promise, Start, and the ratings so far. */
export function ScenarioHead({ scenario, advice, start, opinion, own }: ScenarioHeadProps) {
  const { prefs } = usePage();
  const { displayData: display, authorship } = scenario;
  const blurred = isBlurred(display, prefs.showNSFW);
  const { avatar, thumbnail } = display.avatar_urls;
  const banner = pictureFor(display.avatar_urls.banner, display, prefs.showNSFW);
  const poster = pictureFor(avatar ?? scenario.avatar ?? thumbnail, display, prefs.showNSFW);
  const title = titleOf(display.displayName);

  return (
    <header className={blurred ? cx("is-blurred", head.front) : head.front}>
      <div className={head.banner}>
        {banner !== null && (
          <Picture {...BANNER} src={banner} alt={scenario.bannerAlt} eager high className="hideable" />
        )}
      </div>
      <div className={cx("wrap", head.head)}>
        {poster !== null && (
          <div className={cx("poster", head.poster)} data-testid="poster">
            <Picture src={poster} alt={scenario.coverAlt} {...CARD_PICTURE} from={POSTER_FROM} eager />
          </div>
        )}
        <div className={head.titles}>
          <h1 className={head.title} dir="auto">
            {title}
          </h1>
          <p className={head.author}>
            <span className="hideable">
              <Avatar src={authorship.avatar_url} name={authorship.authorname} size={32} eager />
            </span>
            <span>
              by{" "}
              <AuthorLink
                id={authorship.author}
                className={authorship.author === "" ? undefined : "text-link"}
              >
                <span dir="auto">{authorship.authorname}</span>
              </AuthorLink>
            </span>
          </p>
          {display.tagline !== "" && (
            <p className={head.promise} dir="auto">
              {display.tagline}
            </p>
          )}
          {blurred && (
            <p className={head.blurNote}>
              <strong>18+</strong> These pictures are explicit, so they’re blurred.
              <Button onClick={() => askForAdult(() => undefined)}>
                <Icon name="eye" />
                Show pictures
              </Button>
            </p>
          )}
          <Notes advice={advice} />
          <div className={head.actions}>
            <StartButton className={head.start} start={start} />
            {start.existing !== null && (
              <BeginButton start={start} tone="plain" size="lg">
                Start a new story
              </BeginButton>
            )}
            <LoveButton opinion={opinion} />
            {own && !display.public ? (
              <Suspense fallback={null}>
                <UnlistedShare id={scenario.id} title={title} />
              </Suspense>
            ) : (
              <Share title={title} path={paths.scenario(scenario.id)} />
            )}
            {own && (
              <LinkButton size="lg" href={paths.draft(scenario.id)}>
                <Icon name="edit" />
                Edit
              </LinkButton>
            )}
            <StartNote start={start} />
          </div>
          <EngagementStats scenario={scenario} opinion={opinion} />
        </div>
      </div>
    </header>
  );
}
