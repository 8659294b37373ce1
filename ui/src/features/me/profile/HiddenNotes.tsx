import type { Me } from "../../../api/person";
import { NoteChips, toggled } from "../../scenarios/public";
import type { Change } from "../useMe";
import { Section } from "./Section";

interface HiddenNotesProps {
  me: Me;
  apply: (change: Change) => Promise<boolean>;
}

/** The content notes whose scenarios a reader does not want to see. */
export function HiddenNotes({ me, apply }: HiddenNotesProps) {
  return (
    <Section
      title="Hidden content"
      lead="Scenarios that contain what you choose, as their authors say, are hidden from all your lists and searches. If a link leads you to one, you are asked before it starts. Only you can see this."
    >
      <NoteChips
        label="Hidden content"
        chosen={me.blockedNotes}
        onToggle={(note) => {
          const change = (now: Me) => ({ blockedNotes: toggled(now.blockedNotes, note) });
          void apply({ update: change, guess: (now) => ({ ...now, ...change(now) }) });
        }}
      />
    </Section>
  );
}
