import { Icon } from "../../../design/Icon";
import { isWithin, PARTS, type PartId } from "../model/parts";
import { Actors } from "../parts/Actors";
import { Basics } from "../parts/Basics";
import { Images } from "../parts/Images";
import { Lore } from "../parts/Lore";
import { Openings } from "../parts/Openings";
import { PlayerRolePart } from "../parts/PlayerRolePart";
import { Publishing } from "../parts/Publishing";
import { Reader } from "../parts/Reader";
import { Setting } from "../parts/Setting";
import { placePath, useEditor } from "./EditorContext";
import s from "./Part.module.css";

/** The part that is open, and the way to the next one. */
export function Part() {
  const { place, id } = useEditor();
  const next = PARTS[PARTS.findIndex((part) => part.id === place.part) + 1];
  return (
    <>
      <PartBody part={place.part} />
      {next !== undefined && !isWithin(place) && (
        <a className={s.next} href={placePath(id, { part: next.id, item: null })}>
          <span>
            Next: <b>{next.label}</b>
          </span>
          <Icon name="arrow" />
        </a>
      )}
    </>
  );
}

function PartBody({ part }: { part: PartId }) {
  switch (part) {
    case "basics":
      return <Basics />;
    case "setting":
      return <Setting />;
    case "actors":
      return <Actors />;
    case "openings":
      return <Openings />;
    case "player":
      return <PlayerRolePart />;
    case "lore":
      return <Lore />;
    case "images":
      return <Images />;
    case "preview":
      return <Reader />;
    case "publish":
      return <Publishing />;
  }
}
