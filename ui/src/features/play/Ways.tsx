import { Button } from "../../design/Button";
import { Icon } from "../../design/Icon";
import type { OpenPanel } from "./contracts";
import { SHORTEN, type Shorten } from "./model/faults";
import { usePlay } from "./PlayContext";
import type { Message } from "./types";

interface WaysProps {
  shorten: Shorten | null;
  /** Whether another model may help. */
  model: boolean;
  /** The reply that failed, or null. */
  message: Message | null;
  onEdit: ((messageId: string) => void) | null;
}

const PANEL: Readonly<Record<Exclude<Shorten, "message">, OpenPanel>> = {
  persona: { name: "characters" },
  memory: { name: "memory", pin: null },
  lore: { name: "lore" },
  authorsNote: { name: "settings", at: "authorsNote" },
  instructions: { name: "settings", at: "instructions" },
  replyLength: { name: "settings", at: "replyLength" },
};

/** What helps after a failure besides trying again: the part that is too long, and another model. */
export function Ways({ shorten, model, message, onEdit }: WaysProps) {
  const { story } = usePlay();
  const go = (panel: OpenPanel) => {
    story.openPanel(panel);
    if (message !== null) story.tend(message.id);
  };
  const said = message?.parentId ?? null;
  const canEdit = onEdit !== null && said !== null && story.message(said)?.origin === "said";
  return (
    <>
      {shorten !== null && (shorten !== "message" || canEdit) && (
        <Button
          onClick={() => {
            if (shorten !== "message") go(PANEL[shorten]);
            else if (canEdit && message !== null) {
              story.tend(message.id);
              onEdit(said);
            }
          }}
        >
          <Icon name="edit" />
          {SHORTEN[shorten]}
        </Button>
      )}
      {model && (
        <Button tone="quiet" onClick={() => go({ name: "settings", at: "model" })}>
          <Icon name="filter" />
          Switch model
        </Button>
      )}
    </>
  );
}
