import { useState } from "react";
import { Button } from "../../../design/Button";
import { TextField } from "../../../design/forms/Field";
import { Form } from "../../../design/forms/Form";
import { useForm } from "../../../design/forms/useForm";
import type { Sampling } from "../types";
import { isSampled, rangeText, SAMPLER, type SamplerField, samplerValue, withSampler } from "./rules";
import s from "./Sampler.module.css";
import setting from "./Settings.module.css";

interface SamplerProps {
  sampling: Sampling;
  onSave: (sampling: Sampling) => void;
}

/** How freely the model chooses its words. What is empty is left to the model. */
export function Sampler({ sampling, onSave }: SamplerProps) {
  return (
    <div className={s.sampler}>
      <p className={setting.hint}>
        Leave a field empty to use the model’s default. Temperature is usually all you need.
      </p>
      <div className={s.fields}>
        {SAMPLER.map((field) => (
          <SamplerInput
            key={`${field.name} ${sampling[field.name] ?? ""}`}
            field={field}
            value={sampling[field.name] ?? null}
            onSave={(value) => onSave(withSampler(sampling, field.name, value))}
          />
        ))}
      </div>
      <div>
        <Button disabled={!isSampled(sampling)} onClick={() => onSave({})}>
          Reset all to defaults
        </Button>
      </div>
    </div>
  );
}

interface SamplerInputProps {
  field: SamplerField;
  value: number | null;
  onSave: (value: number | null) => void;
}

/** Saved when the field is left, or on Enter. */
function SamplerInput({ field, value, onSave }: SamplerInputProps) {
  const [typed, setTyped] = useState(value === null ? "" : String(value));
  const [error, setError] = useState<string | null>(null);

  const save = () => {
    const read = samplerValue(field, typed);
    setError("error" in read ? read.error : null);
    if ("value" in read && read.value !== value) onSave(read.value);
  };
  const form = useForm({ send: async () => save() });

  return (
    <Form form={form} className="">
      <TextField
        label={field.label}
        name={field.name}
        inputMode="decimal"
        value={typed}
        placeholder="Model default"
        error={error === null ? null : `${field.label}: ${error}`}
        hint={`${field.hint} ${error === null ? rangeText(field) : ""}`}
        autoComplete="off"
        onChange={(event) => setTyped(event.target.value)}
        onBlur={save}
      />
    </Form>
  );
}
