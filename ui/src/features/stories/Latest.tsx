import { usePage } from "../../api/page";
import { useSession } from "../../api/session";
import { LinkButton } from "../../design/Button";
import { longDate } from "../../lib/dates";
import { plural } from "../../lib/format";
import { paths } from "../../lib/paths";
import { excerpt } from "../../lib/prose";
import { relativeTime } from "../../lib/relative";
import { useNow } from "../../lib/useNow";
import { previewText } from "./preview";
import shared from "./Story.module.css";
import { StoryPicture } from "./StoryPicture";
import { storyPath } from "./storyPath";
import type { Story } from "./types";

const PREVIEW_CHARACTERS = 120;

/** A few stories side by side, each leading back to where it was left. */
export function LatestStories({ stories }: { stories: readonly Story[] }) {
  const { prefs } = usePage();
  const { viewer } = useSession();
  const now = useNow();
  if (stories.length === 0) return null;
  return (
    <section aria-labelledby="latest">
      <div className="row-head">
        <h2 className="row-title" id="latest">
          Where you left off
        </h2>
        {/* Guests have no list. */}
        {viewer !== null && (
          <a className="more-link" href={paths.stories}>
            All stories
          </a>
        )}
      </div>
      <ul className={shared.latestList}>
        {stories.map((story) => {
          const when = story.lastMessageOn;
          return (
            <li key={story.id} className={shared.latest}>
              <StoryPicture
                story={story}
                blurred={(story.scenario?.explicit ?? false) && !prefs.showNSFW}
                eager={false}
              />
              <div className={shared.latestWords}>
                <h3 className={shared.latestTitle} dir="auto">
                  <a className={shared.link} href={storyPath(story)}>
                    {story.title}
                  </a>
                </h3>
                <p className={shared.preview} dir="auto">
                  {previewText(story.preview, PREVIEW_CHARACTERS)}
                </p>
                <p className={shared.facts}>
                  <time dateTime={when} title={longDate(when)}>
                    {now === null ? longDate(when) : relativeTime(when, now)}
                  </time>
                  <span>{plural(story.messageCount, "message")}</span>
                  {story.scenario?.deleted === true && <span>{story.scenario.displayName}</span>}
                  {story.scenario?.withdrawn === true && <span>Scenario withdrawn by its author</span>}
                </p>
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** The way back into the story that was played last, for who has just come in. */
export function ContinueStory({ story }: { story: Story }) {
  return (
    <LinkButton tone="accent" size="lg" href={storyPath(story)}>
      Continue “{excerpt(story.title, 40)}”
    </LinkButton>
  );
}
