import { useState } from "react";
import { readUri } from "../../api/address";
import { useApiList } from "../../api/list";
import { first, type Head, type PageContext, pageHead, usePage } from "../../api/page";
import { useApi } from "../../api/query";
import { reads } from "../../api/reads";
import { Button, LinkButton } from "../../design/Button";
import { Icon } from "../../design/Icon";
import { NoticeBar } from "../../design/NoticeBar";
import { cx } from "../../lib/classes";
import { paths } from "../../lib/paths";
import { type Asking, ConfirmDialogs } from "./ConfirmDialogs";
import { Folders } from "./Folders";
import { folderTree } from "./folderTree";
import s from "./StoriesPage.module.css";
import { StoryListHead, StoryListSearch } from "./StoryListHead";
import { StoryListRows } from "./StoryListRows";
import { useStoryList } from "./useStoryList";
import { pathOf, viewOf } from "./view";

export function head(ctx: PageContext): Head {
  return pageHead({
    title: first(ctx, "view") === "trash" ? "Trash" : "Your stories",
    description: "All your stories, right where you left them.",
    canonical: paths.stories,
    robots: "noindex,nofollow",
  });
}

/** Spec 2.1: the reader's stories, in folders, with what was thrown away for as long as it can be fetched back. */
export default function StoriesPage() {
  const page = usePage();
  const view = viewOf(page);
  const stories = useStoryList();
  const [asking, setAsking] = useState<Asking | null>(null);
  const folders = useApi(page.uri(reads.folders));
  const tree = folderTree(folders.state === "ready" ? folders.data.folders : []);
  const uri = page.uri(view.trash ? reads.storyTrash : reads.stories);
  const list = useApiList(uri, (cursor) =>
    view.trash
      ? readUri(reads.storyTrash, { cursor })
      : readUri(reads.stories, {
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
    if (story !== undefined) stories.move(story, folder, view.folder !== null);
  };

  return (
    <div className={cx("wrap", s.stories)}>
      <header className={s.head}>
        <h1 className={cx("page-title", s.title)}>Your stories</h1>
        <StoryListSearch view={view} />
        <div className={s.actions}>
          <Button onClick={() => setAsking({ what: "import" })}>
            <Icon name="upload" />
            <span className={s.words}>Import</span>
          </Button>
          <LinkButton href={paths.search()}>
            <Icon name="plus" />
            <span className={s.words}>New story</span>
          </LinkButton>
        </div>
      </header>
      <div className={s.columns}>
        <Folders
          tree={tree}
          current={view.trash ? "trash" : (view.folder ?? (view.words === "" ? "all" : null))}
          onNew={() => setAsking({ what: "new folder", parentId: null })}
          onDrop={drop}
        />
        <section aria-labelledby="story-list">
          <StoryListHead view={view} place={current} onAsk={setAsking} />
          <StoryListRows view={view} list={list} tree={tree} stories={stories} onAsk={setAsking} />
        </section>
      </div>
      <NoticeBar notices={stories} place={pathOf(view)} />
      {asking !== null && (
        <ConfirmDialogs asking={asking} stories={stories} inFolder={view.folder !== null} onClose={close} />
      )}
    </div>
  );
}
