import forms from "../../../design/forms/Form.module.css";
import { RadioOptions } from "../../../design/forms/RadioOptions";
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
  return (
    <fieldset className={s.work}>
      <legend className={forms.label}>What happens to the scenarios you published?</legend>
      <RadioOptions choices={CHOICES} value={work} onChange={onChange} />
      <p className={forms.hint}>Stories that others have begun go on either way. Your drafts are deleted.</p>
    </fieldset>
  );
}
