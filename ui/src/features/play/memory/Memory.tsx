import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { failedConnection } from "../../../api/errors";
import { Button, IconButton } from "../../../design/Button";
import { FormMessage, TextArea } from "../../../design/Field";
import { Icon } from "../../../design/Icon";
import { ErrorState } from "../../../design/States";
import { cx } from "../../../lib/classes";
import { plural } from "../../../lib/format";
import type { MemoryProps } from "../contracts";
import { PanelWaiting } from "../PanelWaiting";
import { usePlay, usePlayState } from "../PlayContext";
import { useFresh } from "../panels/useFresh";
import { useJump } from "../panels/useJump";
import type { Fact, StoryMemory, Summary } from "../wire";
import { memoryCalls, memoryUri } from "./calls";
import { FACT_CHARS, factError, inOrder, SUMMARY_CHARS } from "./rules";

/** What the cast will not forget: facts one wrote down, and the summary of what left the model's sight. */
export default function Memory({ pin }: MemoryProps) {
  const { chatID } = usePlay();
  const headId = usePlayState("headId");
  const stamp = headId ?? "";
  const uri = memoryUri(chatID);
  const memory = useFresh<StoryMemory>(uri, stamp);
  const client = useQueryClient();
  const change = (next: (now: StoryMemory) => StoryMemory) =>
    client.setQueryData<StoryMemory>([uri, stamp], (now) => (now === undefined ? now : next(now)));

  if (memory.state === "loading") return <PanelWaiting words="Loading the memory" />;
  if (memory.state === "failed")
    return (
      <ErrorState title="The memory did not arrive" onRetry={memory.retry}>
        {memory.error.message}
      </ErrorState>
    );
  return (
    <div className="memory">
      <Facts
        facts={inOrder(memory.data.facts)}
        pin={pin}
        onChange={(facts) => change((now) => ({ ...now, facts: facts(now.facts) }))}
      />
      <SummaryPart
        key={`${memory.data.summary?.id ?? ""} ${memory.data.summary?.version ?? 0}`}
        summary={memory.data.summary}
        onChange={(summary) => change((now) => ({ ...now, summary }))}
      />
    </div>
  );
}

type ChangeFacts = (next: (now: readonly Fact[]) => Fact[]) => void;

interface FactsProps {
  facts: readonly Fact[];
  pin: { text: string; messageId: string } | null;
  onChange: ChangeFacts;
}

function Facts({ facts, pin, onChange }: FactsProps) {
  const { chatID, announce } = usePlay();
  const [forgotten, setForgotten] = useState<Fact | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const id = useId();

  const run = async (deed: () => Promise<void>) => {
    setFailure(null);
    try {
      await deed();
    } catch (cause) {
      setFailure(failedConnection(cause).message);
    }
  };

  const put = (fact: Fact) =>
    onChange((now) =>
      now.some((each) => each.id === fact.id)
        ? now.map((each) => (each.id === fact.id ? fact : each))
        : [...now, fact],
    );

  const add = async (text: string, pinned: boolean, messageId?: string) => {
    put(await memoryCalls.add(chatID, { text, pinned, ...(messageId !== undefined && { messageId }) }));
    setForgotten(null);
    announce("Written down.");
  };

  const forget = (fact: Fact) =>
    run(async () => {
      await memoryCalls.forget(fact.id);
      onChange((now) => now.filter((each) => each.id !== fact.id));
      setForgotten(fact);
    });

  return (
    <section className="panel-part" aria-labelledby={id}>
      <h3 className="panel-heading" id={id}>
        Facts
      </h3>
      <p className="panel-lead">
        One line each: what must stay true. Pinned facts are never left out of a prompt.
      </p>
      {failure !== null && <FormMessage>{failure}</FormMessage>}
      <FactForm
        key={pin?.messageId ?? ""}
        text={pin?.text ?? ""}
        label={pin === null ? "New fact" : "New fact from this line"}
        pinned
        submit="Write down"
        eager={pin !== null}
        onSave={(text, pinned) => add(text, pinned, pin?.messageId)}
      />
      {facts.length === 0 ? (
        <p className="memory-none">Nothing is written down yet.</p>
      ) : (
        <ul className="fact-list">
          {facts.map((fact) => (
            <FactRow
              key={fact.id}
              fact={fact}
              onSave={async (change) =>
                put(await memoryCalls.change(fact.id, { ...change, version: fact.version }))
              }
              onPin={() =>
                void run(async () =>
                  put(await memoryCalls.change(fact.id, { pinned: !fact.pinned, version: fact.version })),
                )
              }
              onForget={() => void forget(fact)}
            />
          ))}
        </ul>
      )}
      <p role="status" className="memory-undo">
        {forgotten !== null && (
          <>
            Forgotten.{" "}
            <button
              type="button"
              className="text-link"
              onClick={() =>
                void run(() => add(forgotten.text, forgotten.pinned, forgotten.sourceMessageId ?? undefined))
              }
            >
              Undo
            </button>
          </>
        )}
      </p>
    </section>
  );
}

