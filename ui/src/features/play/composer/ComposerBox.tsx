import type { KeyboardEvent, ReactNode, RefObject } from "react";
import { cx } from "../../../lib/classes";
import { useChat } from "../PlayContext";
import s from "./Composer.module.css";
import { placeholder } from "./copy";
import type { MessageDraft } from "./useMessageDraft";

interface ComposerBoxProps {
  ref: RefObject<HTMLTextAreaElement | null>;
  draft: MessageDraft;
  closed: boolean;
  tooLong: boolean;
  /** The model is writing into it. */
  drafting: boolean;
  onKeyDown: (event: KeyboardEvent<HTMLTextAreaElement>) => void;
  /** The buttons beside the text. */
  children: ReactNode;
}

/** The field for the player's words, with its buttons. */
export function ComposerBox(props: ComposerBoxProps) {
  const { ref, draft, closed, tooLong, drafting, onKeyDown, children } = props;
  const chat = useChat();
  return (
    <div className={cx(s.box, drafting && s.drafting)}>
      <textarea
        ref={ref}
        className={s.field}
        data-testid="composer"
        aria-label={placeholder(chat)}
        aria-describedby={closed ? "story-closed" : "composer-cost"}
        aria-invalid={tooLong || undefined}
        placeholder={closed ? "This story takes no more messages" : placeholder(chat)}
        disabled={closed}
        rows={1}
        dir="auto"
        enterKeyHint="enter"
        value={draft.text}
        readOnly={drafting}
        onChange={(event) => draft.change(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div className={s.tools}>{children}</div>
    </div>
  );
}
