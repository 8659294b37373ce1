import { type KeyboardEvent, type Ref, useImperativeHandle, useRef, useState } from "react";
import { IconButton } from "../../../design/Button";
import { Icon } from "../../../design/Icon";
import { cx } from "../../../lib/classes";
import { paths } from "../../../lib/paths";
import { KeepStory } from "../../stories/public";
import { Ending, useEndAtHand } from "../ending/Ending";
import { useEnding } from "../ending/useEnding";
import { useChat, usePlay, useTurn } from "../PlayContext";
import screen from "../StoryScreen.module.css";
import { useHideImpersonation } from "../settings/impersonation";
import { AskName, type AskNameHandle } from "./AskName";
import { Closed } from "./Closed";
import s from "./Composer.module.css";
import { ComposerBox } from "./ComposerBox";
import { ComposerFoot } from "./ComposerFoot";
import { bytesOf, isGuestOver, MOST_BYTES } from "./copy";
import { MainButton } from "./MainButton";
import { Notices } from "./Notices";
import { Strip } from "./Strip";
import { useFittingHeight } from "./useFittingHeight";
import { useFocusOnArrival } from "./useFocusOnArrival";
import { useImpersonation } from "./useImpersonation";
import { useMessageDraft } from "./useMessageDraft";
import { useSend } from "./useSend";

/** What keys and panels can ask of the composer. */
export interface ComposerHandle {
  focus: () => void;
  isEmpty: () => boolean;
  /** Puts a text after what stands there. */
  insert: (text: string) => void;
  /** Has the model draft a line for the player. */
  impersonate: () => void;
}

const hasFineKeyboard = () => matchMedia("(pointer: fine)").matches;

/** What the composer can do at present, and what it does. */
function useComposer(ref: Ref<ComposerHandle>) {
  const chat = useChat();
  const closed = chat.story.closedOn !== null;
  const over = isGuestOver(chat.price);
  const { ended, came, flows } = useEnding();
  const field = useRef<HTMLTextAreaElement>(null);
  const askName = useRef<AskNameHandle>(null);
  /** Whether the question for a name has been answered: by a name, or by just writing. */
  const [named, setNamed] = useState(false);
  const draft = useMessageDraft();
  const { text, change } = draft;
  const writing = useImpersonation(draft, field, ended);
  const { drafting, replaced, dropReplaced, impersonate } = writing;
  const beforeSend = async () => {
    // A name that was typed and not confirmed is meant all the same; one that is refused can be put right first.
    if (askName.current !== null && !(await askName.current.take())) return false;
    setNamed(true);
    dropReplaced();
    return true;
  };
  const sending = useSend({ draft, field, drafting, closed, over, ended, beforeSend });
  useEndAtHand();
  useFocusOnArrival(field);
  useFittingHeight(field, text);

  useImperativeHandle(
    ref,
    () => ({
      focus: () => field.current?.focus(),
      isEmpty: () => (field.current?.value ?? "") === "",
      insert: (more) => {
        const now = field.current?.value ?? "";
        change(now.trim() === "" ? more : `${now.trimEnd()} ${more}`);
        field.current?.focus();
      },
      impersonate: () => void impersonate(),
    }),
    [change, impersonate],
  );

  return {
    ...sending,
    draft,
    field,
    askName,
    closed,
    over,
    ended,
    drafting,
    impersonate,
    bytes: bytesOf(text),
    end: ended && !flows && <Ending came={came} />,
    asksName: chat.asksName && !named && !ended,
    onNamed: () => {
      setNamed(true);
      field.current?.focus();
    },
    onRestore:
      replaced === null || text === ""
        ? null
        : () => {
            change(replaced);
            dropReplaced();
            field.current?.focus();
          },
  };
}

/** Where the player writes. Nothing that is typed here is lost: not by a reload, not by a failure, not by a second window. */
export function Composer({ ref }: { ref: Ref<ComposerHandle> }) {
  const { chatID, askFirst } = usePlay();
  const { price } = useChat();
  const turn = useTurn();
  const composer = useComposer(ref);
  const { draft, closed, over, ended, drafting, bytes, end } = composer;
  const empty = draft.text.trim() === "";
  const tooLong = bytes > MOST_BYTES;
  const send = () => void composer.send();

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    const asked = event.ctrlKey || event.metaKey;
    // On glass the return key makes a new line; the button sends.
    if (!asked && (event.shiftKey || event.altKey || !hasFineKeyboard())) return;
    event.preventDefault();
    if (!empty && drafting) composer.setEarly(true);
    else if (!empty) send();
    else if (asked && turn === null) askFirst("next", send);
  };

  // Words that were not sent yet stay, and can be: a cry for help is answered after the end, too.
  const isOver = ended && draft.text === "";
  return (
    <div className={s.composer}>
      <div className={cx(screen.column, s.column)}>
        {closed && !isOver ? <Closed /> : <Notices />}
        {price.guest !== null && !ended && <KeepStory guest={price.guest} path={paths.story(chatID)} />}
        <Strip onNext={empty ? null : () => void composer.next()} />
        {composer.asksName && <AskName ref={composer.askName} onDone={composer.onNamed} />}
        {!isOver && (
          <>
            <ComposerBox
              ref={composer.field}
              draft={draft}
              closed={closed}
              tooLong={tooLong}
              drafting={drafting}
              onKeyDown={onKeyDown}
            >
              {turn !== null && !empty && !drafting && !closed ? (
                <IconButton label="Send" disabled={tooLong || over} onClick={send}>
                  <Icon name="send" />
                </IconButton>
              ) : (
                !closed && !ended && <ImpersonateButton drafting={drafting} onPress={composer.impersonate} />
              )}
              <MainButton empty={empty} blocked={tooLong || closed} over={over} onSend={send} />
            </ComposerBox>
            <ComposerFoot bytes={bytes} early={composer.early} onRestore={composer.onRestore} />
          </>
        )}
        {end}
      </div>
    </div>
  );
}

function ImpersonateButton({ drafting, onPress }: { drafting: boolean; onPress: () => Promise<void> }) {
  const turn = useTurn();
  if (useHideImpersonation()) return null;
  return (
    <IconButton
      label="Write my next line"
      disabled={turn !== null || drafting}
      onClick={() => void onPress()}
    >
      <Icon name="wand" />
    </IconButton>
  );
}
