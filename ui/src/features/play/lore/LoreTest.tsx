import { type FormEvent, useState } from "react";
import { failedConnection } from "../../../api/errors";
import { Button } from "../../../design/Button";
import { FormMessage, TextArea } from "../../../design/Field";
import { LoreList } from "../inspector/LoreReport";
import { usePlay } from "../PlayContext";
import type { LoreRecord } from "../wire";
import { loreCalls } from "./calls";

/** Says what a line would bring up, without sending it. */
export function LoreTest() {
  const { chatID } = usePlay();
  const [text, setText] = useState("");
  const [found, setFound] = useState<readonly LoreRecord[] | null>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === "" || busy) return;
    setBusy(true);
    setFailure(null);
    try {
      setFound((await loreCalls.test(chatID, text.trim())).fired);
    } catch (cause) {
      setFailure(failedConnection(cause).message);
    } finally {
      setBusy(false);
    }
  };

  return (
    <section className="panel-part" aria-label="Try a line">
      <h3 className="panel-heading">Try a line</h3>
      <p className="panel-lead">See what it would bring up. Nothing is sent to the cast.</p>
      <form className="form" noValidate onSubmit={(event) => void onSubmit(event)}>
        <TextArea
          label="A line of the story"
          name="line"
          rows={2}
          value={text}
          placeholder="She climbed to the lamp room."
          dir="auto"
          onChange={(event) => setText(event.target.value)}
        />
        <div className="form-row">
          <Button type="submit" aria-busy={busy || undefined} aria-disabled={text.trim() === "" || undefined}>
            {busy ? "Looking…" : "Try it"}
          </Button>
        </div>
      </form>
      {failure !== null && <FormMessage>{failure}</FormMessage>}
      <div role="status">
        {found !== null &&
          (found.length === 0 ? (
            <p className="panel-lead">There are no entries to bring up.</p>
          ) : (
            <LoreList entries={found} />
          ))}
      </div>
    </section>
  );
}
