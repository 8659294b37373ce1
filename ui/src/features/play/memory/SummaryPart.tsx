import { type FormEvent, useId, useState } from "react";
import { failedConnection } from "../../../api/errors";
import { Button } from "../../../design/Button";
import { TextArea } from "../../../design/forms/Field";
import { FormMessage } from "../../../design/forms/FormMessage";
import { Icon } from "../../../design/Icon";
import { plural } from "../../../lib/format";
import { usePlay } from "../PlayContext";
import { useJump } from "../panels/useJump";
import type { Summary } from "../wire";
import { memoryCalls } from "./calls";
import { SUMMARY_CHARS } from "./rules";

interface SummaryPartProps {
  summary: Summary | null;
  onChange: (summary: Summary | null) => void;
}

/** What came first in a long story, told again in short: read here, rewritten, or told anew by the model. */
export function SummaryPart({ summary, onChange }: SummaryPartProps) {
  const { chatID, story } = usePlay();
  const jump = useJump();
  /** What is being written, over the version that was there when it was begun. */
  const [draft, setDraft] = useState<{ text: string; version: number } | null>(null);
  const [busy, setBusy] = useState<"refresh" | "save" | null>(null);
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
      setDraft(null);
      setSaid(
        next === null ? "The whole story still fits in the model’s context, so no summary is needed." : words,
      );
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
    const text = draft?.text.trim() ?? "";
    if (draft !== null && busy === null && text !== "")
      void run("save", () => memoryCalls.tell(chatID, text, draft.version), "Saved.");
  };

  return (
    <section className="panel-part" aria-labelledby={id}>
      <h3 className="panel-heading" id={id}>
        Summary
      </h3>
      {failure !== null && <FormMessage>{failure}</FormMessage>}
      {summary === null && draft === null && (
        <p className="panel-lead">
          When the story gets longer than the model can read, older messages are summarised here. The messages
          themselves don’t change.
        </p>
      )}
      {summary !== null && (
        <p className="summary-covers">
          <span>
            Covers {plural(summary.messageIds.length, "message")}
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
      {draft !== null ? (
        <form className="form" noValidate onSubmit={onSubmit}>
          <TextArea
            label="What happened"
            name="summary"
            rows={10}
            value={draft.text}
            maxLength={SUMMARY_CHARS}
            dir="auto"
            onChange={(event) => setDraft({ ...draft, text: event.target.value })}
          />
          <div className="form-row">
            <Button type="submit" tone="gold" aria-busy={busy === "save" || undefined}>
              {busy === "save" ? "Saving…" : "Save summary"}
            </Button>
            <Button tone="quiet" onClick={() => setDraft(null)}>
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
              <Button onClick={() => setDraft({ text: summary.text, version: summary.version })}>
                <Icon name="edit" />
                Edit
              </Button>
            )}
            <Button
              busy={busy === "refresh"}
              onClick={() =>
                void run("refresh", async () => (await memoryCalls.sumUp(chatID)).summary, "Updated.")
              }
            >
              <Icon name="refresh" />
              {busy === "refresh" ? "Summarising…" : summary === null ? "Summarise" : "Summarise again"}
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
