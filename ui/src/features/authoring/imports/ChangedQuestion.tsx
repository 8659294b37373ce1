import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { readUri } from "../../../api/address";
import { keyOf } from "../../../api/query";
import { reads } from "../../../api/reads";
import { Form } from "../../../design/forms/Form";
import { type RadioOption, RadioOptions } from "../../../design/forms/RadioOptions";
import { SubmitButton } from "../../../design/forms/SubmitButton";
import { useForm } from "../../../design/forms/useForm";
import { importsApi } from "../api";
import type { ChangedCards, ImportBatch } from "../types";
import s from "./BatchView.module.css";

const ANSWERS: readonly RadioOption<ChangedCards>[] = [
  {
    value: "update",
    label: "Update my scenarios",
    text: "The newer card becomes the draft. What is published stays as it is until you publish again.",
  },
  { value: "keepBoth", label: "Keep both", text: "The newer card becomes another scenario." },
  { value: "skip", label: "Leave mine as they are", text: "The newer card is not imported." },
];

/** The one question of an import: what becomes of cards that are here already in another version. */
export function ChangedQuestion({ batch }: { batch: ImportBatch }) {
  const client = useQueryClient();
  const count = batch.counts.changed;
  const [chosen, setChosen] = useState<ChangedCards>("update");
  const form = useForm({
    send: async () => {
      const next = await importsApi.answer(batch.id, chosen);
      client.setQueryData(keyOf(readUri(reads.importBatch, { importID: batch.id })), next);
    },
  });
  return (
    <section className={s.panel} data-tone="asking" aria-labelledby="changed-title">
      <h2 className={s.panelTitle} id="changed-title">
        {count === 1
          ? "One of these cards changed since you imported it"
          : `${count} of these cards changed since you imported them`}
      </h2>
      <Form form={form}>
        <fieldset>
          <legend className="sr-only">What to do with them</legend>
          <RadioOptions choices={ANSWERS} value={chosen} onChange={setChosen} />
        </fieldset>
        <div className={s.panelActions}>
          <SubmitButton busyText="Saving…">Continue</SubmitButton>
          <p>Applies to every changed card in this import.</p>
        </div>
      </Form>
    </section>
  );
}
