import { type ReactNode, useId, useState } from "react";
import { setFontSize, useFontSize } from "../../../api/font-size";
import { FONT_SIZE } from "../../../api/preferences";
import { Button } from "../../../design/Button";
import choices from "../../../design/forms/Choices.module.css";
import slider from "../../../design/forms/Slider.module.css";
import { Switch } from "../../../design/Switch";
import { cx } from "../../../lib/classes";
import { setGraphics, useGraphics } from "../../../lib/graphics";
import { lengthName, lengthText, RESPONSE_LENGTH } from "./rules";
import setting from "./Settings.module.css";

/** The settings that stand on more than one tab. */

interface SliderProps {
  label: string;
  /** The value in words, beside the label and read out. */
  says: string;
  value: number;
  min: number;
  max: number;
  step?: number;
  hint?: ReactNode;
  onInput: (value: number) => void;
  /** When the slider is let go. */
  onCommit?: (value: number) => void;
  children?: ReactNode;
}

/** A slider with its name and its value in words. */
export function Slider({
  label,
  says,
  value,
  min,
  max,
  step = 1,
  hint,
  onInput,
  onCommit,
  children,
}: SliderProps) {
  const id = useId();
  const commit = () => onCommit?.(value);
  return (
    <div className={setting.setting}>
      <div className={setting.head}>
        <label className={setting.label} htmlFor={id}>
          {label}
        </label>
        <output className={cx("numbers", setting.value)} htmlFor={id}>
          {says}
        </output>
      </div>
      <input
        id={id}
        type="range"
        className={slider.slider}
        min={min}
        max={max}
        step={step}
        value={value}
        aria-valuetext={says}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onChange={(event) => onInput(Number(event.target.value))}
        onPointerUp={commit}
        onKeyUp={commit}
        onBlur={commit}
      />
      {hint !== undefined && (
        <p className={setting.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {children}
    </div>
  );
}

/**
 * A value that moves under the finger and is sent when it is let go, if it has changed; what arrives from elsewhere
 * meanwhile shows once it is.
 */
export function useHeld(
  saved: number,
  save: (value: number) => void,
): [number, (value: number) => void, (value: number) => void] {
  const [held, setHeld] = useState<number | null>(null);
  const commit = (value: number) => {
    setHeld(null);
    if (value !== saved) save(value);
  };
  return [held ?? saved, setHeld, commit];
}

/** Spec section 5: 12 to 24, in this browser. `reset` shows the way back to 16. */
export function FontSize({ reset = false }: { reset?: boolean }) {
  const size = useFontSize();
  return (
    <Slider
      label="Font size"
      says={`${size} px`}
      value={size}
      min={FONT_SIZE.min}
      max={FONT_SIZE.max}
      onInput={setFontSize}
    >
      {reset && (
        <Button
          tone="quiet"
          className={setting.reset}
          disabled={size === FONT_SIZE.initial}
          onClick={() => setFontSize(FONT_SIZE.initial)}
        >
          Reset to default
        </Button>
      )}
    </Slider>
  );
}

/** How long replies may run. */
export function ResponseLength({ value, onChange }: { value: number; onChange: (value: number) => void }) {
  const [shown, hold, commit] = useHeld(value, onChange);
  return (
    <Slider
      label="Response length"
      says={lengthName(shown)}
      value={shown}
      min={RESPONSE_LENGTH.min}
      max={RESPONSE_LENGTH.max}
      hint={`${lengthText(shown)}, starting with the next reply.`}
      onInput={hold}
      onCommit={commit}
    />
  );
}

/** Whether others than the cast may enter. */
export function Npcs({ value, onChange }: { value: boolean; onChange: (value: boolean) => void }) {
  return (
    <Switch
      label="NPCs"
      hint="Extras: minor characters outside the cast can join the scene and speak."
      checked={value}
      onChange={onChange}
    />
  );
}

/** Low or High, in this browser. */
export function Graphics() {
  const graphics = useGraphics();
  const id = useId();
  return (
    <div className={cx(setting.setting, setting.row)}>
      <div>
        <p className={setting.label} id={id}>
          Graphics quality
        </p>
        <p className={setting.hint}>Low: no motion, saves battery.</p>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot lie in a row in every browser. */}
      <div className={choices.choice} role="group" aria-labelledby={id}>
        <Button aria-pressed={graphics === "low"} onClick={() => setGraphics("low")}>
          Low
        </Button>
        <Button aria-pressed={graphics === "high"} onClick={() => setGraphics("high")}>
          High
        </Button>
      </div>
    </div>
  );
}
