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

/** What can be done with this many cards. */
const answersFor = (count: number): readonly RadioOption<ChangedCards>[] => [
  {
    value: "keepBoth",
    label: "Keep both",
    text: count === 1 ? "The card becomes another scenario." : "Each card becomes another scenario.",
  },
  {
    value: "update",
    label: count === 1 ? "Update my scenario" : "Update my scenarios",
    text:
      (count === 1 ? "The card’s texts replace yours" : "The cards’ texts replace yours") +
      ": what you changed in them since the import is lost. What is published stays as it is.",
  },
  {
    value: "skip",
    label: count === 1 ? "Leave mine as it is" : "Leave mine as they are",
    text: count === 1 ? "The card is not imported." : "The cards are not imported.",
  },
];

/** The one question of an import: what becomes of cards that are here already in another version. */
export function ChangedQuestion({ batch }: { batch: ImportBatch }) {
  const client = useQueryClient();
  const count = batch.counts.changed;
  const [chosen, setChosen] = useState<ChangedCards>("keepBoth");
  const form = useForm({
    send: async () => {
      const next = await importsApi.answer(batch.id, chosen);
      client.setQueryData(keyOf(readUri(reads.importBatch, { importID: batch.id })), next);
    },
  });
  return (
    <section className={s.panel} data-tone="asking" aria-labelledby="changed-title">
      <h2 className={s.panelTitle} id="changed-title">
        {count === 1 ? "Another version of a card you have" : `Other versions of ${count} cards you have`}
      </h2>
      <Form form={form}>
        <fieldset>
          <legend className="sr-only">What to do</legend>
          <RadioOptions choices={answersFor(count)} value={chosen} onChange={setChosen} />
        </fieldset>
        <div className={s.panelActions}>
          <SubmitButton busyText="Saving…">Continue</SubmitButton>
          {batch.counts.total > 1 && <p>Applies to every such card in this import.</p>}
        </div>
      </Form>
    </section>
  );
}
