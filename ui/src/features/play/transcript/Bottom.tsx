import { Button } from "../../../design/Button";
import { Icon } from "../../../design/Icon";
import { Ending } from "../ending/Ending";
import { usePlay, usePlayState, useTurn } from "../PlayContext";

interface BottomProps {
  /** The story has ended with the last message, and says so here. */
  ending: { came: boolean } | null;
}

/** What stands below the last message: that somebody is about to speak, the way to newer ones, or the end. */
export function Bottom({ ending }: BottomProps) {
  const turn = useTurn();
  const newer = usePlayState("newer");
  const { story } = usePlay();
  if (newer === "failed") {
    return (
      <div className="older" role="status">
        <span>Couldn’t load newer messages.</span>
        <Button tone="quiet" onClick={() => void story.loadNewer()}>
          <Icon name="refresh" />
          Try again
        </Button>
      </div>
    );
  }
  const drafting =
    turn !== null && turn.writing === null && turn.kind !== "impersonate" && turn.kind !== "rewrite";
  return (
    <div className="play-bottom">
      {ending !== null && <Ending came={ending.came} />}
      {drafting && (
        <p className="drafting">
          <span className="drafting-dots" aria-hidden="true" />
          {turn.adrift
            ? "Waiting for a connection. Your message is saved."
            : turn.id === null
              ? "Sending"
              : "Someone is about to reply"}
        </p>
      )}
      {turn !== null && turn.writing !== null && turn.adrift && (
        <p className="drafting drafting-adrift">
          <Icon name="offline" />
          Connection lost. The reply is still being written and will appear when you’re back online.
        </p>
      )}
    </div>
  );
}
