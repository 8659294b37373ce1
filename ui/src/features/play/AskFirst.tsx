import { useRef } from "react";
import { Button } from "../../design/Button";
import { Dialog } from "../../design/Dialog";
import { costOf } from "./composer/copy";
import type { PayingCommand } from "./contracts";
import { useChat } from "./PlayContext";

const QUESTIONS: Readonly<Record<PayingCommand, { title: string; button: string }>> = {
  next: { title: "Continue the scene?", button: "Continue" },
  continue: { title: "Continue the last reply?", button: "Continue" },
  regenerate: { title: "Regenerate the last reply?", button: "Regenerate" },
};

interface AskFirstProps {
  command: PayingCommand;
  onYes: () => void;
  onClose: () => void;
}

/** A key that would pay asks first: the player may have meant to type. */
export default function AskFirst({ command, onYes, onClose }: AskFirstProps) {
  const { price } = useChat();
  const yes = useRef(onYes);
  const { title, button } = QUESTIONS[command];
  return (
    <Dialog
      id="ask-first"
      title={title}
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            tone="accent"
            autoFocus
            onClick={() => {
              onClose();
              yes.current();
            }}
          >
            {button}
          </Button>
        </>
      }
    >
      <p>{costOf(price).text}.</p>
    </Dialog>
  );
}
