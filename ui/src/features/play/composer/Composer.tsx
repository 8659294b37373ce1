import {
  type KeyboardEvent,
  type Ref,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { type ErrorCode, type FailedRequest, failedConnection } from "../../../api/errors";
import { Button, IconButton } from "../../../design/Button";
import { Icon } from "../../../design/Icon";
import { cx } from "../../../lib/classes";
import { paths } from "../../../lib/paths";
import { KeepStory } from "../../stories/public";
import { draftOf, keepDraft } from "../drafts";
import { Ending, useEndAtHand } from "../ending/Ending";
import { useEnding } from "../ending/useEnding";
import { isFresh } from "../model/fresh";
import { useChat, usePlay, useTurn } from "../PlayContext";
import { SceneNote } from "../panels/SceneNote";
import { useScene } from "../panels/useScene";
import stage from "../Stage.module.css";
import { useHideImpersonation } from "../settings/impersonation";
import { plainWords } from "../transcript/markdown";
import type { Price } from "../types";
import { AskName, type AskNameHandle } from "./AskName";
import { Closed } from "./Closed";
import s from "./Composer.module.css";
import { Cost } from "./Cost";
import { bytesOf, costOf, isGuestOver, MOST_BYTES, placeholder } from "./copy";
import { Notices } from "./Notices";
import { Strip } from "./Strip";

/** What keys and panels can ask of the composer. */
export interface ComposerHandle {
  focus: () => void;
  isEmpty: () => boolean;
  /** Puts a text after what stands there. */
  insert: (text: string) => void;
  /** Has the model draft a line for the player. */
  impersonate: () => void;
}

/** A draft is kept this soon after the last letter. */
const KEEP_MS = 250;
/** From this share of the limit on its room is shown. */
const NEAR_LIMIT = 0.85;

/** Whether the player has just pressed something; browsers that cannot tell say no. */
const wasTapped = () =>
  (navigator as Partial<Pick<Navigator, "userActivation">>).userActivation?.isActive === true;

/** Whether nothing has the focus but the page as a whole, to which it goes after a navigation. */
const isFocusFree = () => {
  const { activeElement } = document;
  return activeElement === null || activeElement.matches("body, main");
};

const hasFineKeyboard = () => matchMedia("(pointer: fine)").matches;

/** Where the player writes. Nothing that is typed here is lost: not by a reload, not by a failure, not by a second window. */
export function Composer({ ref }: { ref: Ref<ComposerHandle> }) {
  const { story, chatID, announce, askFirst } = usePlay();
  const chat = useChat();
  const turn = useTurn();
  const hidesImpersonation = useHideImpersonation();
  const scene = useScene();
  const owner = chat.userID ?? "guest";
  const closed = chat.story.closedOn !== null;
  const over = isGuestOver(chat.price);
  const { ended, came, flows } = useEnding();
  useEndAtHand();
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState("");
  const sentAs = useRef<string | null>(null);
  const [drafting, setDrafting] = useState(false);
  /** What the player had written before a draft took its place. */
  const [replaced, setReplaced] = useState<string | null>(null);
  const askName = useRef<AskNameHandle>(null);
  /** The player pressed Enter while a reply was coming: then the text stays, and the field says why. */
  const [early, setEarly] = useState(false);
  /** A line is on its way that stays in the field until the server has taken it. */
  const asking = useRef(false);
  /** Whether the question for a name has been answered: by a name, or by just writing. */
  const [named, setNamed] = useState(false);

  // What was left unsent, here or before a reload.
  useEffect(() => {
    const draft = draftOf(owner, chatID);
    if (draft === null) return;
    // It did arrive after all: then it stands in the transcript and not here too.
    const arrived =
      draft.sentAs !== null &&
      story.messages.slice(-6).some(({ origin, content }) => origin === "said" && content === draft.text);
    if (arrived) keepDraft(owner, chatID, "", null);
    else {
      setText(draft.text);
      sentAs.current = draft.sentAs;
    }
  }, [owner, chatID, story]);

  // Begun by a tap of a moment ago, the story is there to be written in: phones only bring up their keyboard for a tap. Where the answer
  // took longer than that the field is left alone. The opening stays where it is, and is read out, since the focus passes over it.
  useEffect(() => {
    if (!isFresh(story) || !wasTapped() || !isFocusFree()) return;
    field.current?.focus({ preventScroll: true });
    for (const { name, content } of story.messages) announce(`${name}: ${plainWords(content)}`);
  }, [story, announce]);

  useEffect(() => {
    if (text === "") return;
    const timer = setTimeout(() => keepDraft(owner, chatID, text, sentAs.current), KEEP_MS);
    return () => clearTimeout(timer);
  }, [text, owner, chatID]);

  const answering = turn !== null;
  useEffect(() => {
    if (!answering) setEarly(false);
  }, [answering]);

  useLayoutEffect(() => {
    if (field.current !== null) fitHeight(field.current, text);
  }, [text]);

  const change = useCallback(
    (next: string) => {
      // Changed words are another message.
      sentAs.current = null;
      setText(next);
      if (next === "") keepDraft(owner, chatID, "", null);
    },
    [owner, chatID],
  );

  const blocked = turn !== null || drafting || closed || over || ended;

  /** Lets the scene move on; what is written in the field stays there. */
  const next = async () => {
    if (blocked) return;
    if (story.state.newer !== "end") await story.toHead();
    story.act({ kind: "next", ...scene });
  };

  const send = async () => {
    const words = text.trim();
    // A cry for help is answered while somebody speaks and after the end, too: whether it is one the server knows.
    const waits = turn !== null || ended;
    if (drafting || closed || over || asking.current) return;
    if (words === "") return next();
    // What is said goes on from the newest line, so that is what the writer should see.
    if (story.state.newer !== "end" && turn === null) await story.toHead();
    if (bytesOf(words) > MOST_BYTES) return;
    // A name that was typed and not confirmed is meant all the same; one that is refused can be put right first.
    if (askName.current !== null && !(await askName.current.take())) return;
    setNamed(true);
    setReplaced(null);
    const begun = story.say(words, sentAs.current, scene);
    keepDraft(owner, chatID, words, begun.sentAs);
    if (waits) {
      asking.current = true;
      sentAs.current = begun.sentAs;
      setEarly(turn !== null);
    } else setText("");
    begun.finished.catch(() => undefined);
    try {
      await begun.accepted;
      if (waits) setEarly(false);
      if (waits && field.current?.value.trim() === words) change("");
      // What was typed meanwhile has been kept by itself.
      else if (field.current?.value === "") keepDraft(owner, chatID, "", null);
    } catch (cause) {
      const failure = failedConnection(cause);
      if (!waits) setText((now) => (now === "" ? words : `${words}\n\n${now}`));
      // Only silence leaves open whether it arrived; then it goes out under the same id again.
      sentAs.current = failure.status === 0 ? begun.sentAs : null;
      if (failure.code === "GUEST_ALLOWANCE_USED") story.refreshPrice();
      // That somebody is speaking is said beside the field.
      else if (failure.type !== "aborted" && !(turn !== null && isBusy(failure)))
        story.showTrouble(story.troubleOf(failure, null));
      field.current?.focus();
    } finally {
      asking.current = false;
    }
  };

  const impersonate = useCallback(async () => {
    if (story.state.turn !== null || hidesImpersonation || ended) return;
    const before = field.current?.value.trim() ?? "";
    setDrafting(true);
    setReplaced(null);
    const begun = story.act({ kind: "impersonate", ...(before !== "" && { message: before }) }, setText);
    try {
      const done = await begun.finished;
      const written = done.text ?? "";
      change(written === "" ? before : written);
      if (written !== "" && before !== "") setReplaced(before);
    } catch {
      // The story has told what went wrong; what was written before is still there.
      change(before);
    } finally {
      setDrafting(false);
      field.current?.focus();
    }
  }, [story, change, hidesImpersonation, ended]);

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

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    const asked = event.ctrlKey || event.metaKey;
    // On glass the return key makes a new line; the button sends.
    if (!asked && (event.shiftKey || event.altKey || !hasFineKeyboard())) return;
    event.preventDefault();
    if (text.trim() !== "" && drafting) setEarly(true);
    else if (text.trim() !== "") void send();
    else if (asked && turn === null) askFirst("next", () => void send());
  };

  const end = ended && !flows && <Ending came={came} />;
  // Words that were not sent yet stay, and can be: a cry for help is answered after the end, too.
  if (ended && text === "") {
    return (
      <div className={s.composer}>
        <div className={cx(stage.column, s.column)}>
          <Notices />
          <Strip onNext={null} />
          {end}
        </div>
      </div>
    );
  }
  const bytes = bytesOf(text);
  const tooLong = bytes > MOST_BYTES;
  const empty = text.trim() === "";
  return (
    <div className={s.composer}>
      <div className={cx(stage.column, s.column)}>
        {closed ? <Closed /> : <Notices />}
        {chat.price.guest !== null && !ended && (
          <KeepStory guest={chat.price.guest} path={paths.story(chatID)} />
        )}
        <Strip onNext={empty ? null : () => void next()} />
        {chat.asksName && !named && !ended && (
          <AskName
            ref={askName}
            onDone={() => {
              setNamed(true);
              field.current?.focus();
            }}
          />
        )}
        <div className={cx(s.box, drafting && s.drafting)}>
          <textarea
            ref={field}
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
            value={text}
            readOnly={drafting}
            onChange={(event) => change(event.target.value)}
            onKeyDown={onKeyDown}
          />
          <div className={s.tools}>
            {turn !== null && !empty && !drafting && !closed ? (
              <IconButton label="Send" disabled={tooLong || over} onClick={() => void send()}>
                <Icon name="send" />
              </IconButton>
            ) : (
              !hidesImpersonation &&
              !closed &&
              !ended && (
                <IconButton
                  label="Write my next line"
                  disabled={turn !== null || drafting}
                  onClick={() => void impersonate()}
                >
                  <Icon name="wand" />
                </IconButton>
              )
            )}
            <Main empty={empty} blocked={tooLong || closed} over={over} onSend={() => void send()} />
          </div>
        </div>
        <div className={s.foot} id="composer-cost">
          <Cost />
          <SceneNote />
          <span className={s.early} role="status">
            {early &&
              answering &&
              "Not sent yet: a reply is still coming. Press Enter again when it has ended."}
          </span>
          {replaced !== null && text !== "" && (
            <button
              type="button"
              className={cx("text-link", s.back)}
              onClick={() => {
                change(replaced);
                setReplaced(null);
                field.current?.focus();
              }}
            >
              Restore my text
            </button>
          )}
          {bytes > MOST_BYTES * NEAR_LIMIT && (
            <span className={cx("numbers", tooLong && s.over)}>
              {Math.abs(MOST_BYTES - bytes)} bytes {tooLong ? "too long" : "left"}
            </span>
          )}
        </div>
        {end}
      </div>
    </div>
  );
}

