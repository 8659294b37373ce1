import type { ApiList } from "../../api/list";
import { usePage } from "../../api/page";
import { useSession } from "../../api/session";
import type { Page } from "../../api/types";
import { LinkButton } from "../../design/Button";
import { EmptyState, ErrorState } from "../../design/EmptyStates";
import type { MenuItem } from "../../design/ItemMenu";
import { Pagination } from "../../design/Pagination";
import { Skeleton } from "../../design/Skeleton";
import { VisuallyHidden } from "../../design/VisuallyHidden";
import { cx } from "../../lib/classes";
import { paths } from "../../lib/paths";
import type { Asking } from "./ConfirmDialogs";
import { EXPORTS } from "./exports";
import type { PlacedFolder } from "./folderTree";
import shared from "./Story.module.css";
import s from "./StoryListRows.module.css";
import { StoryRow } from "./StoryRow";
import type { Story } from "./types";
import type { StoryList } from "./useStoryList";
import { pathOf, titleOf, type View } from "./view";

interface StoryListRowsProps {
  view: View;
  list: ApiList<Page<Story>>;
  tree: readonly PlacedFolder[];
  stories: StoryList;
  onAsk: (asking: Asking) => void;
}

/** Rows whose pictures are in the first view. */
const EAGER = 4;

/** The stories of a view, or why there are none. */
export function StoryListRows({ view, list, tree, stories, onAsk }: StoryListRowsProps) {
  const { prefs } = usePage();
  const session = useSession();
  if (list.state === "loading") return <StoryListSkeleton />;
  if (list.state === "failed") {
    return (
      <ErrorState title="Couldn’t load your stories" onRetry={list.retry}>
        {session.state === "signedOut"
          ? "User not logged in"
          : `${list.error?.message ?? "Try again in a moment."} Nothing is lost.`}
      </ErrorState>
    );
  }
  if (list.items.length === 0) return <Nothing view={view} />;
  const names = new Map(tree.map(({ folder }) => [folder.id, folder.name]));
  return (
    <>
      {view.trash && (
        <p className={s.note}>You can restore these for 30 days. After that they’re gone for good.</p>
      )}
      <ul className={s.list} aria-label={titleOf(view, undefined)}>
        {list.items.map((story, index) => (
          <StoryRow
            key={story.id}
            story={story}
            sort={view.sort}
            words={view.words}
            folder={
              view.folder === null && story.directoryId !== null
                ? (names.get(story.directoryId) ?? null)
                : null
            }
            blurred={(story.scenario?.explicit ?? false) && !prefs.showNSFW}
            items={view.trash ? trashItems(story, stories, onAsk) : storyItems(story, stories, onAsk)}
            eager={index < EAGER}
          />
        ))}
      </ul>
      <Pagination
        nextHref={pathOf(view, list.nextCursor ?? undefined)}
        state={list.more}
        onMore={list.loadMore}
        noun="stories"
      />
    </>
  );
}

function storyItems(story: Story, stories: StoryList, onAsk: (asking: Asking) => void): MenuItem[] {
  return [
    { label: story.pinned ? "Unpin" : "Pin to the top", icon: "pin", onChoose: () => stories.pin(story) },
    { label: "Rename", icon: "edit", onChoose: () => onAsk({ what: "rename", story }) },
    { label: "Move to…", icon: "folder", onChoose: () => onAsk({ what: "move", story }) },
    ...EXPORTS.map(({ format, label }, index) => ({
      label,
      icon: "download" as const,
      apart: index === 0,
      onChoose: () => stories.take(story, format),
    })),
    {
      label: "Move to trash",
      icon: "trash",
      apart: true,
      danger: true,
      onChoose: () => stories.toTrash(story),
    },
  ];
}

function trashItems(story: Story, stories: StoryList, onAsk: (asking: Asking) => void): MenuItem[] {
  return [
    { label: "Restore", icon: "undo", onChoose: () => stories.restore(story) },
    {
      label: "Delete for good",
      icon: "trash",
      apart: true,
      danger: true,
      onChoose: () => onAsk({ what: "delete", story }),
    },
  ];
}

function Nothing({ view }: { view: View }) {
  if (view.trash) {
    return (
      <EmptyState title="The trash is empty" icon="trash">
        Stories you delete stay here for 30 days before they’re gone for good.
      </EmptyState>
    );
  }
  if (view.words !== "") {
    return (
      <EmptyState
        title="No matching stories"
        icon="search"
        action={<LinkButton href={paths.stories}>See all stories</LinkButton>}
      >
        We looked in titles, characters and every message of your stories.
      </EmptyState>
    );
  }
  if (view.folder !== null) {
    return (
      <EmptyState
        title="This folder is empty"
        icon="folder"
        action={<LinkButton href={paths.stories}>See all stories</LinkButton>}
      >
        Choose “Move to…” in a story’s menu, or drag a story onto the folder.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No stories yet"
      icon="book"
      action={
        <LinkButton tone="accent" size="lg" href={paths.search()}>
          Find your first story
        </LinkButton>
      }
    >
      Choose a scenario and press Start. Your story will be saved here.
    </EmptyState>
  );
}

const SKELETONS = [0, 1, 2, 3, 4];

function StoryListSkeleton() {
  return (
    <div className={s.list} role="status">
      <VisuallyHidden>Loading your stories</VisuallyHidden>
      {SKELETONS.map((each) => (
        <div className={shared.row} key={each}>
          <Skeleton className={cx("poster", shared.picture)} />
          <div className={shared.words}>
            <Skeleton className="skeleton-title" />
            <Skeleton className={s.lines} />
          </div>
        </div>
      ))}
    </div>
  );
}
