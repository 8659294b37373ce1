import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { first, type Head, type PageContext, pageHead, usePage } from "../../api/page";
import { type ApiList, useApi, useApiList } from "../../api/query";
import { reads } from "../../api/reads";
import type { Page } from "../../api/types";
import { Button, IconButton, LinkButton } from "../../design/Button";
import { Icon } from "../../design/Icon";
import { Pagination } from "../../design/Pagination";
import { Skeleton } from "../../design/Skeleton";
import { EmptyState, ErrorState } from "../../design/States";
import { VisuallyHidden } from "../../design/VisuallyHidden";
import { navigate } from "../../lib/navigation";
import { paths } from "../../lib/paths";
import { expand } from "../../lib/uri-template";
import { refreshLists } from "./cache";
import { calls } from "./calls";
import { Confirm, FolderDialog, MoveFolder, MoveStory, RenameStory } from "./dialogs";
import { Folders } from "./Folders";
import { ImportDialog } from "./ImportDialog";
import { Menu, type MenuItem } from "./Menu";
import { EXPORTS, folderTree, type PlacedFolder, SORTS, type Sort, sortOf, USUAL_SORT } from "./rules";
import { StoryRow } from "./StoryRow";
import { type Shelf, useShelf } from "./useShelf";
import type { Folder, Folders as FolderList, Story } from "./wire";

export function head(ctx: PageContext): Head {
  return pageHead({
    title: first(ctx, "view") === "trash" ? "Trash" : "Your stories",
    description: "Everything you play, where you left it.",
    canonical: paths.stories,
    robots: "noindex,nofollow",
  });
}

/** Which stories are on screen. */
interface View {
  words: string;
  sort: Sort;
  folder: string | null;
  trash: boolean;
}

function viewOf(ctx: PageContext): View {
  return {
    words: first(ctx, "search") ?? "",
    sort: sortOf(first(ctx, "sort")),
    folder: first(ctx, "folder") ?? null,
    trash: first(ctx, "view") === "trash",
  };
}

const pathOf = ({ words, sort, folder, trash }: View, cursor?: string) =>
  paths.storyList({
    search: words,
    sort: sort === USUAL_SORT ? undefined : sort,
    folder: folder ?? undefined,
    view: trash ? "trash" : undefined,
    cursor,
  });

/** What is being asked. */
type Asking =
  | { what: "import" }
  | { what: "rename" | "move" | "delete"; story: Story }
  | { what: "new folder"; parentId: string | null }
  | { what: "rename folder" | "move folder" | "delete folder"; folder: Folder };

/** Spec 2.1: the reader's stories, in folders, with what was thrown away for as long as it can be fetched back. */
export default function StoriesPage() {
  const page = usePage();
  const client = useQueryClient();
  const view = viewOf(page);
  const shelf = useShelf();
  const [asking, setAsking] = useState<Asking | null>(null);
  const folders = useApi<FolderList>(page.uri(reads.folders));
  const tree = folderTree(folders.state === "ready" ? folders.data.folders : []);
  const uri = page.uri(view.trash ? reads.storyTrash : reads.stories);
  const list = useApiList<Story>(uri, (cursor) =>
    view.trash
      ? expand(reads.storyTrash, { cursor })
      : expand(reads.stories, {
          sort: first(page, "sort"),
          directoryId: view.folder,
          q: view.words,
          cursor,
        }),
  );
  const current = tree.find(({ folder }) => folder.id === view.folder);
  const close = () => setAsking(null);

  const drop = (storyId: string, folder: { id: string; name: string } | null) => {
    const story = list.items.find(({ id }) => id === storyId);
    if (story !== undefined) shelf.move(story, folder, view.folder !== null);
  };

  return (
    <div className="wrap stories">
      <header className="stories-head">
        <h1 className="page-title stories-heading">Your stories</h1>
        <ShelfSearch view={view} />
        <div className="stories-actions">
          <Button onClick={() => setAsking({ what: "import" })}>
            <Icon name="upload" />
            <span className="btn-words">Import</span>
          </Button>
          <LinkButton href={paths.search()}>
            <Icon name="plus" />
            <span className="btn-words">New story</span>
          </LinkButton>
        </div>
      </header>
      <div className="stories-columns">
        <Folders
          tree={tree}
          current={view.trash ? "trash" : (view.folder ?? (view.words === "" ? "all" : null))}
          onNew={() => setAsking({ what: "new folder", parentId: null })}
          onDrop={drop}
        />
        <section className="stories-main" aria-labelledby="shelf">
          <ShelfHead view={view} place={current} onAsk={setAsking} />
          <ShelfList view={view} list={list} tree={tree} shelf={shelf} onAsk={setAsking} />
        </section>
      </div>
      <NoticeBar shelf={shelf} place={pathOf(view)} />
      {asking !== null && (
        <Questions
          asking={asking}
          shelf={shelf}
          inFolder={view.folder !== null}
          onImported={() => void refreshLists(client)}
          onClose={close}
        />
      )}
    </div>
  );
}