interface FactFormProps {
  text: string;
  label: string;
  pinned: boolean;
  submit: string;
  /** Takes the focus when it appears. */
  eager?: boolean;
  onSave: (text: string, pinned: boolean) => Promise<void>;
  onCancel?: () => void;
}

function FactForm({
  text: initial,
  label,
  pinned: isPinned,
  submit,
  eager = false,
  onSave,
  onCancel,
}: FactFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [text, setText] = useState(initial);
  const [pinned, setPinned] = useState(isPinned);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);

  useEffect(() => {
    if (eager) form.current?.querySelector("textarea")?.focus();
  }, [eager]);

  const save = async () => {
    const wrong = factError(text);
    setError(wrong);
    if (wrong !== null || busy) return;
    setBusy(true);
    try {
      await onSave(text.trim(), pinned);
      setText("");
    } catch (cause) {
      setError(failedConnection(cause).message);
    } finally {
      setBusy(false);
    }
  };

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void save();
  };

  return (
    <form className="form fact-form" ref={form} noValidate onSubmit={onSubmit}>
      <TextArea
        label={label}
        name="fact"
        rows={2}
        value={text}
        maxLength={FACT_CHARS * 2}
        error={error}
        placeholder="Mara never takes the left stair."
        dir="auto"
        onChange={(event) => setText(event.target.value)}
      />
      {(text !== "" || onCancel !== undefined) && (
        <div className="form-row">
          <Button
            type="submit"
            tone={onCancel === undefined ? "gold" : "plain"}
            aria-busy={busy || undefined}
          >
            {busy ? "Saving…" : submit}
          </Button>
          {onCancel !== undefined && (
            <Button tone="quiet" onClick={onCancel}>
              Cancel
            </Button>
          )}
          <label className="check">
            <input type="checkbox" checked={pinned} onChange={(event) => setPinned(event.target.checked)} />
            Pinned
          </label>
        </div>
      )}
    </form>
  );
}

interface FactRowProps {
  fact: Fact;
  onSave: (change: { text: string; pinned: boolean }) => Promise<void>;
  onPin: () => void;
  onForget: () => void;
}

function FactRow({ fact, onSave, onPin, onForget }: FactRowProps) {
  const { story } = usePlay();
  const jump = useJump();
  const [editing, setEditing] = useState(false);
  const { text, pinned, sourceMessageId, holds } = fact;
  if (editing)
    return (
      <li className="fact">
        <FactForm
          text={text}
          label="Fact"
          pinned={pinned}
          submit="Save"
          eager
          onSave={async (next, nextPinned) => {
            await onSave({ text: next, pinned: nextPinned });
            setEditing(false);
          }}
          onCancel={() => setEditing(false)}
        />
      </li>
    );
  return (
    <li className={cx("fact", !holds && "is-elsewhere")}>
      <p className="fact-text" dir="auto">
        {text}
      </p>
      <div className="fact-tools">
        {sourceMessageId !== null && (
          <button
            type="button"
            className="text-link fact-source"
            onClick={() => jump(() => story.goTo(sourceMessageId))}
          >
            {holds ? "Where it was said" : "Said on another branch"}
          </button>
        )}
        <IconButton label="Pinned" title={pinned ? "Unpin" : "Pin"} aria-pressed={pinned} onClick={onPin}>
          <Icon name="pin" />
        </IconButton>
        <IconButton label="Edit" onClick={() => setEditing(true)}>
          <Icon name="edit" />
        </IconButton>
        <IconButton label="Forget" onClick={onForget}>
          <Icon name="trash" />
        </IconButton>
      </div>
    </li>
  );
}

