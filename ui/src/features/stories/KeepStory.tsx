import { LinkButton } from "../../design/Button";
import { paths } from "../../lib/paths";

interface KeepStoryProps {
  /** What a guest may still send, of how much. */
  guest: { left: number; of: number };
  /** Where the story is: the way back after signing up. */
  path: string;
}

/** From here on a guest is told more urgently. */
const FEW = 5;

/** For guests, beside their story: what they have left, and how to keep it. */
export function KeepStory({ guest: { left, of }, path }: KeepStoryProps) {
  return (
    <aside className={left <= FEW ? "keep-story is-low" : "keep-story"} aria-label="Playing as a guest">
      <p>
        {left > 0 ? (
          <>
            You play as a guest:{" "}
            <b>
              {left} of {of}
            </b>{" "}
            {of === 1 ? "line" : "lines"} left. With an account the story stays yours, and goes on.
          </>
        ) : (
          <>
            Your lines as a guest are used up. <b>Nothing is lost:</b> sign up, and the story goes on right
            here.
          </>
        )}
      </p>
      <LinkButton href={paths.signUpFirst(path)} tone={left > 0 ? "plain" : "gold"}>
        Sign up and keep it
      </LinkButton>
    </aside>
  );
}
