import { useState } from "react";
import { TextArea } from "../../../design/forms/Field";
import { Form } from "../../../design/forms/Form";
import { SubmitButton } from "../../../design/forms/SubmitButton";
import { useForm } from "../../../design/forms/useForm";
import { usePlay } from "../PlayContext";
import panel from "../panels/PanelPart.module.css";
import { LoreList } from "../prompt/LoreReport";
import type { LoreRecord } from "../types";
import { loreApi } from "./api";

/** Shows what a line would bring up, without sending it. */
export function LoreTest() {
  const { chatID } = usePlay();
  const [text, setText] = useState("");
  const [found, setFound] = useState<readonly LoreRecord[] | null>(null);
  const line = text.trim();
  const form = useForm({
    disabledReason: line === "" ? "Enter a message to test." : null,
    send: async () => setFound((await loreApi.test(chatID, line)).fired),
  });

  return (
    <section className={panel.part} aria-label="Test a message">
      <h3 className={panel.heading}>Test a message</h3>
      <p className={panel.lead}>See which entries it would trigger. Nothing is sent.</p>
      <Form form={form}>
        <TextArea
          label="Message"
          name="line"
          rows={2}
          value={text}
          placeholder="She climbed to the lamp room."
          dir="auto"
          onChange={(event) => setText(event.target.value)}
        />
        <div className={panel.row}>
          <SubmitButton tone="plain" busyText="Testing…">
            Test
          </SubmitButton>
        </div>
      </Form>
      <div role="status">
        {found !== null &&
          (found.length === 0 ? (
            <p className={panel.lead}>There are no entries to test.</p>
          ) : (
            <LoreList entries={found} />
          ))}
      </div>
    </section>
  );
}
