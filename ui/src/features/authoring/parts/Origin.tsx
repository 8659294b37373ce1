import { useState } from "react";
import { useSession } from "../../../api/session";
import { Button } from "../../../design/Button";
import forms from "../../../design/forms/Form.module.css";
import { joined } from "../../../lib/format";
import { useEditor } from "../editor/EditorContext";
import { Choice, ShortText } from "../editor/fields";
import { LIMITS } from "../model/draft";
import type { Draft } from "../types";
import { ORIGINS } from "./choices";
import { type NamedCreator, namedCreators } from "./creators";
import s from "./Origin.module.css";

type Kind = NonNullable<Draft["origin"]>["kind"];

/** The id in a scenario's address, or what was typed. */
const idIn = (text: string) => /\/scenario\/([\w-]+)/.exec(text)?.[1] ?? text.trim();

/** Whose work the scenario is. */
export function Origin() {
  const { draft, change } = useEditor();
  const { viewer } = useSession();
  const { origin } = draft;
  const creators = namedCreators(draft, viewer === null ? [] : [viewer.username, viewer.authorname]);
  // Somebody whose cards name another creator says once more that the work is theirs.
  const [isClaiming, setClaiming] = useState(false);
  const store = (next: NonNullable<Draft["origin"]>) => {
    setClaiming(false);
    change({ origin: next });
  };
  const choose = (kind: Kind) => {
    if (kind === "mine") {
      if (creators.length > 0) setClaiming(true);
      else store({ kind });
    } else store(kind === "permission" ? { kind, from: "" } : { kind, of: "" });
  };
  return (
    <Choice
      path={["origin"]}
      label="Whose work is it?"
      hint="Fan fiction, a story of your own with somebody else’s world, is your own work: name the original in the description."
      note={creators.length > 0 && <Named creators={creators} />}
      value={isClaiming ? "mine" : (origin?.kind ?? null)}
      choices={ORIGINS}
      onChange={choose}
    >
      {isClaiming && (
        <Claim
          creators={creators}
          onMine={() => store({ kind: "mine" })}
          onTheirs={() => store({ kind: "permission", from: joined(creators.map(({ name }) => name)) })}
        />
      )}
      {!isClaiming && origin?.kind === "permission" && (
        <ShortText
          path={["origin", "from"]}
          label="Whose, and where they gave permission"
          value={origin.from}
          limit={LIMITS.origin}
          onChange={(from) => change({ origin: { kind: "permission", from } })}
        />
      )}
      {!isClaiming && origin?.kind === "fork" && (
        <ShortText
          path={["origin", "of"]}
          label="The address of that scenario"
          value={origin.of}
          limit={LIMITS.origin}
          onChange={(address) => change({ origin: { kind: "fork", of: idIn(address) } })}
        />
      )}
    </Choice>
  );
}

/** Whom the cards name. */
function Named({ creators }: { creators: readonly NamedCreator[] }) {
  return (
    <ul className={forms.hint}>
      {creators.map(({ name, actors }) => (
        <li key={name} dir="auto">
          {actors.length === 1
            ? `The card of ${joined(actors)} names ${name} as its creator.`
            : `The cards of ${joined(actors)} name ${name} as their creator.`}
        </li>
      ))}
    </ul>
  );
}

interface ClaimProps {
  creators: readonly NamedCreator[];
  onMine: () => void;
  onTheirs: () => void;
}

/** The question whether the creator that the cards name is the author. */
function Claim({ creators, onMine, onTheirs }: ClaimProps) {
  const [first, ...others] = creators;
  return (
    <div className={s.claim}>
      <Button onClick={onMine}>
        {first !== undefined && others.length === 0 ? `I am ${first.name}` : "I made these cards"}
      </Button>
      <Button onClick={onTheirs}>I made this with their work</Button>
    </div>
  );
}
