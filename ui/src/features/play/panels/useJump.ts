import { failedConnection } from "../../../api/errors";
import { BESIDE } from "../contracts";
import { usePlay } from "../PlayContext";

/** Whether a panel stands beside the story; otherwise it lies over it. */
export const standsBeside = () => matchMedia(BESIDE).matches;

/** Leads to a place of the story; a panel that would cover it closes. A failure is shown where the story shows its own. */
export function useJump(): (go: () => Promise<void>) => void {
  const { story } = usePlay();
  return (go) => {
    if (!standsBeside()) story.closePanel();
    go().catch((cause: unknown) => story.showTrouble(story.troubleOf(failedConnection(cause), null)));
  };
}