function ShelfSearch({ view: { words, sort } }: { view: View }) {
  return (
    <search className="stories-search">
      <form className="searchbox" action={paths.stories} key={words}>
        <Icon name="search" />
        <input
          type="search"
          name="search"
          defaultValue={words}
          aria-label="Search your stories"
          placeholder="A title, a name, a line…"
          maxLength={120}
          autoComplete="off"
          enterKeyHint="search"
          dir="auto"
        />
        {sort !== USUAL_SORT && <input type="hidden" name="sort" value={sort} />}
        <Button type="submit">Search</Button>
      </form>
    </search>
  );
}

interface ShelfHeadProps {
  view: View;
  place: PlacedFolder | undefined;
  onAsk: (asking: Asking) => void;
}

function titleOf({ words, folder, trash }: View, place: PlacedFolder | undefined): string {
  if (trash) return "Trash";
  if (words !== "") return `“${words}”`;
  if (folder !== null) return place?.folder.name ?? "Folder";
  return "All stories";
}

function ShelfHead({ view, place, onAsk }: ShelfHeadProps) {
  const above = place?.trail.slice(0, -1) ?? [];
  return (
    <div className="shelf-head">
      <div className="shelf-titles">
        {above.length > 0 && (
          <p className="shelf-trail" dir="auto">
            {above.join(" / ")}
          </p>
        )}
        <h2 className="shelf-title" id="shelf" dir="auto">
          {titleOf(view, place)}
        </h2>
      </div>
      {place !== undefined && (
        <Menu label={`More about the folder ${place.folder.name}`} items={folderItems(place, onAsk)} />
      )}
      {!view.trash && (
        <label className="shelf-sort">
          <span className="sr-only">Order</span>
          <select
            className="field select"
            value={view.sort}
            onChange={(event) =>
              navigate(pathOf({ ...view, sort: sortOf(event.target.value) }), { keepScroll: true })
            }
          >
            {SORTS.map(({ sort, label }) => (
              <option key={sort} value={sort}>
                {label}
              </option>
            ))}
          </select>
        </label>
      )}
    </div>
  );
}

function folderItems({ folder }: PlacedFolder, onAsk: (asking: Asking) => void): MenuItem[] {
  return [
    { label: "Rename", icon: "edit", onChoose: () => onAsk({ what: "rename folder", folder }) },
    {
      label: "New folder inside",
      icon: "plus",
      onChoose: () => onAsk({ what: "new folder", parentId: folder.id }),
    },
    { label: "Move", icon: "folder", onChoose: () => onAsk({ what: "move folder", folder }) },
    {
      label: "Delete the folder",
      icon: "trash",
      apart: true,
      danger: true,
      onChoose: () => onAsk({ what: "delete folder", folder }),
    },
  ];
}

interface ShelfListProps {
  view: View;
  list: ApiList<Story, Page<Story>>;
  tree: readonly PlacedFolder[];
  shelf: Shelf;
  onAsk: (asking: Asking) => void;
}

/** Rows whose pictures are in the first view. */
const EAGER = 4;

