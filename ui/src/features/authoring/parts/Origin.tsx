import { useEffect, useEffectEvent, useState } from "react";
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

type WorkOrigin = NonNullable<Draft["origin"]>;

/** How long what a choice asks for may stay empty before that is said, in milliseconds. */
const PATIENCE_MS = 10_000;

/** The id in a scenario's address, or what was typed. */
const idIn = (text: string) => /\/scenario\/([\w-]+)/.exec(text)?.[1] ?? text.trim();

/** Whose work the scenario is. */
export function Origin() {
  const { draft, change } = useEditor();
  const { viewer } = useSession();
  const creators = namedCreators(draft, viewer === null ? [] : [viewer.username, viewer.authorname]);
  // Somebody whose cards name another creator says once more that the work is theirs.
  const [isClaiming, setClaiming] = useState(false);
  const [opened, setOpened] = useOpened((next) => change({ origin: next }));
  const origin = opened ?? draft.origin;
  const store = (next: WorkOrigin) => {
    setClaiming(false);
    setOpened(null);
    change({ origin: next });
  };
  const choose = (kind: WorkOrigin["kind"]) => {
    setClaiming(kind === "mine" && creators.length > 0);
    if (kind !== "mine") setOpened(kind === "permission" ? { kind, from: "" } : { kind, of: "" });
    else if (creators.length > 0) setOpened(null);
    else store({ kind });
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
      {!isClaiming && origin !== null && origin.kind !== "mine" && (
        // biome-ignore lint/a11y/noStaticElementInteractions: it only notices that the field within is left.
        <div onBlur={() => opened !== null && store(opened)}>
          <WhoseWork origin={origin} onChange={store} />
        </div>
      )}
    </Choice>
  );
}

/**
 * A choice whose text is still to be written. It is not stored as long as it is empty, because nothing could be
 * saved then: at the latest after some time, or when its part is left.
 */
function useOpened(store: (origin: WorkOrigin) => void) {
  const [opened, setOpened] = useState<WorkOrigin | null>(null);
  const end = useEffectEvent(() => {
    if (opened !== null) store(opened);
    setOpened(null);
  });
  useEffect(() => {
    if (opened === null) return;
    const timer = setTimeout(() => end(), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [opened]);
  useEffect(() => () => end(), []);
  return [opened, setOpened] as const;
}

interface WhoseWorkProps {
  origin: Exclude<WorkOrigin, { kind: "mine" }>;
  onChange: (origin: WorkOrigin) => void;
}

/** What is asked about the work of others. */
function WhoseWork({ origin, onChange }: WhoseWorkProps) {
  return origin.kind === "permission" ? (
    <ShortText
      path={["origin", "from"]}
      label="Whose, and where they gave permission"
      value={origin.from}
      limit={LIMITS.origin}
      hint="Readers don’t see this."
      onChange={(from) => onChange({ kind: "permission", from })}
    />
  ) : (
    <ShortText
      path={["origin", "of"]}
      label="The address of that scenario"
      value={origin.of}
      limit={LIMITS.origin}
      onChange={(address) => onChange({ kind: "fork", of: idIn(address) })}
    />
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
