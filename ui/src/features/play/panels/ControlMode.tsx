import { Icon } from "../../../design/Icon";
import type { IconName } from "../../../design/icons";
import { useChat, usePlay } from "../PlayContext";
import type { ControlMode as Mode } from "../types";
import s from "./ControlMode.module.css";
import { indicatorOf } from "./modes";

const ICONS: Readonly<Record<Mode, IconName>> = {
  default: "user",
  puppeteer: "mask",
  steer: "feather",
};

/** Whose words the player writes; a press leads to where that is changed. */
export default function ControlMode() {
  const { story } = usePlay();
  const { mode, label, name, text } = indicatorOf(useChat());
  return (
    <button
      type="button"
      className={s.control}
      data-mode={mode}
      title={`${text} Press to change it.`}
      onClick={() => story.openPanel({ name: "characters" })}
    >
      <Icon name={ICONS[mode]} />
      <span className={s.label}>{label}</span>{" "}
      {name !== null && (
        <b className={s.name} dir="auto">
          {name}
        </b>
      )}
    </button>
  );
}
