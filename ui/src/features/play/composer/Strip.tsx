import { useEffect } from "react";
import { Button, IconButton, LinkButton } from "../../../design/Button";
import { Icon } from "../../../design/Icon";
import { cx } from "../../../lib/classes";
import { plural } from "../../../lib/format";
import { paths } from "../../../lib/paths";
import { helpOf, waitText } from "../model/faults";
import type { Removed, Trouble } from "../model/state";
import { useChat, usePlay, usePlayState, useTurn } from "../PlayContext";
import { useWait } from "../useWait";
import { Ways } from "../Ways";
import { isGuestOver, troubleText } from "./copy";
import s from "./PlayStrip.module.css";

/** How long a deletion offers its undo here; the trash keeps it for 30 days. */
const UNDO_MS = 20_000;

interface StripProps {
  /** Lets the scene move on; null where the button beside the field does just that, and another one would only repeat it. */
  onNext: (() => void) | null;
}

/** The line above the field: what went wrong and the way on, or what was deleted and the way back. */
export function Strip({ onNext }: StripProps) {
  const trouble = usePlayState("trouble");
  const removed = usePlayState("removed");
  const branched = usePlayState("branched");
  const { story } = usePlay();

  useEffect(() => {
    if (removed === null) return;
    const timer = setTimeout(story.dismissRemoved, UNDO_MS);
    return () => clearTimeout(timer);
  }, [removed, story]);

  if (trouble !== null) return <TroubleStrip trouble={trouble} />;
  if (branched !== null) return <BranchedStrip onNext={onNext} />;
  return removed === null ? null : <RemovedStrip removed={removed} />;
}

function TroubleStrip({ trouble }: { trouble: Trouble }) {
  const { chatID, story } = usePlay();
  const { models } = useChat();
  const { again, code, retryAt, shorten, status } = trouble;
  const wait = useWait(retryAt);
  const { text, way } = troubleText(trouble);
  const help = helpOf({ code, retryAt, tended: false }, models, Date.now());
  return (
    <div className={cx(s.strip, s.trouble)} role="alert">
      <Icon name={status === 0 ? "offline" : "warning"} />
      <p className={s.words}>
        {text}
        {wait > 0 && <span className="numbers"> You can try again {waitText(wait)}.</span>}
      </p>
      {way === "wallet" && (
        <LinkButton href={paths.wallet} target="_blank">
          Your wallet
        </LinkButton>
      )}
      {way === "signup" && <LinkButton href={paths.signUpFirst(paths.story(chatID))}>Sign up</LinkButton>}
      <Ways shorten={shorten} model={help.model} message={null} onEdit={null} />
      {again !== null && help.again && (
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

function BranchedStrip({ onNext }: StripProps) {
  const { story } = usePlay();
  const { price } = useChat();
  const turn = useTurn();
  return (
    <div className={s.strip} role="status">
      <Icon name="branch" />
      <p className={s.words}>
        Saved as a new branch. Nobody has replied to it yet.
        {onNext === null && " Choose Next for a reply."}
      </p>
      {onNext !== null && (
        <Button disabled={turn !== null || isGuestOver(price)} onClick={onNext}>
          <Icon name="next" />
          Next
        </Button>
      )}
      <IconButton label="Close" onClick={story.dismissBranched}>
        <Icon name="close" />
      </IconButton>
    </div>
  );
}

function RemovedStrip({ removed }: { removed: Removed }) {
  const { story } = usePlay();
  return (
    <div className={s.strip} role="status">
      <Icon name="trash" />
      <p className={s.words}>{plural(removed.count, "message")} deleted. You can undo this for 30 days.</p>
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
