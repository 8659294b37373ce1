import { useState } from "react";
import forms from "../../../design/forms/Form.module.css";
import { FormDialog } from "../../../design/forms/FormDialog";
import { RadioOptions } from "../../../design/forms/RadioOptions";
import { useForm } from "../../../design/forms/useForm";
import { plural } from "../../../lib/format";
import { RATINGS } from "../parts/choices";
import type { MyScenario, Rating } from "../types";
import { hasReaders } from "./bulk";
import { type BulkJob, rating } from "./jobs";

interface RatingDialogProps {
  scenarios: readonly MyScenario[];
  change: (job: BulkJob) => Promise<void>;
  onClose: () => void;
}

/** One age rating for many scenarios. */
export function RatingDialog({ scenarios, change, onClose }: RatingDialogProps) {
  const [first] = scenarios;
  const isShared = scenarios.every((each) => each.rating === first?.rating);
  const [chosen, setChosen] = useState<Rating | null>(isShared ? (first?.rating ?? null) : null);
  const form = useForm({
    check: () => ({ rating: chosen === null ? "Choose a rating." : null }),
    send: async () => {
      await change(rating(scenarios, chosen));
      onClose();
    },
  });
  return (
    <FormDialog
      id="rating"
      title={`Rate ${plural(scenarios.length, "scenario")}`}
      form={form}
      action="Rate"
      busyAction="Saving…"
      onClose={onClose}
    >
      {form.errors.rating != null && <p role="alert">{form.errors.rating}</p>}
      <fieldset>
        <legend className="sr-only">Age rating</legend>
        <RadioOptions choices={RATINGS} value={chosen} onChange={setChosen} />
      </fieldset>
      {hasReaders(scenarios) && (
        <p className={forms.hint}>Readers see it with the next version that you publish.</p>
      )}
    </FormDialog>
  );
}
