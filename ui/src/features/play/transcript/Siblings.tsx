import { IconButton } from "../../../design/Button";
import { Icon } from "../../../design/Icon";
import { cx } from "../../../lib/classes";
import { usePlay, useTurn } from "../PlayContext";
import type { Message } from "../types";
import s from "./Siblings.module.css";

/** Steps through the versions of a message. What follows each of them comes along. */
export function Siblings({ message }: { message: Message }) {
  const { story, announce } = usePlay();
  const turn = useTurn();
  const { index, count, ids } = message.siblings;
  if (count < 2) return null;
  const go = (to: number) => {
    const id = ids[to];
    if (id === undefined) return;
    announce(`Version ${to + 1} of ${count}`);
    void story.switchTo(id);
  };
  return (
    <fieldset className={s.siblings} data-siblings aria-label={`Versions of this message by ${message.name}`}>
      <IconButton
        label="Previous version"
        disabled={index === 0 || turn !== null}
        onClick={() => go(index - 1)}
      >
        <Icon name="left" />
      </IconButton>
      <span className={cx("numbers", s.count)}>
        <span aria-hidden="true">
          {index + 1}/{count}
        </span>
        <span className="sr-only">
          Version {index + 1} of {count}
        </span>
      </span>
      <IconButton
        label="Next version"
        disabled={index >= count - 1 || turn !== null}
        onClick={() => go(index + 1)}
      >
        <Icon name="right" />
      </IconButton>
    </fieldset>
  );
}
