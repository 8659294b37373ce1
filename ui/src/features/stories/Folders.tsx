import { type DragEvent, useState } from "react";
import { Icon } from "../../design/Icon";
import { cx } from "../../lib/classes";
import { compact } from "../../lib/format";
import { paths } from "../../lib/paths";
import s from "./Folders.module.css";
import type { PlacedFolder } from "./folderTree";
import { STORY_TYPE } from "./StoryRow";

interface FoldersProps {
  tree: readonly PlacedFolder[];
  /** What is on screen: a folder's id, everything, the trash, or none of these. */
  current: string | "all" | "trash" | null;
  onNew: () => void;
  /** A story was dropped on a folder; null for none. */
  onDrop: (storyId: string, folder: { id: string; name: string } | null) => void;
}

/** The folders beside the list; on small screens a row above it. Stories can be dropped on them. */
export function Folders({ tree, current, onNew, onDrop }: FoldersProps) {
  return (
    <nav className={s.folders} aria-label="Folders">
      <ul className={s.list}>
        <Place href={paths.stories} icon="book" current={current === "all"} onDrop={(id) => onDrop(id, null)}>
          All stories
        </Place>
        {tree.map(({ folder, depth, trail }) => (
          <Place
            key={folder.id}
            href={paths.storyList({ folder: folder.id })}
            icon="folder"
            depth={depth}
            title={trail.join(" / ")}
            current={current === folder.id}
            count={folder.count}
            onDrop={(id) => onDrop(id, folder)}
          >
            {folder.name}
          </Place>
        ))}
        <li>
          <button type="button" className={cx(s.link, s.new)} onClick={onNew}>
            <Icon name="plus" />
            <span>New folder</span>
          </button>
        </li>
        <Place href={paths.storyList({ view: "trash" })} icon="trash" current={current === "trash"}>
          Trash
        </Place>
      </ul>
    </nav>
  );
}

interface PlaceProps {
  href: string;
  icon: "book" | "folder" | "trash";
  current: boolean;
  depth?: number;
  count?: number;
  title?: string;
  onDrop?: (storyId: string) => void;
  children: string;
}

function Place({ href, icon, current, depth = 0, count, title, onDrop, children }: PlaceProps) {
  const [over, setOver] = useState(false);
  const takes = (event: DragEvent) => {
    if (onDrop === undefined || !event.dataTransfer.types.includes(STORY_TYPE)) return;
    event.preventDefault();
    setOver(true);
  };
  return (
    <li data-depth={depth}>
      <a
        className={cx(s.link, over && s.over)}
        href={href}
        title={title}
        aria-current={current ? "page" : undefined}
        onDragEnter={takes}
        onDragOver={takes}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          setOver(false);
          const id = event.dataTransfer.getData(STORY_TYPE);
          if (id === "" || onDrop === undefined) return;
          event.preventDefault();
          onDrop(id);
        }}
      >
        <Icon name={icon} />
        <span className={s.name} dir="auto">
          {children}
        </span>
        {count !== undefined && count > 0 && <span className={cx("numbers", s.count)}>{compact(count)}</span>}
      </a>
    </li>
  );
}
