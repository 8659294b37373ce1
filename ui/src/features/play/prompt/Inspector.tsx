import { useState } from "react";
import { uriOf } from "../../../api/address";
import { EmptyState, ErrorState } from "../../../design/EmptyStates";
import { Icon } from "../../../design/Icon";
import { cx } from "../../../lib/classes";
import { plural } from "../../../lib/format";
import type { InspectorProps } from "../contracts";
import { isOfCast } from "../model/message";
import { PanelWaiting } from "../PanelWaiting";
import { useChat, usePlay } from "../PlayContext";
import panel from "../panels/PanelPart.module.css";
import { useFresh } from "../panels/useFresh";
import type { Message, PromptRecord } from "../types";
import s from "./Inspector.module.css";
import { LoreReport } from "./LoreReport";
import { PartList } from "./PartList";
import { changesSince, groupParts, type PartChange, segments, sentTokens, thousands } from "./rules";

const promptUri = (turnId: string) => uriOf("GET /turns/{turnId}/prompt", { path: { turnId } });

/** What a reply was made from: every part of the prompt, what it took, and why it is there or not. */
export default function Inspector({ turnId, messageId }: InspectorProps) {
  const { story } = usePlay();
  const answer = useFresh(promptUri(turnId));
  const [chosen, setChosen] = useState<number | null>(null);
  if (answer.state === "loading") return <PanelWaiting words="Loading the prompt" />;
  if (answer.state === "failed")
    return (
      <ErrorState title="Couldn’t load the prompt" onRetry={answer.retry}>
        {answer.error.message}
      </ErrorState>
    );
  const { replies } = answer.data;
  const asked = replies.findIndex(isOf(story.message(messageId ?? "")));
  const at = chosen ?? Math.max(0, asked);
  const record = replies[at];
  if (record === undefined)
    return (
      <EmptyState title="No prompt recorded" icon="inspect">
        This turn ended before anything was sent to a model.
      </EmptyState>
    );
  return (
    <div className={s.inspector}>
      {replies.length > 1 && <Replies replies={replies} at={at} onPick={setChosen} />}
      <Overview record={record} />
      <Since record={record} messageId={messageId} />
      <PartList key={record.hash} groups={groupParts(record.parts)} />
      <LoreReport lore={record.lore} />
      <p className={s.hash}>
        Prompt hash and seed <code>{record.hash.slice(0, 16)}</code>
      </p>
    </div>
  );
}

/** Whether a record is that of a message. Records name no message: the speaker identifies it. */
const isOf =
  (message: Pick<Message, "authorId"> | undefined) =>
  ({ speakerId }: PromptRecord): boolean =>
    message !== undefined && speakerId === message.authorId;

interface RepliesProps {
  replies: readonly PromptRecord[];
  at: number;
  onPick: (at: number) => void;
}

