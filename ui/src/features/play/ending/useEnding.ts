import { useState } from "react";
import { useMedia } from "../../../lib/media";
import { useEnded } from "../PlayContext";

/** Where a panel that stays beside the text would take half of the screen from it. */
const SMALL = "(width < 768px) or (height < 620px)";

/** Whether the story has ended where the reader is, and how its end is announced. */
export interface EndingState {
  ended: boolean;
  /** Somebody could write here before it ended: its end is announced to them. */
  came: boolean;
  /** The end follows the last line and scrolls with the text, instead of standing in the place of the composer. */
  flows: boolean;
}

/** Whether the story has ended where the reader is, and how its end is announced. */
export function useEnding(): EndingState {
  const ended = useEnded();
  const flows = useMedia(SMALL);
  const [came, setCame] = useState(!ended);
  if (!ended && !came) setCame(true);
  return { ended, came, flows };
}
