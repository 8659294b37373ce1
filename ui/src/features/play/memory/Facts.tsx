import { useId, useState } from "react";
import { FormMessage } from "../../../design/forms/FormMessage";
import { useAction } from "../../../design/forms/useAction";
import type { MemoryProps } from "../contracts";
import { usePlay } from "../PlayContext";
import panel from "../panels/PanelPart.module.css";
import type { Fact } from "../types";
import { memoryApi } from "./api";
import { FactForm } from "./FactForm";
import { FactRow } from "./FactRow";
import s from "./Memory.module.css";

/** Changes the list as it is on screen by then. */
type ChangeFacts = (next: (now: readonly Fact[]) => Fact[]) => void;

interface FactsProps {
  facts: readonly Fact[];
  pin: MemoryProps["pin"];
  onChange: ChangeFacts;
}

/** Adding, changing and deleting facts; what was deleted last can be restored. */
function useFacts(onChange: ChangeFacts) {
  const { chatID, announce } = usePlay();
  const [deleted, setDeleted] = useState<Fact | null>(null);
  /** Of a fact that is there already, and of one that was deleted. */
  const change = useAction((operation: () => Promise<void>) => operation(), { overlapping: true });

  const put = (fact: Fact) =>
    onChange((now) =>
      now.some((each) => each.id === fact.id)
        ? now.map((each) => (each.id === fact.id ? fact : each))
        : [...now, fact],
    );
  const add = async (text: string, pinned: boolean, messageId?: string) => {
    put(await memoryApi.add(chatID, { text, pinned, ...(messageId !== undefined && { messageId }) }));
    setDeleted(null);
    announce("Fact added.");
  };
  const save = async (fact: Fact, next: { text?: string; pinned: boolean }) =>
    put(await memoryApi.change(fact.id, { ...next, version: fact.version }));
  const remove = async (fact: Fact) => {
    await memoryApi.remove(fact.id);
    onChange((now) => now.filter((each) => each.id !== fact.id));
    setDeleted(fact);
  };
  const restore = ({ text, pinned, sourceMessageId }: Fact) =>
    add(text, pinned, sourceMessageId ?? undefined);

  return {
    add,
    save,
    togglePin: (fact: Fact) => void change.run(() => save(fact, { pinned: !fact.pinned })),
    remove: (fact: Fact) => void change.run(() => remove(fact)),
    undo: deleted === null ? null : () => void change.run(() => restore(deleted)),
    failure: change.failure,
  };
}

/** What must stay true, a line each: written down here, pinned, changed and deleted. */
export function Facts({ facts, pin, onChange }: FactsProps) {
  const { add, save, togglePin, remove, undo, failure } = useFacts(onChange);
  const id = useId();
  return (
    <section className={panel.part} aria-labelledby={id}>
      <h3 className={panel.heading} id={id}>
        Facts
      </h3>
      <p className={panel.lead}>
        Short statements that must stay true. Pinned facts are always in the prompt.
      </p>
      {failure !== null && <FormMessage>{failure}</FormMessage>}
      <FactForm
        key={pin?.messageId ?? ""}
        text={pin?.text ?? ""}
        label={pin === null ? "New fact" : "New fact from this message"}
        pinned
        submit="Add fact"
        eager={pin !== null}
        onSave={(text, pinned) => add(text, pinned, pin?.messageId)}
      />
      {facts.length === 0 ? (
        <p className={s.none}>No facts yet.</p>
      ) : (
        <ul className={s.facts}>
          {facts.map((fact) => (
            <FactRow
              key={fact.id}
              fact={fact}
              onSave={(next) => save(fact, next)}
              onPin={() => togglePin(fact)}
              onDelete={() => remove(fact)}
            />
          ))}
        </ul>
      )}
      <p role="status" className={s.undo}>
        {undo !== null && (
          <>
            Fact deleted.{" "}
            <button type="button" className="text-link" onClick={undo}>
              Undo
            </button>
          </>
        )}
      </p>
    </section>
  );
}
