import { useState } from "react";
import type { Me, Persona } from "../../../api/person";
import { useAction } from "../../../design/forms/useAction";
import { useChangeMe } from "../useMe";

export interface NamedPersona {
  id: string;
  persona: Persona;
}

interface Personas {
  /** Rejects when it could not be saved. */
  put: (id: string, persona: Persona) => Promise<void>;
  remove: (persona: NamedPersona) => void;
  /** What was deleted last and can be restored; null: nothing. */
  removed: NamedPersona | null;
  undo: () => void;
  /** Offers no way back any more. */
  dismissUndo: () => void;
  /** Why a deletion or its undoing failed. */
  failure: string | null;
}

type Kept = Me["personas"];

const without = (personas: Kept, id: string): Kept =>
  Object.fromEntries(Object.entries(personas).filter(([each]) => each !== id));

/** One's personas as something to change. Deleting shows at once and can be undone. */
export function usePersonas(): Personas {
  const change = useChangeMe();
  const [removed, setRemoved] = useState<NamedPersona | null>(null);
  const apply = useAction(
    (verb: "delete" | "restore", { id, persona }: NamedPersona) => {
      const after = ({ personas }: Me) => ({
        personas: verb === "delete" ? without(personas, id) : { ...personas, [id]: persona },
      });
      return change({ update: after, guess: (now) => ({ ...now, ...after(now) }) });
    },
    {
      overlapping: true,
      say: ({ message }, verb, { persona }) => `Couldn’t ${verb} ${persona.name}: ${message}`,
    },
  );

  return {
    put: (id, persona) => change({ update: (now) => ({ personas: { ...now.personas, [id]: persona } }) }),
    remove: (persona) => {
      setRemoved(persona);
      void apply.run("delete", persona).then((deleted) => {
        if (!deleted) setRemoved(null);
      });
    },
    removed,
    undo: () => {
      if (removed === null) return;
      setRemoved(null);
      void apply.run("restore", removed);
    },
    dismissUndo: () => setRemoved(null),
    failure: apply.failure,
  };
}