interface SummaryPartProps {
  summary: Summary | null;
  onChange: (summary: Summary | null) => void;
}

function SummaryPart({ summary, onChange }: SummaryPartProps) {
  const { chatID, story } = usePlay();
  const jump = useJump();
  const [editing, setEditing] = useState(false);
  const [busy, setBusy] = useState<"refresh" | "save" | null>(null);
  const [text, setText] = useState(summary?.text ?? "");
  const [failure, setFailure] = useState<string | null>(null);
  const [said, setSaid] = useState("");
  const id = useId();

  const run = async (what: "refresh" | "save", deed: () => Promise<Summary | null>, words: string) => {
    setBusy(what);
    setFailure(null);
    setSaid("");
    try {
      const next = await deed();
      onChange(next);
      setEditing(false);
      setSaid(next === null ? "Everything still fits in the model's sight: no summary is needed." : words);
    } catch (cause) {
      const failed = failedConnection(cause);
      // That there is nothing to sum up yet is an answer, not a failure.
      if (what === "refresh" && failed.status === 409) setSaid(failed.message);
      else setFailure(failed.message);
    } finally {
      setBusy(null);
    }
  };

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (busy === null && text.trim() !== "")
      void run("save", () => memoryCalls.tell(chatID, text.trim(), summary?.version ?? 0), "Saved.");
  };

  return (
    <section className="panel-part" aria-labelledby={id}>
      <h3 className="panel-heading" id={id}>
        Summary
      </h3>
      {failure !== null && <FormMessage>{failure}</FormMessage>}
      {summary === null && !editing && (
        <p className="panel-lead">
          When the story grows longer than the model can read, what came first is told again here in short.
          The lines themselves stay as they are.
        </p>
      )}
      {summary !== null && (
        <p className="summary-covers">
          <span>
            Stands for {plural(summary.messageIds.length, "line")}
            {summary.edited ? ", edited by you" : ""}.
          </span>
          <button
            type="button"
            className="text-link"
            onClick={() => jump(() => story.goTo(summary.coversFrom))}
          >
            First
          </button>
          <button
            type="button"
            className="text-link"
            onClick={() => jump(() => story.goTo(summary.coversTo))}
          >
            Last
          </button>
        </p>
      )}
      {editing ? (
        <form className="form" noValidate onSubmit={onSubmit}>
          <TextArea
            label="What happened"
            name="summary"
            rows={10}
            value={text}
            maxLength={SUMMARY_CHARS}
            dir="auto"
            onChange={(event) => setText(event.target.value)}
          />
          <div className="form-row">
            <Button type="submit" tone="gold" aria-busy={busy === "save" || undefined}>
              {busy === "save" ? "Saving…" : "Save summary"}
            </Button>
            <Button
              tone="quiet"
              onClick={() => {
                setText(summary?.text ?? "");
                setEditing(false);
              }}
            >
              Cancel
            </Button>
          </div>
        </form>
      ) : (
        <>
          {summary !== null && (
            <div className="summary-text" dir="auto">
              {summary.text.split(/\n+/).map((paragraph, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs of one text, which is replaced as a whole.
                <p key={at}>{paragraph}</p>
              ))}
            </div>
          )}
          <div className="form-row">
            {summary !== null && (
              <Button onClick={() => setEditing(true)}>
                <Icon name="edit" />
                Edit
              </Button>
            )}
            <Button
              busy={busy === "refresh"}
              onClick={() =>
                void run("refresh", async () => (await memoryCalls.sumUp(chatID)).summary, "Told anew.")
              }
            >
              <Icon name="refresh" />
              {busy === "refresh" ? "Summing up…" : summary === null ? "Sum up now" : "Sum up anew"}
            </Button>
          </div>
        </>
      )}
      <p role="status" className="memory-undo">
        {said}
      </p>
    </section>
  );
}