function Replies({ replies, at, onPick }: RepliesProps) {
  return (
    <fieldset className={s.replies}>
      <legend className="sr-only">Which reply</legend>
      {replies.map((record, index) => (
        <label key={record.hash} className={s.pill}>
          <input
            type="radio"
            className="sr-only"
            name="reply"
            checked={index === at}
            onChange={() => onPick(index)}
          />
          <span dir="auto">{record.speakerName}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** What a reply costs; with free ones left in a day, it may have been one of them. */
function priceText(shekels: number, hasFree: boolean): string {
  if (shekels === 0) return "Free";
  return hasFree ? `${plural(shekels, "shekel")}, or a free reply` : plural(shekels, "shekel");
}

/** How full the model's window was, in one bar. */
function Overview({ record }: { record: PromptRecord }) {
  const { price } = useChat();
  const { budget, parts, model, estimatedPrice, stops } = record;
  const sent = sentTokens(parts);
  const free = Math.max(0, budget.window - budget.reply - budget.safety - sent);
  const left = parts.filter(({ kept }) => !kept).length;
  return (
    <section className={s.sum} aria-label="Summary">
      <p className={s.figure}>
        <b className="numbers">{thousands(sent)}</b> of{" "}
        <span className="numbers">{thousands(budget.window)}</span> tokens used
      </p>
      <svg
        className={s.bar}
        viewBox="0 0 1000 10"
        preserveAspectRatio="none"
        role="img"
        aria-label={`${thousands(sent)} prompt tokens, ${thousands(budget.reply)} reserved for the reply, ${thousands(free)} free`}
      >
        <rect className={s.ground} width="1000" height="10" />
        {segments(groupParts(parts), budget).map(({ tone, from, width }) => (
          <rect
            key={`${tone} ${from}`}
            data-tone={tone}
            x={from}
            width={Math.max(0.5, width - 1.5)}
            height="10"
          />
        ))}
      </svg>
      <dl className={s.facts}>
        <div>
          <dt>Reserved for the reply</dt>
          <dd className="numbers">{thousands(budget.reply)}</dd>
        </div>
        <div>
          <dt>Free</dt>
          <dd className="numbers">{thousands(free)}</dd>
        </div>
        <div>
          <dt>Model</dt>
          <dd>{model}</dd>
        </div>
        <div>
          <dt>Price</dt>
          <dd>{priceText(estimatedPrice.shekels, price.free !== null)}</dd>
        </div>
        {left > 0 && (
          <div>
            <dt>Left out</dt>
            <dd>{plural(left, "part")}</dd>
          </div>
        )}
        {stops.length > 0 && (
          <div className={s.stops}>
            <dt>Stop sequences</dt>
            <dd dir="auto">{stops.map((stop) => stop.trim()).join(" · ")}</dd>
          </div>
        )}
      </dl>
    </section>
  );
}

/** What is different from the reply before. */
function Since({ record, messageId }: { record: PromptRecord; messageId: string | null }) {
  const { story } = usePlay();
  const { messages } = story;
  const at = messages.findIndex(({ id }) => id === messageId);
  // What somebody said was not made from anything, even in the name of one of the cast.
  const before = messages
    .slice(0, Math.max(0, at))
    .findLast((message) => message.turnId !== null && isOfCast(message));
  if (before?.turnId === null || before?.turnId === undefined) return null;
  return <SinceReply record={record} turnId={before.turnId} before={before} />;
}

const SIGNS: Readonly<Record<PartChange["kind"], string>> = { new: "+", gone: "−", changed: "~" };
const LABELS: Readonly<Record<PartChange["kind"], string>> = {
  new: "New",
  gone: "Removed",
  changed: "Changed",
};

interface SinceReplyProps {
  record: PromptRecord;
  turnId: string;
  before: Message;
}

function SinceReply({ record, turnId, before }: SinceReplyProps) {
  const answer = useFresh(promptUri(turnId));
  if (answer.state !== "ready") return null;
  const { replies } = answer.data;
  const other = replies.find(isOf(before)) ?? replies.at(-1);
  if (other === undefined) return null;
  const { changes, more } = changesSince(record.parts, other.parts);
  return (
    <details>
      <summary className={panel.foldHead}>
        <span className={panel.heading}>Since the previous reply</span>
        <span className={panel.foldNote}>
          {changes.length === 0 ? "Nothing changed" : plural(changes.length + more, "change")}
        </span>
        <Icon name="down" />
      </summary>
      <ul className={s.list}>
        {changes.map(({ kind, title, tokens }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two changes may read the same, and the list never moves.
          <li key={index} className={s.since} data-kind={kind}>
            <span className={s.sign} aria-hidden="true">
              {SIGNS[kind]}
            </span>
            <span className="sr-only">{LABELS[kind]}: </span>
            <span dir="auto">{title}</span>
            <span className={cx("numbers", s.tokens)}>
              {tokens > 0 ? "+" : tokens < 0 ? "−" : ""}
              {thousands(Math.abs(tokens))}
            </span>
          </li>
        ))}
        {more > 0 && <li className={s.since}>and {more} more</li>}
      </ul>
    </details>
  );
}
