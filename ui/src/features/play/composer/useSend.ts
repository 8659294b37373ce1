import { type RefObject, useEffect, useRef, useState } from "react";
import { type ErrorCode, type FailedRequest, failedConnection } from "../../../api/errors";
import { usePlay, useTurn } from "../PlayContext";
import { useScene } from "../panels/useScene";
import { bytesOf, MOST_BYTES } from "./copy";
import type { MessageDraft } from "./useMessageDraft";

/** Nothing but a cry for help is taken while somebody speaks: what they say is not there yet, or still being written. */
const isBusy = ({ status, code }: FailedRequest) =>
  status === 404 || (status === 409 && (code === null || !CLOSED.has(code)));
/** The story itself takes no messages, no matter who is speaking. */
const CLOSED: ReadonlySet<ErrorCode> = new Set(["STORY_CLOSED", "DEMO_ENDED"]);

interface SendOptions {
  draft: MessageDraft;
  field: RefObject<HTMLTextAreaElement | null>;
  /** What stands in the way: the model is writing the line, the story is closed, a guest has used all messages, or it has ended. */
  drafting: boolean;
  closed: boolean;
  over: boolean;
  ended: boolean;
  /** Runs before a message goes out; false keeps it in the field. */
  beforeSend: () => Promise<boolean>;
}

interface Sending {
  /** Sends what is written; an empty field lets the scene move on. */
  send: () => Promise<void>;
  /** Lets the scene move on; what is written in the field stays there. */
  next: () => Promise<void>;
  /** The player pressed Enter while a reply was coming: then the text stays, and a line at the field explains why. */
  early: boolean;
  setEarly: (early: boolean) => void;
}

/** Sending the player's message. It leaves the field at once, or, while somebody speaks, once the server has taken it. */
export function useSend(options: SendOptions): Sending {
  const { draft, field, drafting, closed, over, ended, beforeSend } = options;
  const { story } = usePlay();
  const turn = useTurn();
  const scene = useScene();
  const [early, setEarly] = useState(false);
  /** A line is on its way that stays in the field until the server has taken it. */
  const asking = useRef(false);

  const answering = turn !== null;
  useEffect(() => {
    if (!answering) setEarly(false);
  }, [answering]);

  const next = async () => {
    if (answering || drafting || closed || over || ended) return;
    if (story.state.newer !== "end") await story.toHead();
    story.act({ kind: "next", ...scene });
  };

  const onRefused = (failure: FailedRequest, words: string, sentAs: string, waits: boolean) => {
    if (!waits) draft.show((now) => (now === "" ? words : `${words}\n\n${now}`));
    // Only silence leaves open whether it arrived; then it goes out under the same id again.
    draft.sentAs.current = failure.status === 0 ? sentAs : null;
    if (failure.code === "GUEST_ALLOWANCE_USED") story.refreshPrice();
    // A line beside the field shows that somebody is speaking.
    else if (failure.type !== "aborted" && !(answering && isBusy(failure)))
      story.showTrouble(story.troubleOf(failure, null));
    field.current?.focus();
  };

  /** `waits`: the words stay in the field until the server has taken them. */
  const deliver = async (words: string, waits: boolean) => {
    const begun = story.say(words, draft.sentAs.current, scene);
    draft.keep(words, begun.sentAs);
    if (waits) {
      asking.current = true;
      draft.sentAs.current = begun.sentAs;
      setEarly(answering);
    } else draft.show("");
    begun.finished.catch(() => undefined);
    try {
      await begun.accepted;
      if (waits) setEarly(false);
      if (waits && field.current?.value.trim() === words) draft.change("");
      // What was typed meanwhile has been kept by itself.
      else if (field.current?.value === "") draft.keep("", null);
    } catch (cause) {
      onRefused(failedConnection(cause), words, begun.sentAs, waits);
    } finally {
      asking.current = false;
    }
  };

  const send = async () => {
    const words = draft.text.trim();
    if (drafting || closed || over || asking.current) return;
    if (words === "") return next();
    // What is said goes on from the newest line, so that is what the writer should see.
    if (story.state.newer !== "end" && !answering) await story.toHead();
    if (bytesOf(words) > MOST_BYTES || !(await beforeSend())) return;
    // A cry for help is answered while somebody speaks and after the end, too: whether it is one the server knows.
    await deliver(words, answering || ended);
  };

  return { send, next, early: early && answering, setEarly };
}