function ShelfList({ view, list, tree, shelf, onAsk }: ShelfListProps) {
  const { prefs } = usePage();
  if (list.state === "loading") return <ShelfSkeleton />;
  if (list.state === "failed") {
    return (
      <ErrorState title="Your stories did not arrive" onRetry={list.retry}>
        {list.error?.message ?? "Try again in a moment."} They are safe.
      </ErrorState>
    );
  }
  if (list.items.length === 0) return <Nothing view={view} />;
  const names = new Map(tree.map(({ folder }) => [folder.id, folder.name]));
  return (
    <>
      {view.trash && (
        <p className="shelf-note">
          What lies here can be fetched back for 30 days. Then it is gone for good.
        </p>
      )}
      <ul className="story-list" aria-label={titleOf(view, undefined)}>
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
            veiled={(story.scenario?.explicit ?? false) && !prefs.showNSFW}
            items={view.trash ? trashItems(story, shelf, onAsk) : storyItems(story, shelf, onAsk)}
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

function storyItems(story: Story, shelf: Shelf, onAsk: (asking: Asking) => void): MenuItem[] {
  return [
    { label: story.pinned ? "Unpin" : "Pin to the top", icon: "pin", onChoose: () => shelf.pin(story) },
    { label: "Rename", icon: "edit", onChoose: () => onAsk({ what: "rename", story }) },
    { label: "Move to…", icon: "folder", onChoose: () => onAsk({ what: "move", story }) },
    ...EXPORTS.map(({ format, label }, index) => ({
      label,
      icon: "download" as const,
      apart: index === 0,
      onChoose: () => shelf.take(story, format),
    })),
    {
      label: "Move to trash",
      icon: "trash",
      apart: true,
      danger: true,
      onChoose: () => shelf.toTrash(story),
    },
  ];
}

function trashItems(story: Story, shelf: Shelf, onAsk: (asking: Asking) => void): MenuItem[] {
  return [
    { label: "Restore", icon: "undo", onChoose: () => shelf.restore(story) },
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
      <EmptyState title="Nothing was thrown away" icon="trash">
        Stories you delete wait here for 30 days before they are gone.
      </EmptyState>
    );
  }
  if (view.words !== "") {
    return (
      <EmptyState
        title="No story has these words"
        icon="search"
        action={<LinkButton href={paths.stories}>See all stories</LinkButton>}
      >
        Titles, characters and every line of your stories were looked through.
      </EmptyState>
    );
  }
  if (view.folder !== null) {
    return (
      <EmptyState
        title="Nothing in here yet"
        icon="folder"
        action={<LinkButton href={paths.stories}>See all stories</LinkButton>}
      >
        Open the menu of a story and choose “Move to…”, or drag it onto the folder.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="The first page is still empty"
      icon="book"
      action={
        <LinkButton tone="gold" size="lg" href={paths.search()}>
          Find a first story
        </LinkButton>
      }
    >
      Choose a scenario, press Start, and it will wait for you here whenever you come back.
    </EmptyState>
  );
}

const SKELETONS = [0, 1, 2, 3, 4];

function ShelfSkeleton() {
  return (
    <div className="story-list" role="status">
      <VisuallyHidden>Loading your stories</VisuallyHidden>
      {SKELETONS.map((each) => (
        <div className="story-row" key={each}>
          <Skeleton className="poster story-picture" />
          <div className="story-words">
            <Skeleton className="skeleton-title" />
            <Skeleton className="skeleton-lines" />
          </div>
        </div>
      ))}
    </div>
  );
}

/** How long a notice stays, in milliseconds. What it undoes can be undone in other ways, too. */
const NOTICE_MS = 20_000;

/** The last thing that was done, above the lower edge, with the way back. */
function NoticeBar({ shelf: { notice, hush }, place }: { shelf: Shelf; place: string }): ReactNode {
  const close = useRef(hush);
  useEffect(() => {
    close.current = hush;
  });
  // Another view is another matter.
  const shownAt = useRef(place);
  useEffect(() => {
    if (shownAt.current === place) return;
    shownAt.current = place;
    close.current();
  }, [place]);
  const key = notice?.key;
  useEffect(() => {
    if (key === undefined) return;
    const timer = setTimeout(() => close.current(), NOTICE_MS);
    return () => clearTimeout(timer);
  }, [key]);
  return (
    <div className="notice-bar" role="status">
      {notice !== null && (
        <p key={notice.key} className={notice.failed ? "notice is-failed" : "notice"}>
          <Icon name={notice.failed ? "warning" : "check"} />
          <span dir="auto">{notice.text}</span>
          {notice.undo !== null && (
            <button type="button" className="text-link notice-undo" onClick={notice.undo}>
              Undo
            </button>
          )}
          <IconButton label="Close" onClick={hush}>
            <Icon name="close" />
          </IconButton>
        </p>
      )}
    </div>
  );
}

interface QuestionsProps {
  asking: Asking;
  shelf: Shelf;
  inFolder: boolean;
  onImported: () => void;
  onClose: () => void;
}

function Questions({ asking, shelf, inFolder, onImported, onClose }: QuestionsProps) {
  const client = useQueryClient();
  switch (asking.what) {
    case "import":
      return <ImportDialog onImported={onImported} onClose={onClose} />;
    case "rename":
      return (
        <RenameStory
          story={asking.story}
          onRename={(title) => shelf.rename(asking.story, title)}
          onClose={onClose}
        />
      );
    case "move":
      return (
        <MoveStory
          story={asking.story}
          onMove={(folder) => shelf.move(asking.story, folder, inFolder)}
          onClose={onClose}
        />
      );
    case "delete":
      return (
        <Confirm
          title="Delete it for good?"
          action="Delete for good"
          busyAction="Deleting…"
          run={() => shelf.deleteForGood(asking.story)}
          onClose={onClose}
        >
          “{asking.story.title}” and every line of it will be gone. This cannot be undone.
        </Confirm>
      );
    case "new folder":
      return (
        <FolderDialog
          folder={null}
          parentId={asking.parentId}
          onDone={(folder) => {
            onClose();
            shelf.say(`The folder “${folder.name}” is ready.`);
          }}
          onClose={onClose}
        />
      );
    case "rename folder":
      return (
        <FolderDialog
          folder={asking.folder}
          parentId={asking.folder.parentId}
          onDone={(folder) => {
            onClose();
            shelf.say(`The folder is called “${folder.name}” now.`);
          }}
          onClose={onClose}
        />
      );
    case "move folder":
      return (
        <MoveFolder
          folder={asking.folder}
          onDone={(folder) => {
            onClose();
            shelf.say(`The folder “${folder.name}” has moved.`);
          }}
          onClose={onClose}
        />
      );
    case "delete folder":
      return (
        <Confirm
          title="Delete the folder?"
          action="Delete the folder"
          busyAction="Deleting…"
          run={async () => {
            await calls.deleteFolder(asking.folder);
            navigate(paths.stories);
            await refreshLists(client);
            onClose();
            shelf.say(`The folder “${asking.folder.name}” is gone; its stories are not.`);
          }}
          onClose={onClose}
        >
          Only “{asking.folder.name}” goes. The stories and folders in it move up to where it stands now.
        </Confirm>
      );
  }
}
