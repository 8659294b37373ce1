import { useMemo, useState } from "react";
import { Button } from "../../../design/Button";
import { plural } from "../../../lib/format";
import { useEditor } from "../editor/EditorContext";
import { ShortText } from "../editor/fields";
import { LIMITS } from "../model/draft";
import { renameRest } from "../text/renameActor";
import type { DraftActor } from "../types";
import type { OfActorProps } from "./ActorInstructions";
import s from "./ActorName.module.css";
import { Renaming } from "./Renaming";

/** An actor's name, and what is to be done about the texts that call them by another one. */
export function ActorName({ actor, at, set }: OfActorProps) {
  const { draft } = useEditor();
  /** The name that the texts may still have: the first since they were made to agree. */
  const [former, setFormer] = useState<string | null>(null);
  const [isTyping, setIsTyping] = useState(false);
  const isShared = draft.actors.some(({ id, name }) => id !== actor.id && isSameName(name, actor.name));
  return (
    <div>
      <ShortText
        path={at("name")}
        label="Name"
        value={actor.name}
        limit={LIMITS.name}
        {...(isShared && { hint: "Another actor has this name, too." })}
        onChange={(name) => set({ name })}
        onFocus={() => {
          setIsTyping(true);
          if (former === null && actor.name.trim() !== "") setFormer(actor.name.trim());
        }}
        onBlur={() => setIsTyping(false)}
      />
      <div role="status">
        {former !== null && !isTyping && (
          <FormerName actor={actor} former={former} onDone={() => setFormer(null)} />
        )}
      </div>
      <Renaming actor={actor} />
    </div>
  );
}

interface FormerNameProps {
  actor: DraftActor;
  former: string;
  /** The texts were changed, or are to stay. */
  onDone: () => void;
}

/** Offers to change an actor's former name where it still stands. */
function FormerName({ actor, former, onDone }: FormerNameProps) {
  const { draft, session } = useEditor();
  const rest = useMemo(() => renameRest(draft, actor.id, former), [draft, actor.id, former]);
  if (rest === null) return null;
  return (
    <div className={s.former}>
      <p dir="auto">
        “{former}” still stands in {plural(rest.total, "place")}.
      </p>
      <div className={s.actions}>
        <Button
          onClick={() => {
            session.edit(rest.draft);
            onDone();
          }}
        >
          {rest.total === 1 ? "Change it" : "Change them"} to “{actor.name.trim()}”
        </Button>
        <Button tone="quiet" onClick={onDone}>
          Leave as is
        </Button>
      </div>
    </div>
  );
}

const isSameName = (a: string, b: string) =>
  a.trim() !== "" && a.trim().toLowerCase() === b.trim().toLowerCase();
