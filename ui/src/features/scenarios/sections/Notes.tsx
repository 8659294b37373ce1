import { Icon } from "../../../design/Icon";
import { type Advice, adviceText } from "../advice";
import s from "./Notes.module.css";

/** Whom it is for and what it contains, as far as a reader may want to know that before the start. */
export function Notes({ advice }: { advice: Advice }) {
  const text = adviceText(advice);
  if (text === "") return null;
  return (
    <p className={s.notes}>
      <Icon name="warning" />
      <span>{text}</span>
    </p>
  );
}
