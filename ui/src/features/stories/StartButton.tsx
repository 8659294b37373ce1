import type { ReactNode } from "react";
import { Button, type ButtonTone, LinkButton } from "../../design/Button";
import { cx } from "../../lib/classes";
import { longDate } from "../../lib/dates";
import { plural } from "../../lib/format";
import { paths } from "../../lib/paths";
import { revealNextPage } from "./pageReveal";
import s from "./StartButton.module.css";
import { storyPath } from "./storyPath";
import type { Story } from "./types";
import type { Start } from "./useStart";

interface BeginProps {
  start: Start;
  /** Another opening than the chosen one. */
  opening?: number;
  tone: ButtonTone;
  size?: "md" | "lg";
  className?: string;
  children: ReactNode;
}

/**
 * A button that begins a story. It is a form: a press that comes before the app is held and done then (`entry-boot.ts`), and
 * without script it leads to where an account is made.
 */
export function BeginButton({ start, opening, tone, size, className, children }: BeginProps) {
  return (
    <form
      className={s.form}
      action={paths.signup}
      data-wait=""
      onSubmit={(event) => {
        event.preventDefault();
        start.begin(opening);
      }}
    >
      <input type="hidden" name="returnTo" value={paths.scenario(start.scenarioId)} />
      <Button
        type="submit"
        tone={tone}
        {...(size && { size })}
        className={cx(className, start.busy && "is-busy")}
        aria-busy={start.busy || undefined}
      >
        {start.busy ? "Starting…" : children}
      </Button>
    </form>
  );
}

/** The main button of a scenario: begins its story, or goes on with the one that is there. */
export function StartButton({ start, className }: { start: Start; className?: string }) {
  if (start.existing === null) {
    return (
      <BeginButton start={start} tone="accent" size="lg" {...(className && { className })}>
        Start story
      </BeginButton>
    );
  }
  return (
    <LinkButton tone="accent" size="lg" href={start.existing} className={className} onClick={revealNextPage}>
      Continue your story
    </LinkButton>
  );
}

/** What stands under the main button: why nothing began, or what is wondered about before it does. */
export function StartNote({ start: { failure, isVisitor, existing, others } }: { start: Start }) {
  if (failure !== null) {
    return (
      <p className={cx(s.note, s.failed)} role="alert">
        {failure}
      </p>
    );
  }
  if (existing !== null) return <EarlierStories others={others} />;
  if (!isVisitor) return null;
  return (
    <p className={s.note}>
      No account needed. Your story stays in this browser for 30 days, and for good if you sign up.
    </p>
  );
}

/** That starting anew loses nothing, and where the earlier stories are: guests have no other list of them. */
function EarlierStories({ others }: { others: readonly Story[] }) {
  return (
    <div className={s.note}>
      <p>A new story doesn’t replace this one: you keep both.</p>
      {others.length > 0 && (
        <ul className={s.others} aria-label="Your other stories of this scenario">
          {others.map((story) => (
            <li key={story.id}>
              <a className="text-link" href={storyPath(story)}>
                {longDate(story.lastMessageOn)}, {plural(story.messageCount, "message")}
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
