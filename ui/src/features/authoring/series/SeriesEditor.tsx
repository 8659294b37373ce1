import { useQueryClient } from "@tanstack/react-query";
import { useId, useRef, useState } from "react";
import { Button } from "../../../design/Button";
import { TextField } from "../../../design/forms/Field";
import { Form } from "../../../design/forms/Form";
import forms from "../../../design/forms/Form.module.css";
import { SubmitButton } from "../../../design/forms/SubmitButton";
import { textOf, useForm } from "../../../design/forms/useForm";
import { useUnsaved } from "../../../design/forms/useUnsaved";
import { Icon } from "../../../design/Icon";
import { plural } from "../../../lib/format";
import type { Series, SeriesScenario } from "./api";
import { MOST_SCENARIOS, MOST_TITLE, seriesOf, withAdded } from "./order";
import { PickScenarios } from "./PickScenarios";
import s from "./SeriesEditor.module.css";
import { SeriesParts } from "./SeriesParts";
import { readSeriesAgain, type SeriesContent, useSaveSeries } from "./useSeries";

interface SeriesEditorProps {
  /** As it is stored when editing begins; null: it is still to be made. */
  stored: Series | null;
  /** All series of the author. */
  all: readonly Series[];
  onSaved: (saved: SeriesContent) => void;
  onCancel: () => void;
}

/** Statuses that say that another version is stored. */
const OVERTAKEN: readonly number[] = [409, 412];

const sameOrder = (one: SeriesContent["scenarios"], other: SeriesContent["scenarios"]) =>
  one.length === other.length && one.every(({ id }, at) => id === other[at]?.id);

/** The title and the parts of a series. */
export function SeriesEditor({ all, onSaved, onCancel, ...props }: SeriesEditorProps) {
  const client = useQueryClient();
  const save = useSaveSeries();
  const headingId = useId();
  // What the list shows by now may be another window's: saving that version would replace it unasked.
  const [stored, setStored] = useState(props.stored);
  const before = { title: stored?.title ?? "", scenarios: stored?.scenarios ?? [] };
  const [title, setTitle] = useState(before.title);
  const [scenarios, setScenarios] = useState<readonly SeriesScenario[]>(before.scenarios);
  const [isPicking, setPicking] = useState(false);
  const isChanged = title.trim() !== before.title || !sameOrder(scenarios, before.scenarios);
  useUnsaved(isChanged);

  const form = useForm({
    check: (fields) => ({ title: textOf(fields, "title") === "" ? "Give the series a title." : null }),
    send: async (fields) => {
      const content = { title: textOf(fields, "title"), scenarios };
      await save(stored, content);
      onSaved(content);
    },
    onFailure: ({ status }) => {
      // The next try is made with the version that is stored now.
      if (stored !== null && OVERTAKEN.includes(status)) {
        void readSeriesAgain(client, stored.id).then((now) => now !== null && setStored(now));
      }
      return false;
    },
    say: ({ status, message }) =>
      stored !== null && status === 412
        ? "This series was changed in another window. Save again to replace that with what you see here."
        : message,
  });

  return (
    <section className={s.editor} aria-labelledby={headingId}>
      <h2 className={s.heading} id={headingId}>
        {stored === null ? "New series" : "Edit series"}
      </h2>
      <Form form={form}>
        <TextField
          label="Title"
          name="title"
          value={title}
          maxLength={MOST_TITLE}
          autoComplete="off"
          autoFocus
          required
          dir="auto"
          onChange={({ target }) => setTitle(target.value)}
        />
        <PartsField
          scenarios={scenarios}
          error={form.errors.scenarios}
          onChange={setScenarios}
          onAdd={() => setPicking(true)}
        />
        <div className={s.actions}>
          <Button onClick={onCancel}>Cancel</Button>
          <SubmitButton tone="plain" busyText="Saving…">
            {stored === null ? "Create series" : "Save series"}
          </SubmitButton>
        </div>
      </Form>
      {isPicking && (
        <PickScenarios
          chosen={scenarios}
          room={MOST_SCENARIOS - scenarios.length}
          taken={seriesOf(all, stored?.id ?? null)}
          onAdd={(added) => setScenarios(withAdded(scenarios, added))}
          onClose={() => setPicking(false)}
        />
      )}
    </section>
  );
}

interface PartsFieldProps {
  scenarios: SeriesContent["scenarios"];
  error: string | null | undefined;
  onChange: (scenarios: SeriesContent["scenarios"]) => void;
  /** Asks which are to be added. */
  onAdd: () => void;
}

function PartsField({ scenarios, error, onChange, onAdd }: PartsFieldProps) {
  const addButton = useRef<HTMLButtonElement>(null);
  return (
    <div className={forms.field}>
      <div className={forms.labelRow}>
        <p className={forms.label}>Parts in order</p>
        <span className={forms.hint}>{plural(scenarios.length, "scenario")}</span>
      </div>
      {scenarios.length > 0 && (
        <SeriesParts scenarios={scenarios} addButton={addButton} onChange={onChange} />
      )}
      {error != null && <p role="alert">{error}</p>}
      {scenarios.length < MOST_SCENARIOS ? (
        <Button ref={addButton} className={s.add} onClick={onAdd}>
          <Icon name="plus" />
          Add scenarios
        </Button>
      ) : (
        <p className={forms.hint}>{MOST_SCENARIOS} scenarios are the most in a series.</p>
      )}
    </div>
  );
}
