import { useEditor } from "../editor/EditorContext";
import { Choice, ShortText } from "../editor/fields";
import { LIMITS } from "../model/draft";
import { ORIGINS } from "./choices";

/** The id in a scenario's address, or what was typed. */
const idIn = (text: string) => /\/scenario\/([\w-]+)/.exec(text)?.[1] ?? text.trim();

/** Whose work the scenario is. */
export function Origin() {
  const { draft, change } = useEditor();
  const { origin } = draft;
  return (
    <Choice
      path={["origin"]}
      label="Whose work is it?"
      hint="Fan fiction, a story of your own with somebody else’s world, is your own work: name the original in the description."
      value={origin?.kind ?? null}
      choices={ORIGINS}
      onChange={(kind) => {
        if (kind === "mine") change({ origin: { kind } });
        else change({ origin: kind === "permission" ? { kind, from: "" } : { kind, of: "" } });
      }}
    >
      {origin?.kind === "permission" && (
        <ShortText
          path={["origin", "from"]}
          label="Whose, and where they gave permission"
          value={origin.from}
          limit={LIMITS.origin}
          onChange={(from) => change({ origin: { kind: "permission", from } })}
        />
      )}
      {origin?.kind === "fork" && (
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
