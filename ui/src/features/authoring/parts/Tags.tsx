import { IconButton } from "../../../design/Button";
import forms from "../../../design/forms/Form.module.css";
import { Icon } from "../../../design/Icon";
import { TagInput } from "../../tags/public";
import { useEditor } from "../editor/EditorContext";
import { FieldError, FieldPlace } from "../editor/fields";
import { LIMITS } from "../model/draft";
import s from "./Tags.module.css";

/** The scenario's tags: those that exist are offered first, others can be made. */
export function Tags() {
  const { draft, change } = useEditor();
  const { tags } = draft;
  const add = (name: string) => {
    const tag = Array.from(name.trim()).slice(0, LIMITS.tag).join("");
    const isThere = tags.some((each) => each.toLowerCase() === tag.toLowerCase());
    if (tag !== "" && !isThere && tags.length < LIMITS.tags) change({ tags: [...tags, tag] });
  };
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
            except={tags.map((tag) => tag.toLowerCase().replace(/\s+/g, "-"))}
            onChoose={(tag) => add(tag.displayName)}
            onNew={add}
          />
        ) : (
          <p className={forms.hint}>{LIMITS.tags} tags are the most. Remove one to add another.</p>
        )}
        <p className={forms.hint}>Up to {LIMITS.tags}, the most important first.</p>
        <FieldError path={["tags"]} />
      </div>
    </FieldPlace>
  );
}
