import { Icon } from "../../design/Icon";
import { ItemMenu, type MenuItem } from "../../design/ItemMenu";
import { VisuallyHidden } from "../../design/VisuallyHidden";
import { cx } from "../../lib/classes";
import { longDate } from "../../lib/dates";
import { plural } from "../../lib/format";
import { paths } from "../../lib/paths";
import { daysUntil, relativeTime } from "../../lib/relative";
import { useNow } from "../../lib/useNow";
import { Fact } from "./Fact";
import { type Sort, shownTime } from "./listOrder";
import { previewText } from "./preview";
import { castLine, marked } from "./rowText";
import shared from "./Story.module.css";
import { StoryPicture } from "./StoryPicture";
import { storyPath } from "./storyPath";
import type { Story } from "./types";

const PREVIEW_CHARACTERS = 220;

/** What a dragged story travels as. */
export const STORY_TYPE = "application/x-dramatis-story";

interface StoryRowProps {
  story: Story;
  sort: Sort;
  /** The words that were searched for. */
  words: string;
  /** Name of the folder it lies in, where the list shows several. */
  folder: string | null;
  /** An explicit picture that this reader has not asked to see. */
  blurred: boolean;
  items: readonly MenuItem[];
  eager: boolean;
}

/** One story of the list: picture, title, whom it is with, where it stands, and what can be done with it. */
export function StoryRow({ story, sort, words, folder, blurred, items, eager }: StoryRowProps) {
  const inTrash = story.deletedOn !== null;
  const match = words === "" ? null : (story.match ?? null);
  const href = storyPath(story);
  return (
    <li
      className={cx(shared.row, inTrash && shared.trashed)}
      draggable={!inTrash}
      onDragStart={(event) => {
        event.dataTransfer.setData(STORY_TYPE, story.id);
        event.dataTransfer.effectAllowed = "move";
      }}
    >
      <StoryPicture story={story} blurred={blurred} eager={eager} />
      <div className={shared.words}>
        <h3 className={shared.title} dir="auto">
          {inTrash ? (
            story.title
          ) : (
            <a className={shared.link} href={href} draggable={false}>
              {story.title}
            </a>
          )}
        </h3>
        {story.characters.length > 0 && (
          <p className={shared.cast} dir="auto">
            with {castLine(story.characters)}
          </p>
        )}
        {match === null ? (
          story.preview !== "" && (
            <p className={shared.preview} dir="auto">
              {previewText(story.preview, PREVIEW_CHARACTERS)}
            </p>
          )
        ) : (
          <Match href={href + paths.messageHash(match.messageId)} snippet={match.snippet} words={words} />
        )}
        <p className={shared.facts}>
          {story.pinned && !inTrash && <Fact icon="pin">Pinned</Fact>}
          {inTrash ? <Leaving story={story} /> : <When story={story} sort={sort} />}
          <Fact>{plural(story.messageCount, "message")}</Fact>
          {folder !== null && <Fact icon="folder">{folder}</Fact>}
          {story.ephemeral && <Fact icon="clock">Temporary</Fact>}
          {story.scenario?.deleted === true && <Fact>{story.scenario.displayName}</Fact>}
          {story.scenario?.withdrawn === true && <Fact>Scenario withdrawn by its author</Fact>}
        </p>
      </div>
      <ItemMenu label={`Options for ${story.title}`} items={items} />
    </li>
  );
}

function When({ story, sort }: { story: Story; sort: Sort }) {
  const now = useNow();
  const { when, verb } = shownTime(story, sort);
  const words = now === null ? longDate(when) : relativeTime(when, now);
  return (
    <Fact>
      {verb !== "" && `${verb} `}
      <time dateTime={when} title={longDate(when)}>
        {words}
      </time>
    </Fact>
  );
}

function Leaving({ story: { purgeOn } }: { story: Story }) {
  const now = useNow();
  if (purgeOn === null) return null;
  const days = now === null ? null : daysUntil(purgeOn, now);
  return (
    <Fact icon="clock">
      <time dateTime={purgeOn} title={longDate(purgeOn)}>
        {days === null
          ? `Kept until ${longDate(purgeOn)}`
          : days === 0
            ? "Last day"
            : `${plural(days, "day")} left`}
      </time>
    </Fact>
  );
}

function Match({ href, snippet, words }: { href: string; snippet: string; words: string }) {
  return (
    <p className={cx(shared.preview, shared.match)} dir="auto">
      <a href={href}>
        <Icon name="message" />
        <VisuallyHidden>Found in a message: </VisuallyHidden>
        <span>
          {marked(snippet, words).map(({ text, hit }, index) =>
            // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a constant text never change places.
            hit ? <mark key={index}>{text}</mark> : <span key={index}>{text}</span>,
          )}
        </span>
      </a>
    </p>
  );
}
