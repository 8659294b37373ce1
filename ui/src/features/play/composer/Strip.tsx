import { useEffect, useState } from "react";
import { Button, IconButton, LinkButton } from "../../../design/Button";
import { Icon } from "../../../design/Icon";
import { plural } from "../../../lib/format";
import { paths } from "../../../lib/paths";
import { usePlay, usePlayState } from "../PlayContext";
import { troubleWords } from "./words";

/** How long a deletion offers its undo here; the trash keeps it for 30 days. */
const UNDO_MS = 20_000;

/** The line above the field: what went wrong and the way on, or what was deleted and the way back. */
export function Strip() {
  const trouble = usePlayState("trouble");
  const removed = usePlayState("removed");
  const { chatID, story } = usePlay();
  const wait = useWait(trouble?.retryAt ?? null);

  useEffect(() => {
    if (removed === null) return;
    const timer = setTimeout(story.dismissRemoved, UNDO_MS);
    return () => clearTimeout(timer);
  }, [removed, story]);

  if (trouble !== null) {
    const { text, way } = troubleWords(trouble);
    const { again } = trouble;
    return (
      <div className="play-strip play-strip-trouble" role="alert">
        <Icon name={trouble.status === 0 ? "offline" : "warning"} />
        <p className="play-strip-words">
          {text}
          {wait > 0 && <span className="numbers"> Wait {plural(wait, "second")}.</span>}
        </p>
        {way === "wallet" && (
          <LinkButton href={paths.wallet} target="_blank">
            Your wallet
          </LinkButton>
        )}
        {way === "signup" && <LinkButton href={paths.signUpFirst(paths.story(chatID))}>Sign up</LinkButton>}
        {again !== null && (
          <Button
            disabled={wait > 0}
            onClick={() => {
              story.showTrouble(null);
              again();
            }}
          >
            Try again
          </Button>
        )}
        <IconButton label="Close" onClick={() => story.showTrouble(null)}>
          <Icon name="close" />
        </IconButton>
      </div>
    );
  }
  if (removed !== null) {
    return (
      <div className="play-strip" role="status">
        <Icon name="trash" />
        <p className="play-strip-words">
          {plural(removed.count, "message")} deleted. You can undo this for 30 days.
        </p>
        <Button onClick={() => void story.restore(removed.messageId)}>
          <Icon name="undo" />
          Undo
        </Button>
        <IconButton label="Close" onClick={story.dismissRemoved}>
          <Icon name="close" />
        </IconButton>
      </div>
    );
  }
  return null;
}

/** Whole seconds until then, counting down. */
function useWait(until: number | null): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (until === null) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, [until]);
  return until === null ? 0 : Math.max(0, Math.ceil((until - now) / 1_000));
}
