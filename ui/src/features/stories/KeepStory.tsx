import { useState } from "react";
import { IconButton, LinkButton } from "../../design/Button";
import { Icon } from "../../design/Icon";
import { paths } from "../../lib/paths";
import s from "./KeepStory.module.css";
import { keepStage } from "./keepStage";

interface KeepStoryProps {
  /** What a guest may still send, of how much. */
  guest: { left: number; of: number };
  /** Where the story is: the way back after signing up. */
  path: string;
}

/** For guests, beside their story: what they have left, and how to keep it. First once they are in it, then when little is left. */
export function KeepStory({ guest, path }: KeepStoryProps) {
  const stage = keepStage(guest);
  const [closedAt, setClosedAt] = useState<typeof stage>("quiet");
  if (stage === "quiet" || stage === closedAt) return null;
  return (
    <aside className={s.keep} data-stage={stage} data-keep-story aria-label="Playing as a guest">
      <p>
        {stage === "over" ? (
          <>
            You’ve used all your guest messages. <b>Nothing is lost:</b> sign up and carry on right here.
          </>
        ) : (
          <>
            You’re a guest
            <span className={s.more}>
              {" "}
              with{" "}
              <b>
                {guest.left} of {guest.of}
              </b>{" "}
              messages left. Sign up to keep the story and carry on.
            </span>
          </>
        )}
      </p>
      <LinkButton href={paths.signUpFirst(path)}>Sign up to keep it</LinkButton>
      {stage !== "over" && (
        <IconButton label="Not now" onClick={() => setClosedAt(stage)}>
          <Icon name="close" />
        </IconButton>
      )}
    </aside>
  );
}
