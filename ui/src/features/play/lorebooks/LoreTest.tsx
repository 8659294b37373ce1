import { type FormEvent, useState } from "react";
import { Button } from "../../../design/Button";
import { TextArea } from "../../../design/forms/Field";
import { FormMessage } from "../../../design/forms/FormMessage";
import { useDeed } from "../../../design/forms/useDeed";
import { usePlay } from "../PlayContext";
import { LoreList } from "../prompt/LoreReport";
import type { LoreRecord } from "../wire";
import { loreCalls } from "./calls";

/** Says what a line would bring up, without sending it. */
export function LoreTest() {
  const { chatID } = usePlay();
  const [text, setText] = useState("");
  const [found, setFound] = useState<readonly LoreRecord[] | null>(null);
  const { busy, failure, run } = useDeed();

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const line = text.trim();
    if (line !== "") void run(async () => setFound((await loreCalls.test(chatID, line)).fired));
  };

  return (
    <section className="panel-part" aria-label="Test a message">
      <h3 className="panel-heading">Test a message</h3>
      <p className="panel-lead">See which entries it would trigger. Nothing is sent.</p>
      <form className="form" noValidate onSubmit={onSubmit}>
        <TextArea
          label="Message"
          name="line"
          rows={2}
          value={text}
          placeholder="She climbed to the lamp room."
          dir="auto"
          onChange={(event) => setText(event.target.value)}
        />
        <div className="form-row">
          <Button type="submit" aria-busy={busy || undefined} aria-disabled={text.trim() === "" || undefined}>
            {busy ? "Testing…" : "Test"}
          </Button>
        </div>
      </form>
      {failure !== null && <FormMessage>{failure}</FormMessage>}
      <div role="status">
        {found !== null &&
          (found.length === 0 ? (
            <p className="panel-lead">There are no entries to test.</p>
          ) : (
            <LoreList entries={found} />
          ))}
      </div>
    </section>
  );
}
