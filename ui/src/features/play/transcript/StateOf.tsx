import { Button } from "../../../design/Button";
import { Icon } from "../../../design/Icon";
import { helpOf, waitText } from "../model/faults";
import { useChat, useFault, useTurn } from "../PlayContext";
import type { FaultCode, Message } from "../types";
import { useWait } from "../useWait";
import { Ways } from "../Ways";
import s from "./StateOf.module.css";
import { useLineActions } from "./useLineActions";

/** What became of a reply that has words, and of one that has none. */
interface BrokenState {
  label: string;
  words: string;
  empty: string;
}

const FAILED = "The reply failed. You weren’t charged for it.";
const STATES: Readonly<Record<"stopped" | "interrupted" | "failed", BrokenState>> = {
  stopped: { label: "Stopped", words: "What was written so far is kept.", empty: "Nothing was written yet." },
  interrupted: {
    label: "Interrupted",
    words: "Connection lost. What was written so far is kept.",
    empty: "Connection lost. Nothing was written yet.",
  },
  failed: { label: "Failed", words: FAILED, empty: FAILED },
};

/** The server stopped, or nobody was there: its message includes what was charged. */
const SAYS_ALL: ReadonlySet<FaultCode> = new Set(["INTERRUPTED", "GONE"]);

interface StateOfProps {
  message: Message;
  isLast: boolean;
  onEdit: (messageId: string) => void;
}

/** Why a reply did not reach its end, and what helps. */
export function StateOf({ message, isLast, onEdit }: StateOfProps) {
  const { state } = message;
  if (state === "complete" || state === "writing") return null;
  return <Broken message={message} state={state} isLast={isLast} onEdit={onEdit} />;
}

function Broken({
  message,
  state,
  isLast,
  onEdit,
}: StateOfProps & { state: "stopped" | "interrupted" | "failed" }) {
  const act = useLineActions();
  const turn = useTurn();
  const { models, chatModel } = useChat();
  const fault = useFault(message, state !== "stopped");
  const wait = useWait(fault?.retryAt ?? null);
  const started = message.content.trim() !== "";
  const { label, words, empty } = STATES[state];
  // Another model than the one that failed may well do it.
  const switched = message.model !== null && chatModel !== null && message.model !== chatModel;
  const help =
    fault === null
      ? { again: true, model: false }
      : helpOf({ ...fault, tended: fault.tended || switched }, models, Date.now());
  const again = help.again && (state === "failed" || (!started && isLast));
  const goOn = help.again && started;
  return (
    <div className={s.state} data-state={state} data-testid="reply-state">
      <p className={s.words}>
        <Icon name={state === "stopped" ? "stop" : "warning"} />
        <span>
          <strong>{label}.</strong>{" "}
          {fault === null ? (started ? words : empty) : reason(fault.code, fault.message, started)}
          {wait > 0 && !help.again && ` You can try again ${waitText(wait)}.`}
        </span>
      </p>
      {goOn && (
        <Button tone="plain" disabled={turn !== null || wait > 0} onClick={() => act.goOn(message)}>
          <Icon name="goOn" />
          {wait > 0 ? `Continue ${waitText(wait)}` : "Continue"}
        </Button>
      )}
      {again && (
        <Button
          tone={started ? "quiet" : "plain"}
          disabled={turn !== null || wait > 0}
          onClick={() => act.retry(message)}
        >
          <Icon name="refresh" />
          <span className="numbers">{wait > 0 ? `Retry ${waitText(wait)}` : "Retry"}</span>
        </Button>
      )}
      {fault !== null && isLast && (
        <Ways shorten={fault.shorten} model={help.model} message={message} onEdit={onEdit} />
      )}
    </div>
  );
}

function reason(code: FaultCode, message: string, started: boolean): string {
  if (SAYS_ALL.has(code)) return message;
  return `${message} ${started ? "What was written so far is kept, and you" : "You"} weren’t charged.`;
}
