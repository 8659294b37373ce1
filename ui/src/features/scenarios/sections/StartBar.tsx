import { type Start, StartButton, StartNote } from "../../stories/public";

/** On phones the start button stays under the thumb while the programme is read; wider screens have it above. */
export function StartBar({ start }: { start: Start }) {
  return (
    <div className="start-bar">
      {start.failure !== null && <StartNote start={start} />}
      <StartButton start={start} />
    </div>
  );
}
