import { memo, type ReactNode } from "react";
import { Avatar, tint } from "../../../design/Avatar";
import { Button, IconButton } from "../../../design/Button";
import { Icon } from "../../../design/Icon";
import { VisuallyHidden } from "../../../design/VisuallyHidden";
import { cx } from "../../../lib/classes";
import { isPending } from "../model/story";
import { useChat, useMessage, usePlay, useTurn } from "../PlayContext";
import type { Message } from "../wire";
import { Body } from "./Body";
import { Editor } from "./Editor";
import type { MenuRequest } from "./LineMenu";
import { Siblings } from "./Siblings";
import { useLineActions } from "./useLineActions";

interface LineProps {
  id: string;
  isLast: boolean;
  editing: boolean;
  onEdit: (messageId: string) => void;
  onEdited: () => void;
  onMenu: (request: MenuRequest) => void;
}

/** One message: who speaks, what they say, and what can be done about it. */
export const Line = memo(function Line({ id, isLast, editing, onEdit, onEdited, onMenu }: LineProps) {
  const message = useMessage(id);
  if (message === undefined) return null;
  return (
    <article
      className={cx(
        "line",
        `line-${message.author}`,
        message.hidden && "line-hidden",
        isPending(id) && "line-pending",
        isLast && "line-last",
      )}
      id={`message-${id}`}
      data-message={id}
      tabIndex={-1}
      aria-labelledby={`name-${id}`}
    >
      <Portrait message={message} />
      <div className="line-main">
        <header className="line-head">
          <h2
            className={cx("line-name", message.author === "actor" && `name-${tint(message.name)}`)}
            id={`name-${id}`}
            dir="auto"
          >
            {message.name}
          </h2>
          <Hints message={message} />
        </header>
        <Thoughts id={id} />
        {editing ? (
          <Editor message={message} onDone={onEdited} />
        ) : (
          <>
            <Body text={message.content} writing={message.state === "writing"} />
            <StateOf message={message} isLast={isLast} />
            {!isPending(id) && <Foot message={message} isLast={isLast} onEdit={onEdit} onMenu={onMenu} />}
          </>
        )}
      </div>
    </article>
  );
});

function Portrait({ message }: { message: Message }) {
  const { story } = usePlay();
  if (message.author !== "actor") return <span className="line-portrait" aria-hidden="true" />;
  const { authorId } = message;
  const face = <Avatar src={message.avatar} name={message.name} size={40} />;
  return authorId === null ? (
    <span className="line-portrait hideable">{face}</span>
  ) : (
    <button
      type="button"
      className="line-portrait hideable"
      aria-label={`About ${message.name}`}
      title={`About ${message.name}`}
      onClick={() => story.openPanel({ name: "character", characterId: authorId })}
    >
      {face}
    </button>
  );
}

/** Small print beside the name: who was there, and whether the cast reads it. */
function Hints({ message }: { message: Message }): ReactNode {
  const { characters } = useChat();
  const { presence, hidden, editedOn } = message;
  const names =
    presence === null
      ? null
      : characters.filter(({ id, isUser }) => !isUser && presence.includes(id)).map(({ name }) => name);
  return (
    <>
      {names !== null && (
        <span className="line-hint" title="Only they know what happened here">
          <Icon name="eye" />
          {names.length === 0 ? "Nobody saw it" : `Seen by ${names.join(", ")}`}
        </span>
      )}
      {hidden && (
        <span className="line-hint">
          <Icon name="eyeOff" />
          Hidden from the cast
        </span>
      )}
      {editedOn !== null && <span className="line-hint line-edited">edited</span>}
      {message.state === "writing" && <VisuallyHidden>is writing</VisuallyHidden>}
    </>
  );
}

function Thoughts({ id }: { id: string }) {
  const { story } = usePlay();
  const thoughts = story.reasoning(id);
  if (thoughts === undefined || thoughts === "") return null;
  return (
    <details className="thoughts">
      <summary>Thoughts before speaking</summary>
      <p>{thoughts}</p>
    </details>
  );
}

const STATES: Readonly<Record<"stopped" | "interrupted" | "failed", { label: string; words: string }>> = {
  stopped: { label: "Stopped", words: "You stopped here." },
  interrupted: { label: "Interrupted", words: "The line was cut. What was written is kept." },
  failed: { label: "Failed", words: "The reply did not come through. Nothing was charged for it." },
};

/** A reply that did not reach its end says so, and offers the one next step. */
function StateOf({ message, isLast }: { message: Message; isLast: boolean }) {
  const act = useLineActions();
  const turn = useTurn();
  const { state } = message;
  if (state === "complete" || state === "writing") return null;
  const { label, words } = STATES[state];
  const started = message.content.trim() !== "";
  return (
    <p className={`line-state line-state-${state}`}>
      <span className="line-state-words">
        <Icon name={state === "stopped" ? "stop" : "warning"} />
        <strong>{label}.</strong> {words}
      </span>
      {started && (
        <Button tone="plain" disabled={turn !== null} onClick={() => act.goOn(message)}>
          <Icon name="goOn" />
          Continue
        </Button>
      )}
      {(state === "failed" || (!started && isLast)) && (
        <Button
          tone={started ? "quiet" : "plain"}
          disabled={turn !== null}
          onClick={() => act.retry(message)}
        >
          <Icon name="refresh" />
          Retry
        </Button>
      )}
    </p>
  );
}

interface FootProps {
  message: Message;
  isLast: boolean;
  onEdit: (messageId: string) => void;
  onMenu: (request: MenuRequest) => void;
}

/** Versions and actions. They keep their room, so that nothing moves when they show. */
function Foot({ message, isLast, onEdit, onMenu }: FootProps) {
  const act = useLineActions();
  const turn = useTurn();
  const { id, author, name, state } = message;
  const busy = turn !== null;
  if (state === "writing") return <div className="line-foot" />;
  const reply = author !== "user" && message.origin !== "said";
  return (
    <div className="line-foot">
      <Siblings message={message} />
      <fieldset className="line-actions" aria-label={`Actions for this line of ${name}`}>
        {reply && (
          <IconButton label="Another version" disabled={busy} onClick={() => act.regenerate(message)}>
            <Icon name="refresh" />
          </IconButton>
        )}
        {reply && isLast && (
          <IconButton label="Continue this reply" disabled={busy} onClick={() => act.goOn(message)}>
            <Icon name="goOn" />
          </IconButton>
        )}
        <IconButton label="Edit" onClick={() => onEdit(id)}>
          <Icon name="edit" />
        </IconButton>
        <IconButton label="Copy" onClick={() => act.copy(message)}>
          <Icon name="copy" />
        </IconButton>
        <IconButton
          label="More"
          className="line-more"
          aria-haspopup="menu"
          onClick={(event) => onMenu({ messageId: id, anchor: event.currentTarget })}
        >
          <Icon name="more" />
        </IconButton>
      </fieldset>
    </div>
  );
}
