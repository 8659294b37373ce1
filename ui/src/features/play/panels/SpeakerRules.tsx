import { useId } from "react";
import { IconButton } from "../../../design/Button";
import { RadioOptions } from "../../../design/forms/RadioOptions";
import { Icon } from "../../../design/Icon";
import { cx } from "../../../lib/classes";
import { isCharged } from "../composer/copy";
import { MAX_REPLIES, within } from "../settings/rules";
import setting from "../settings/Settings.module.css";
import { useSettings } from "../settings/useSettings";
import { STRATEGIES } from "./modes";
import panel from "./PanelPart.module.css";
import s from "./SpeakerRules.module.css";

/** Who speaks after the player, and how many of them. */
export function SpeakerRules() {
  const { session, set } = useSettings();
  const id = useId();
  const { strategy, maxReplies } = session;
  const change = (by: number) => set({ maxReplies: within(maxReplies + by, MAX_REPLIES) });
  return (
    <fieldset className={panel.part}>
      <legend className={panel.heading}>Who answers</legend>
      <RadioOptions
        choices={STRATEGIES.map(({ strategy: value, name: label, text }) => ({ value, label, text }))}
        value={strategy}
        onChange={(next) => set({ strategy: next })}
      />
      <div className={s.stepper}>
        <span id={`${id}-most`}>
          <span className={setting.label}>Maximum replies per turn</span>
          {isCharged(session.price) && (
            <span className={setting.hint}>Each reply is charged separately.</span>
          )}
        </span>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot lie in a row in every browser. */}
        <div className={s.tools} role="group" aria-labelledby={`${id}-most`}>
          <IconButton label="One fewer" disabled={maxReplies <= MAX_REPLIES.min} onClick={() => change(-1)}>
            <Icon name="minus" />
          </IconButton>
          <output className={cx("numbers", s.value)}>{maxReplies}</output>
          <IconButton label="One more" disabled={maxReplies >= MAX_REPLIES.max} onClick={() => change(1)}>
            <Icon name="plus" />
          </IconButton>
        </div>
      </div>
    </fieldset>
  );
}
