import forms from "../../../design/forms/Form.module.css";
import { FormDialog } from "../../../design/forms/FormDialog";
import options from "../../../design/forms/Options.module.css";
import { textOf, useForm } from "../../../design/forms/useForm";
import { plural } from "../../../lib/format";
import { RATINGS } from "../parts/choices";
import type { MyScenario } from "../types";
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
  const form = useForm({
    check: (fields) => (textOf(fields, "rating") === "" ? { rating: "Choose a rating." } : {}),
    send: async (fields) => {
      const chosen = RATINGS.find(({ value }) => value === textOf(fields, "rating"));
      await change(rating(scenarios, chosen?.value ?? null));
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
      <fieldset className={options.options}>
        <legend className="sr-only">Age rating</legend>
        {RATINGS.map(({ value, label, text }) => (
          <label key={value} className={options.option}>
            <input
              type="radio"
              name="rating"
              value={value}
              defaultChecked={isShared && first?.rating === value}
            />
            <span>
              <span className={options.name}>{label}</span>
              <span className={options.text}>{text}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {hasReaders(scenarios) && (
        <p className={forms.hint}>Readers see it with the next version that you publish.</p>
      )}
    </FormDialog>
  );
}
