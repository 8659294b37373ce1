import { type Start, StartButton, StartNote } from "../../stories/public";
import s from "./StartBar.module.css";

/** On phones the start button stays under the thumb while the page is read; wider screens have it above. */
export function StartBar({ start }: { start: Start }) {
  return (
    <div className={s.bar}>
      {start.failure !== null && <StartNote start={start} />}
      <StartButton start={start} />
    </div>
  );
}
