import { cx } from "../../../lib/classes";
import { castOf } from "../model/cast";
import { useChat, usePlay } from "../PlayContext";
import s from "./SceneNote.module.css";
import { useAway } from "./scene";

/** Beside the composer while somebody is absent, as a reminder of who does not hear what is said. */
export function SceneNote() {
  const { chatID, story } = usePlay();
  const cast = castOf(useChat());
  const away = useAway(chatID);
  const out = cast.filter(({ id }) => away.has(id));
  const [first] = out;
  if (first === undefined) return null;
  const who =
    out.length === cast.length ? "Nobody" : out.length === 1 ? first.name : `${out.length} of the cast`;
  return (
    <button
      type="button"
      className={cx("text-link", s.sceneNote)}
      onClick={() => story.openPanel({ name: "characters" })}
    >
      <span dir="auto">{who}</span> {out.length === cast.length ? "hears" : "won’t hear"} this
    </button>
  );
}
