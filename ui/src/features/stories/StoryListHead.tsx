import { Button } from "../../design/Button";
import { Icon } from "../../design/Icon";
import { ItemMenu, type MenuItem } from "../../design/ItemMenu";
import searchBox from "../../design/SearchBox.module.css";
import { navigate } from "../../lib/navigation";
import { paths } from "../../lib/paths";
import type { Asking } from "./ConfirmDialogs";
import type { PlacedFolder } from "./folderTree";
import { SORTS, sortOf, USUAL_SORT } from "./listOrder";
import s from "./StoryListHead.module.css";
import { pathOf, titleOf, type View } from "./view";

/** Looks through titles, names and lines; a form, so that it works before the app is there. */
export function StoryListSearch({ view: { words, sort } }: { view: View }) {
  return (
    <search className={s.search}>
      <form className={searchBox.box} action={paths.stories} key={words}>
        <Icon name="search" />
        <input
          type="search"
          name="search"
          defaultValue={words}
          aria-label="Search your stories"
          placeholder="Title, character or text…"
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

interface StoryListHeadProps {
  view: View;
  place: PlacedFolder | undefined;
  onAsk: (asking: Asking) => void;
}

/** What is on screen, what can be done with its folder, and in which order it stands. */
export function StoryListHead({ view, place, onAsk }: StoryListHeadProps) {
  const above = place?.trail.slice(0, -1) ?? [];
  return (
    <div className={s.head}>
      <div className={s.titles}>
        {above.length > 0 && (
          <p className={s.trail} dir="auto">
            {above.join(" / ")}
          </p>
        )}
        <h2 className={s.title} id="story-list" dir="auto">
          {titleOf(view, place)}
        </h2>
      </div>
      {place !== undefined && (
        <ItemMenu label={`Options for the folder ${place.folder.name}`} items={folderItems(place, onAsk)} />
      )}
      {!view.trash && (
        <label className={s.sort}>
          <span className="sr-only">Sort by</span>
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
      label: "Delete folder",
      icon: "trash",
      apart: true,
      danger: true,
      onChoose: () => onAsk({ what: "delete folder", folder }),
    },
  ];
}
