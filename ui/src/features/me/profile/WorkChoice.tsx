import { useId } from "react";
import forms from "../../../design/forms/Form.module.css";
import options from "../../../design/forms/Options.module.css";
import s from "./WorkChoice.module.css";

/** What becomes of the scenarios of somebody who leaves. */
const CHOICES = [
  { value: "withdraw", label: "Withdraw them", text: "Nobody can find or start them any more." },
  {
    value: "leave",
    label: "Leave them to readers",
    text: "They stay, unlisted ones too, as the work of “a former author”. Your name, and anything that leads to you, is gone.",
  },
] as const;

type Work = (typeof CHOICES)[number]["value"];

interface WorkChoiceProps {
  work: Work;
  onChange: (work: Work) => void;
}

/** Asks an author who leaves what becomes of the published scenarios. */
export function WorkChoice({ work, onChange }: WorkChoiceProps) {
  const name = useId();
  return (
    <fieldset className={s.work}>
      <legend className={forms.label}>What happens to the scenarios you published?</legend>
      <div className={options.options}>
        {CHOICES.map((choice) => (
          <label key={choice.value} className={options.option}>
            <input
              type="radio"
              name={name}
              checked={work === choice.value}
              onChange={() => onChange(choice.value)}
            />
            <span>
              <span className={options.name}>{choice.label}</span>
              <span className={options.text}>{choice.text}</span>
            </span>
          </label>
        ))}
      </div>
      <p className={forms.hint}>Stories that others have begun go on either way. Your drafts are deleted.</p>
    </fieldset>
  );
}
