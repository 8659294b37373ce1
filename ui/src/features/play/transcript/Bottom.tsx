import { Button } from "../../../design/Button";
import { Icon } from "../../../design/Icon";
import { cx } from "../../../lib/classes";
import { Ending } from "../ending/Ending";
import { usePlay, usePlayState, useTurn } from "../PlayContext";
import s from "./Bottom.module.css";
import waiting from "./Waiting.module.css";

interface BottomProps {
  /** The story has ended with the last message; its end is shown here. */
  ending: { came: boolean } | null;
}

/** What stands below the last message: that somebody is about to speak, the way to newer ones, or the end. */
export function Bottom({ ending }: BottomProps) {
  const turn = useTurn();
  const newer = usePlayState("newer");
  const { story } = usePlay();
  if (newer === "failed") {
    return (
      <div className={waiting.older} role="status">
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
    <div className={s.bottom}>
      {ending !== null && <Ending came={ending.came} />}
      {drafting && (
        <p className={waiting.drafting}>
          <span className={waiting.draftingDots} aria-hidden="true" />
          {turn.adrift
            ? "Waiting for a connection. Your message is saved."
            : turn.id === null
              ? "Sending"
              : "Someone is about to reply"}
        </p>
      )}
      {turn !== null && turn.writing !== null && turn.adrift && (
        <p className={cx(waiting.drafting, waiting.adrift)}>
          <Icon name="offline" />
          Connection lost. The reply is still being written and will appear when you’re back online.
        </p>
      )}
    </div>
  );
}