/** Nothing but a cry for help is taken while somebody speaks: what they say is not there yet, or still being written. */
const isBusy = ({ status, code }: FailedRequest) =>
  status === 404 || (status === 409 && (code === null || !LEAVES.has(code)));
/** Refusals of the story, whoever speaks. */
const LEAVES: ReadonlySet<ErrorCode> = new Set(["STORY_CLOSED", "DEMO_ENDED"]);

/** Why nothing can be sent. */
const whyOver = (price: Price) => `${costOf(price).text}. Sign up to carry on.`;

/** The one button: sends, lets the scene move on, or stops. */
function Main({
  empty,
  blocked,
  over,
  onSend,
}: {
  empty: boolean;
  blocked: boolean;
  /** A guest has no replies left; beside the field it says so. */
  over: boolean;
  onSend: () => void;
}) {
  const { story } = usePlay();
  const { price } = useChat();
  const turn = useTurn();
  if (turn !== null) {
    return (
      <Button className={s.send} disabled={turn.stopping} onClick={() => void story.stop()}>
        <Icon name="stop" />
        {turn.stopping ? "Stopping" : "Stop"}
      </Button>
    );
  }
  return empty ? (
    <Button
      className={s.send}
      title={over ? whyOver(price) : "Let the story go on without writing anything"}
      aria-describedby="composer-cost"
      disabled={blocked || over}
      onClick={onSend}
    >
      <Icon name="next" />
      Next
    </Button>
  ) : (
    <Button
      className={s.send}
      tone="accent"
      {...(over && { title: whyOver(price) })}
      aria-describedby="composer-cost"
      disabled={blocked || over}
      onClick={onSend}
    >
      <Icon name="send" />
      Send
    </Button>
  );
}

/** The field is as tall as its text, up to what the stylesheet allows. */
function fitHeight(field: HTMLTextAreaElement, text: string): void {
  if (CSS.supports("field-sizing", "content")) return;
  field.style.height = "auto";
  if (text !== "") field.style.height = `${field.scrollHeight}px`;
}
