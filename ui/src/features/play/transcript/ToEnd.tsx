import { Icon } from "../../../design/Icon";
import { VisuallyHidden } from "../../../design/VisuallyHidden";
import { usePlay, usePlayState } from "../PlayContext";
import s from "./Transcript.module.css";
import type { End } from "./useEnd";

/** The way back to the end of the story, for readers who are not there. */
export function ToEnd({ end: { away, missed, stick } }: { end: End }) {
  const { story, announce } = usePlay();
  const newer = usePlayState("newer");
  if (!away && newer === "end") return null;
  return (
    <button
      type="button"
      className={s.toEnd}
      data-new={missed || undefined}
      onClick={() => {
        stick();
        void story.toHead();
        announce("At the end of the story");
      }}
    >
      <Icon name="toEnd" />
      <span>{missed ? "New below" : "To the end"}</span>
      <VisuallyHidden>of the story</VisuallyHidden>
    </button>
  );
}
