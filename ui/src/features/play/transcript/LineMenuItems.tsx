import { Avatar } from "../../../design/Avatar";
import { Icon } from "../../../design/Icon";
import type { IconName } from "../../../design/icons";
import { castOf } from "../model/cast";
import { isReply } from "../model/message";
import { useChat, useEnded, usePlay, useTurn } from "../PlayContext";
import type { Message } from "../types";
import type { DialogRequest } from "./Dialogs";
import s from "./LineMenu.module.css";
import { useLineActions } from "./useLineActions";

export interface ItemsProps {
  message: Message;
  close: () => void;
  onEdit: (messageId: string) => void;
  onDialog: (request: DialogRequest) => void;
}

/** What can be done about a message, in groups. */
export function Items(props: ItemsProps) {
  const { id } = props.message;
  const isLast = usePlay().story.state.ids.at(-1) === id;
  // Nobody speaks after the end.
  const over = useEnded() && isLast;
  const reply = isReply(props.message);
  const cast = castOf(useChat());
  return (
    <>
      <TextItems {...props} />
      {reply && <ReplyItems {...props} over={over} />}
      {cast.length > 1 && (reply || isLast) && !over && (
        <SpeakerItems {...props} cast={cast} isLast={isLast} />
      )}
      <PromptItems {...props} reply={reply} isAlone={cast.length <= 1} />
      <RemovalItems {...props} />
    </>
  );
}

interface ItemProps {
  icon: IconName;
  children: string;
  close: () => void;
  onChoose: () => void;
  disabled?: boolean;
}

function Item({ icon, children, close, onChoose, disabled = false }: ItemProps) {
  return (
    <button
      type="button"
      role="menuitem"
      className="pop-item"
      disabled={disabled}
      onClick={() => {
        close();
        onChoose();
      }}
    >
      <Icon name={icon} />
      {children}
    </button>
  );
}

function TextItems({ message, close, onEdit, onDialog }: ItemsProps) {
  const act = useLineActions();
  const busy = useTurn() !== null;
  const { id } = message;
  return (
    <div className={s.part} role="none">
      <Item icon="copy" close={close} onChoose={() => act.copy(message)}>
        Copy
      </Item>
      <Item icon="edit" close={close} onChoose={() => onEdit(id)}>
        Edit
      </Item>
      <Item
        icon="rewrite"
        close={close}
        onChoose={() => onDialog({ kind: "rewrite", messageId: id, selected: selectedIn(id) })}
        disabled={busy}
      >
        Rewrite a passage
      </Item>
    </div>
  );
}

function ReplyItems({ message, close, onDialog, over }: ItemsProps & { over: boolean }) {
  const act = useLineActions();
  const busy = useTurn() !== null;
  return (
    <div className={s.part} role="none">
      <Item icon="refresh" close={close} onChoose={() => act.regenerate(message)} disabled={busy}>
        Regenerate
      </Item>
      <Item
        icon="wand"
        close={close}
        onChoose={() => onDialog({ kind: "note", messageId: message.id })}
        disabled={busy}
      >
        Regenerate with a note
      </Item>
      <Item icon="goOn" close={close} onChoose={() => act.goOn(message)} disabled={busy || over}>
        Continue
      </Item>
    </div>
  );
}

type SpeakerItemsProps = ItemsProps & { cast: ReturnType<typeof castOf>; isLast: boolean };

/** Who speaks: after the last message next, above it in place of this reply. */
function SpeakerItems({ message, close, cast, isLast }: SpeakerItemsProps) {
  const { story } = usePlay();
  const act = useLineActions();
  const busy = useTurn() !== null;
  const title = isLast ? "Who speaks next" : "Regenerate as";
  return (
    <fieldset className={s.part} aria-label={title}>
      <p className={s.title} aria-hidden="true">
        {title}
      </p>
      {cast.map((character) => (
        <button
          key={character.id}
          type="button"
          role="menuitem"
          className="pop-item"
          disabled={busy}
          onClick={() => {
            close();
            if (isLast) story.act({ kind: "next", speakerId: character.id });
            else act.regenerate(message, { speakerId: character.id });
          }}
        >
          <span className="hideable">
            <Avatar src={character.avatar} name={character.name} size={32} />
          </span>
          <bdi>{character.name}</bdi>
        </button>
      ))}
      {isLast && (
        <Item
          icon="feather"
          close={close}
          onChoose={() => story.act({ kind: "next", speakerId: "narrator" })}
          disabled={busy}
        >
          The narrator
        </Item>
      )}
    </fieldset>
  );
}

type PromptItemsProps = ItemsProps & { reply: boolean; isAlone: boolean };

/** What the message is to the prompt: a fact, known to some of the cast, hidden from all, or made from one itself. */
function PromptItems({ message, close, onDialog, reply, isAlone }: PromptItemsProps) {
  const { story, announce } = usePlay();
  const { id, hidden, turnId } = message;
  const toggleHidden = () => {
    void story.setHidden(id, !hidden);
    announce(hidden ? "The cast can see this message again" : "The cast can no longer see this message");
  };
  return (
    <div className={s.part} role="none">
      <Item
        icon="pin"
        close={close}
        onChoose={() =>
          story.openPanel({ name: "memory", pin: { text: selectedIn(id) ?? "", messageId: id } })
        }
      >
        Pin as a fact
      </Item>
      {!isAlone && (
        <Item icon="users" close={close} onChoose={() => onDialog({ kind: "presence", messageId: id })}>
          Who saw this
        </Item>
      )}
      <Item icon={hidden ? "eye" : "eyeOff"} close={close} onChoose={toggleHidden}>
        {hidden ? "Show to the cast" : "Hide from the cast"}
      </Item>
      {reply && turnId !== null && (
        <Item
          icon="inspect"
          close={close}
          onChoose={() => story.openPanel({ name: "inspector", turnId, messageId: id })}
        >
          View prompt
        </Item>
      )}
    </div>
  );
}

function RemovalItems({ message: { id, author }, close, onDialog }: ItemsProps) {
  const { story } = usePlay();
  const busy = useTurn() !== null;
  return (
    <div className={s.part} role="none">
      {author !== "user" && (
        <Item icon="flag" close={close} onChoose={() => onDialog({ kind: "report", messageId: id })}>
          Report
        </Item>
      )}
      <Item icon="trash" close={close} onChoose={() => void story.remove(id)} disabled={busy}>
        Delete
      </Item>
    </div>
  );
}

/** What the reader has marked inside a message; null when nothing is, or it reaches beyond. */
function selectedIn(messageId: string): string | null {
  const selection = getSelection();
  const line = document.getElementById(`message-${messageId}`);
  if (selection === null || line === null || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  if (!line.contains(range.commonAncestorContainer)) return null;
  const text = selection.toString().trim();
  return text === "" ? null : text;
}
