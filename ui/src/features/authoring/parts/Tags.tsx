import forms from "../../../design/forms/Form.module.css";
import { useEditor } from "../editor/EditorContext";
import { FieldError, FieldPlace } from "../editor/fields";
import { LIMITS } from "../model/draft";
import type { Draft } from "../types";
import { TagChoice } from "./TagChoice";

/** A draft with its tags changed; the same draft where they are the same. */
function retagged(draft: Draft, change: (tags: string[]) => string[]): Draft {
  const tags = change(draft.tags);
  return tags === draft.tags ? draft : { ...draft, tags };
}

/** The scenario's tags. */
export function Tags() {
  const { draft, session } = useEditor();
  return (
    <FieldPlace path={["tags"]}>
      <TagChoice
        label="Tags"
        tags={draft.tags}
        removeLabel={(tag) => `Remove ${tag}`}
        onChange={(change) => session.update((now) => retagged(now, change))}
      >
        <p className={forms.hint}>Up to {LIMITS.tags}, the most important first.</p>
        <FieldError path={["tags"]} />
      </TagChoice>
    </FieldPlace>
  );
}
