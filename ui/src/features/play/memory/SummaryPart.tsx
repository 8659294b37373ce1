import { useId, useState } from "react";
import { Button } from "../../../design/Button";
import { TextArea } from "../../../design/forms/Field";
import { Form } from "../../../design/forms/Form";
import { FormMessage } from "../../../design/forms/FormMessage";
import { SubmitButton } from "../../../design/forms/SubmitButton";
import { useAction } from "../../../design/forms/useAction";
import { useForm } from "../../../design/forms/useForm";
import { useUnsaved } from "../../../design/forms/useUnsaved";
import { Icon } from "../../../design/Icon";
import { plural } from "../../../lib/format";
import { usePlay } from "../PlayContext";
import panel from "../panels/PanelPart.module.css";
import { useJump } from "../panels/useJump";
import type { Summary } from "../types";
import { memoryApi } from "./api";
import s from "./Memory.module.css";
import { SUMMARY_CHARS } from "./rules";

const NOT_NEEDED = "The whole story still fits in the model’s context, so no summary is needed.";

interface SummaryPartProps {
  summary: Summary | null;
  onChange: (summary: Summary | null) => void;
}

/** The first part of a long story in short: read here, rewritten, or summarised again by the model. */
export function SummaryPart({ summary, onChange }: SummaryPartProps) {
  /** The summary that is being edited: a newer one may arrive meanwhile. */
  const [edited, setEdited] = useState<Summary | null>(null);
  const [said, setSaid] = useState("");
  const id = useId();
  const changed = (next: Summary | null, words: string) => {
    onChange(next);
    setEdited(null);
    setSaid(next === null ? NOT_NEEDED : words);
  };

  return (
    <section className={panel.part} aria-labelledby={id}>
      <h3 className={panel.heading} id={id}>
        Summary
      </h3>
      {summary === null && edited === null && (
        <p className={panel.lead}>
          When the story gets longer than the model can read, older messages are summarised here. The messages
          themselves don’t change.
        </p>
      )}
      {summary !== null && <Covers summary={summary} />}
      {edited !== null ? (
        <SummaryForm
          summary={edited}
          onBegin={() => setSaid("")}
          onSaved={(next) => changed(next, "Saved.")}
          onCancel={() => setEdited(null)}
        />
      ) : (
        <>
          {summary !== null && <SummaryText text={summary.text} />}
          <Tools summary={summary} onEdit={setEdited} onSaid={setSaid} onRefreshed={changed} />
        </>
      )}
      <p role="status" className={s.undo}>
        {said}
      </p>
    </section>
  );
}

/** Which messages the summary stands for. */
function Covers({ summary }: { summary: Summary }) {
  const { story } = usePlay();
  const jump = useJump();
  const link = (label: string, messageId: string) => (
    <button type="button" className="text-link" onClick={() => jump(() => story.goTo(messageId))}>
      {label}
    </button>
  );
  return (
    <p className={s.covers}>
      <span>
        Covers {plural(summary.messageIds.length, "message")}
        {summary.edited ? ", edited by you" : ""}.
      </span>
      {link("First", summary.coversFrom)}
      {link("Last", summary.coversTo)}
    </p>
  );
}

function SummaryText({ text }: { text: string }) {
  return (
    <div className={s.summary} dir="auto">
      {text.split(/\n+/).map((paragraph, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs of one text, which is replaced as a whole.
        <p key={at}>{paragraph}</p>
      ))}
    </div>
  );
}

interface SummaryFormProps {
  summary: Summary;
  onBegin: () => void;
  onSaved: (summary: Summary | null) => void;
  onCancel: () => void;
}

function SummaryForm({ summary, onBegin, onSaved, onCancel }: SummaryFormProps) {
  const { chatID } = usePlay();
  const [text, setText] = useState(summary.text);
  const form = useForm({
    disabledReason: text.trim() === "" ? "Enter a summary." : null,
    send: async () => {
      onBegin();
      onSaved(await memoryApi.saveSummary(chatID, text.trim(), summary.version));
    },
  });
  useUnsaved(text !== summary.text);
  return (
    <Form form={form}>
      <TextArea
        label="What happened"
        name="summary"
        rows={10}
        value={text}
        maxLength={SUMMARY_CHARS}
        dir="auto"
        onChange={(event) => setText(event.target.value)}
      />
      <div className={panel.row}>
        <SubmitButton busyText="Saving…">Save summary</SubmitButton>
        <Button tone="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </Form>
  );
}

interface ToolsProps {
  summary: Summary | null;
  onEdit: (summary: Summary) => void;
  onSaid: (words: string) => void;
  onRefreshed: (summary: Summary | null, words: string) => void;
}

function Tools({ summary, onEdit, onSaid, onRefreshed }: ToolsProps) {
  const { chatID } = usePlay();
  const refresh = useAction(
    async () => {
      onSaid("");
      onRefreshed((await memoryApi.summarise(chatID)).summary, "Updated.");
    },
    {
      onFailure: (failure) => {
        // That there is nothing to summarise yet is an answer, not a failure.
        if (failure.status !== 409) return false;
        onSaid(failure.message);
        return true;
      },
    },
  );
  return (
    <>
      {refresh.failure !== null && <FormMessage>{refresh.failure}</FormMessage>}
      <div className={panel.row}>
        {summary !== null && (
          <Button onClick={() => onEdit(summary)}>
            <Icon name="edit" />
            Edit
          </Button>
        )}
        <Button busy={refresh.busy} onClick={() => void refresh.run()}>
          <Icon name="refresh" />
          {refresh.busy ? "Summarising…" : summary === null ? "Summarise" : "Summarise again"}
        </Button>
      </div>
    </>
  );
}
