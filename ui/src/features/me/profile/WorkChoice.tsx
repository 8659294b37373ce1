import type { Me } from "../../../api/person";
import forms from "../../../design/forms/Form.module.css";
import { RadioOptions } from "../../../design/forms/RadioOptions";
import { publishedText } from "./publishedWork";
import s from "./WorkChoice.module.css";

/** What becomes of the scenarios of somebody who leaves. */
export type Work = NonNullable<Me["deletionWork"]>;

const CHOICES: readonly { value: Work; label: string; text: string }[] = [
  { value: "withdraw", label: "Withdraw them", text: "Nobody can find or start them any more." },
  {
    value: "leave",
    label: "Leave them to readers",
    text: "They stay, unlisted ones too, as the work of “a former author”.",
  },
];

interface WorkChoiceProps {
  work: Work;
  /** How many scenarios others can see; null where that is not known. */
  count: number | null;
  onChange: (work: Work) => void;
}

/** Asks an author who leaves what becomes of the published scenarios. */
export function WorkChoice({ work, count, onChange }: WorkChoiceProps) {
  return (
    <fieldset className={s.work}>
      <legend className={forms.label}>What happens to your {publishedText(count)}?</legend>
      <RadioOptions choices={CHOICES} value={work} onChange={onChange} />
      <ul className={s.notes}>
        <li>This happens on the day of the deletion. Until then they stay as they are.</li>
        <li>Your name goes either way. Stories that others have begun go on with the texts they play.</li>
        <li>Drafts are deleted, and what you have withdrawn stays withdrawn.</li>
      </ul>
    </fieldset>
  );
}
