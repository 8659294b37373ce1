import { memo, type ReactNode } from "react";
import { Avatar, tint } from "../../../design/Avatar";
import { Button, IconButton, LinkButton } from "../../../design/Button";
import { Icon } from "../../../design/Icon";
import { VisuallyHidden } from "../../../design/VisuallyHidden";
import { cx } from "../../../lib/classes";
import { paths } from "../../../lib/paths";
import { LinesHere } from "../../safety/public";
import { GoOn } from "../composer/GoOn";
import { castOf } from "../model/cast";
import { isReply } from "../model/message";
import { isPending } from "../model/pending";
import { useChat, useEnded, useMessage, usePlay, usePlayState, useTints, useTurn } from "../PlayContext";
import type { Message } from "../types";
import { Body } from "./Body";
import { Editor } from "./Editor";
import s from "./Line.module.css";
import { Face, LineFrame } from "./LineFrame";
import type { MenuRequest } from "./LineMenu";
import { Siblings } from "./Siblings";
import { StateOf } from "./StateOf";
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
  const tints = useTints();
  if (message === undefined) return null;
  return (
    <LineFrame
      message={message}
      tint={tintOf(message, tints)}
      className={cx(message.hidden && s.hidden, message.aside && s.aside, isPending(id) && s.pending)}
      isLast={isLast}
      portrait={<Portrait message={message} />}
      hints={<Hints message={message} />}
      tools={
        !isPending(id) &&
        message.state !== "writing" &&
        !editing && <Tools message={message} onEdit={onEdit} onMenu={onMenu} />
      }
    >
      <Thoughts id={id} />
      {editing ? (
        <Editor message={message} onDone={onEdited} />
      ) : (
        <>
          <Body text={message.content} writing={message.state === "writing"} />
          <StateOf message={message} isLast={isLast} onEdit={onEdit} />
          {!isPending(id) && <Foot message={message} isLast={isLast} />}
        </>
      )}
    </LineFrame>
  );
});

/** The colour of the name; narrator and player have none. */
function tintOf({ author, authorId, name }: Message, tints: ReadonlyMap<string, number>): number | undefined {
  return author === "actor" ? (tints.get(authorId ?? "") ?? tint(name)) : undefined;
}

function Portrait({ message }: { message: Message }) {
  const { story } = usePlay();
  const { authorId } = message;
  if (message.author !== "actor" || authorId === null) return <Face message={message} />;
  return (
    <button
      type="button"
      className={cx("hideable", s.portrait)}
      aria-label={`About ${message.name}`}
      title={`About ${message.name}`}
      onClick={() => story.openPanel({ name: "character", characterId: authorId })}
    >
      <Avatar src={message.avatar} name={message.name} size={56} />
    </button>
  );
}

/** Small print beside the name: who was there, and whether the cast reads it. */
function Hints({ message }: { message: Message }): ReactNode {
  const cast = castOf(useChat());
  const { presence, hidden, editedOn } = message;
  // That everybody was there is how it always is: nothing to say.
  const names =
    presence === null || cast.every(({ id }) => presence.includes(id))
      ? null
      : cast.filter(({ id }) => presence.includes(id)).map(({ name }) => name);
  return (
    <>
      {names !== null && (
        <span className={s.hint} title="Only these characters know what happened here">
          <Icon name="eye" />
          {names.length === 0 ? "Nobody saw it" : `Seen by ${names.join(", ")}`}
        </span>
      )}
      {hidden && (
        <span className={s.hint}>
          <Icon name="eyeOff" />
          Hidden from the cast
        </span>
      )}
      {editedOn !== null && <span className={s.hint}>edited</span>}
      {message.state === "writing" && <VisuallyHidden>is writing</VisuallyHidden>}
    </>
  );
}

function Thoughts({ id }: { id: string }) {
  const { story } = usePlay();
  const thoughts = story.reasoning(id);
  if (thoughts === undefined || thoughts === "") return null;
  return (
    <details className={s.thoughts}>
      <summary>Thoughts</summary>
      <p>{thoughts}</p>
    </details>
  );
}

interface ToolsProps {
  message: Message;
  onEdit: (messageId: string) => void;
  onMenu: (request: MenuRequest) => void;
}

/** What can be done about a line. It shows on approach; on glass one button is always there. */
function Tools({ message, onEdit, onMenu }: ToolsProps) {
  const act = useLineActions();
  const turn = useTurn();
  const { id, name } = message;
  return (
    <fieldset className={s.tools} aria-label={`Actions for this message by ${name}`}>
      {isReply(message) && (
        <IconButton label="Regenerate" disabled={turn !== null} onClick={() => act.regenerate(message)}>
          <Icon name="refresh" />
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
        className={s.more}
        aria-haspopup="menu"
        onClick={(event) => onMenu({ messageId: id, anchor: event.currentTarget })}
      >
        <Icon name="more" />
      </IconButton>
    </fieldset>
  );
}

/** Under an aside: the helplines it names, and the way back into the story. */
function Help({ isLast }: { isLast: boolean }) {
  const notices = usePlayState("notices");
  const language = usePlayState("helpLanguage");
  return (
    <>
      <LinesHere language={language} />
      {/* While the notice is there, its buttons are. */}
      {isLast && !notices.some(({ kind }) => kind === "crisis") && (
        <div className={s.ways}>
          <LinkButton href={paths.safety} target="_blank" rel="noopener">
            Find someone to talk to
          </LinkButton>
          <GoOn />
        </div>
      )}
    </>
  );
}

/** Versions of a line, and under the newest reply what one most often wants next. */
function Foot({ message, isLast }: { message: Message; isLast: boolean }) {
  const act = useLineActions();
  const turn = useTurn();
  const ended = useEnded();
  if (message.aside) return <Help isLast={isLast} />;
  const offers = isLast && isReply(message);
  if (message.siblings.count < 2 && !offers) return null;
  const busy = turn !== null;
  return (
    <div className={s.foot}>
      <Siblings message={message} />
      {offers && message.state !== "writing" && message.state !== "failed" && (
        <>
          <Button
            tone="quiet"
            className={s.offer}
            title="Get another version of this reply"
            disabled={busy}
            onClick={() => act.regenerate(message)}
          >
            <Icon name="refresh" />
            Regenerate
          </Button>
          {message.state === "complete" && !ended && (
            <Button
              tone="quiet"
              className={s.offer}
              title="Make this reply longer"
              disabled={busy}
              onClick={() => act.goOn(message)}
            >
              <Icon name="goOn" />
              Continue
            </Button>
          )}
        </>
      )}
    </div>
  );
}
