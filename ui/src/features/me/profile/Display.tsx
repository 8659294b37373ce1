import { setFontSize, useFontSize } from "../../../api/font-size";
import { usePage } from "../../../api/page";
import { FONT_SIZE } from "../../../api/preferences";
import { setPref } from "../../../api/prefs";
import { Button } from "../../../design/Button";
import choices from "../../../design/forms/Choices.module.css";
import forms from "../../../design/forms/Form.module.css";
import slider from "../../../design/forms/Slider.module.css";
import { Switch } from "../../../design/Switch";
import s from "./Display.module.css";
import { Row, Section } from "./Section";

/** How things look in this browser. */
export function Display() {
  const { prefs } = usePage();
  const size = useFontSize();
  return (
    <>
      <Section title="Reading" lead="For story text on this device only.">
        <div className={s.size}>
          <label className={forms.label} htmlFor="font-size">
            Text size
          </label>
          <output className="numbers" htmlFor="font-size">
            {size} px
          </output>
          <input
            id="font-size"
            type="range"
            className={slider.slider}
            min={FONT_SIZE.min}
            max={FONT_SIZE.max}
            step={1}
            value={size}
            onChange={(event) => setFontSize(Number(event.target.value))}
          />
          <Button
            tone="quiet"
            disabled={size === FONT_SIZE.initial}
            onClick={() => setFontSize(FONT_SIZE.initial)}
          >
            Reset to default
          </Button>
        </div>
        <svg
          className={s.sample}
          role="img"
          aria-label={`A line of story text at ${size} pixels`}
          height={size * 4.4}
          width="100%"
        >
          <text y={size * 1.3} fontSize={size}>
            The lamplighter counts his lamps.
          </text>
          <text y={size * 2.9} fontSize={size} className={s.aside}>
            One more is lit than yesterday.
          </text>
        </svg>
      </Section>
      <Section title="This device">
        <Row
          title="Theme"
          action={
            <fieldset className={choices.choice} aria-label="Theme">
              <Button aria-pressed={prefs.theme === "dark"} onClick={() => setPref("theme", "dark")}>
                Dark
              </Button>
              <Button aria-pressed={prefs.theme === "light"} onClick={() => setPref("theme", "light")}>
                Light
              </Button>
            </fieldset>
          }
        >
          Dark or light, for the whole site.
        </Row>
        <div className={choices.switches}>
          <Switch
            label="Hide images"
            hint="For reading in public."
            checked={prefs.hideImages}
            onChange={(on) => setPref("hideImages", String(on))}
          />
        </div>
      </Section>
    </>
  );
}
