import { IconButton } from "../../../design/Button";
import forms from "../../../design/forms/Form.module.css";
import { Icon } from "../../../design/Icon";
import { TagInput } from "../../tags/public";
import { useEditor } from "../editor/EditorContext";
import { FieldError, FieldPlace } from "../editor/fields";
import { LIMITS } from "../model/draft";
import type { Draft } from "../types";
import { NearTags } from "./NearTags";
import s from "./Tags.module.css";
import { useNewTags } from "./useNewTags";

/** A draft with another tag; the same where it has it, or has as many as it may. */
function withTag(draft: Draft, name: string): Draft {
  const { tags } = draft;
  const tag = nameOf(name);
  const isThere = tags.some((each) => each.toLowerCase() === tag.toLowerCase());
  return tag === "" || isThere || tags.length >= LIMITS.tags ? draft : { ...draft, tags: [...tags, tag] };
}

const nameOf = (name: string) => Array.from(name.trim()).slice(0, LIMITS.tag).join("");

/** The scenario's tags: those that exist are offered first, then those close to a new one; others can be made. */
export function Tags() {
  const { draft, change, session } = useEditor();
  const { tags } = draft;
  const keys = tags.map((tag) => tag.toLowerCase().replace(/\s+/g, "-"));
  const add = (name: string) => session.update((now) => withTag(now, name));
  const { waiting, ask, answer } = useNewTags(add, keys);
  return (
    <FieldPlace path={["tags"]}>
      <div className={forms.field}>
        <p className={forms.label} id="tags-label">
          Tags
        </p>
        {tags.length > 0 && (
          <ul className={s.tags} aria-labelledby="tags-label">
            {tags.map((tag) => (
              <li key={tag} className={s.tag}>
                <span dir="auto">{tag}</span>
                <IconButton
                  label={`Remove ${tag}`}
                  onClick={() => change({ tags: tags.filter((each) => each !== tag) })}
                >
                  <Icon name="close" />
                </IconButton>
              </li>
            ))}
          </ul>
        )}
        {tags.length < LIMITS.tags ? (
          <TagInput
            label="Add a tag"
            placeholder="Genre, mood, place…"
            except={keys}
            onChoose={(tag) => add(tag.displayName)}
            onNew={(name) => void ask(nameOf(name))}
          />
        ) : (
          <p className={forms.hint}>{LIMITS.tags} tags are the most. Remove one to add another.</p>
        )}
        <div aria-live="polite">
          {tags.length < LIMITS.tags &&
            waiting.map((asked) => (
              <NearTags
                key={asked.name}
                name={asked.name}
                tags={asked.near}
                onChoose={(name) => {
                  answer(asked);
                  add(name);
                }}
                onClose={() => answer(asked)}
              />
            ))}
        </div>
        <p className={forms.hint}>Up to {LIMITS.tags}, the most important first.</p>
        <FieldError path={["tags"]} />
      </div>
    </FieldPlace>
  );
}
