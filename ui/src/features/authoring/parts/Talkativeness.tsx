import { useId } from "react";
import forms from "../../../design/forms/Form.module.css";
import slider from "../../../design/forms/Slider.module.css";
import { Switch } from "../../../design/Switch";
import { FieldError, FieldPlace } from "../editor/fields";
import type { Path } from "../model/path";

interface TalkativenessProps {
  path: Path;
  /** 0 to 1; null: the default. */
  value: number | null;
  onChange: (value: number | null) => void;
}

const HALF = 0.5;

/** How likely an actor speaks without being addressed. */
export function Talkativeness({ path, value, onChange }: TalkativenessProps) {
  const id = useId();
  return (
    <FieldPlace path={path}>
      <Switch
        label="Set how talkative they are"
        hint="Matters only where several actors share a scene. Off: as much as the others."
        checked={value !== null}
        onChange={(isOn) => onChange(isOn ? HALF : null)}
      />
      {value !== null && (
        <div className={forms.field}>
          <div className={forms.labelRow}>
            <label className={forms.label} htmlFor={id}>
              Talkativeness
            </label>
            <span className={forms.room}>{Math.round(value * 100)} %</span>
          </div>
          <input
            id={id}
            type="range"
            className={slider.slider}
            min={0}
            max={1}
            step={0.05}
            value={value}
            aria-valuetext={`${Math.round(value * 100)} %`}
            onChange={({ target }) => onChange(Number(target.value))}
          />
          <p className={forms.hint}>How likely they speak without being spoken to.</p>
        </div>
      )}
      <FieldError path={path} />
    </FieldPlace>
  );
}
