import { type ReactNode, useId, useRef } from "react";
import { IconButton } from "../../../design/Button";
import forms from "../../../design/forms/Form.module.css";
import { Icon } from "../../../design/Icon";
import { TagInput } from "../../tags/public";
import { LIMITS } from "../model/draft";
import { NearTags } from "./NearTags";
import s from "./TagChoice.module.css";
import { type NewTag, useNewTags } from "./useNewTags";

interface TagChoiceProps {
  label: string;
  tags: readonly string[];
  /** What the button at a tag says. */
  removeLabel: (tag: string) => string;
  /** Changes the tags as they are by then: a new one may come later, when it is known that no other is close to it. */
  onChange: (change: (tags: string[]) => string[]) => void;
  /** What stands below it. */
  children?: ReactNode;
}

const nameOf = (name: string) => Array.from(name.trim()).slice(0, LIMITS.tag).join("");

/** Tags with another one behind them; the same where it is there, or there are as many as there may be. */
function withTag(tags: string[], name: string): string[] {
  const tag = nameOf(name);
  const isThere = tags.some((each) => each.toLowerCase() === tag.toLowerCase());
  return tag === "" || isThere || tags.length >= LIMITS.tags ? tags : [...tags, tag];
}

/** Chooses the tags of a scenario: those that exist are offered first, then those close to a new one; others can be made. */
export function TagChoice({ label, tags, removeLabel, onChange, children }: TagChoiceProps) {
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const keys = tags.map((tag) => tag.toLowerCase().replace(/\s+/g, "-"));
  const add = (name: string) => onChange((now) => withTag(now, name));
  const { waiting, ask, answer } = useNewTags(add, keys);
  const isFull = tags.length >= LIMITS.tags;
  /** The question goes with its answer: the keys go on in the field. */
  const answered = (asked: NewTag) => {
    frame.current?.querySelector<HTMLElement>('[role="combobox"]')?.focus();
    answer(asked);
  };
  return (
    <div className={forms.field} ref={frame}>
      <p className={forms.label} id={id}>
        {label}
      </p>
      {tags.length > 0 && (
        <ul className={s.tags} aria-labelledby={id}>
          {tags.map((tag) => (
            <li key={tag} className={s.tag}>
              <span dir="auto">{tag}</span>
              <IconButton
                label={removeLabel(tag)}
                onClick={() => onChange((now) => now.filter((each) => each !== tag))}
              >
                <Icon name="close" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {isFull ? (
        <p className={forms.hint}>{LIMITS.tags} tags are the most. Remove one to add another.</p>
      ) : (
        <TagInput
          label="Add a tag"
          placeholder="Genre, mood, place…"
          except={keys}
          onChoose={(tag) => add(tag.displayName)}
          onNew={(name) => void ask(nameOf(name))}
        />
      )}
      <div aria-live="polite">
        {!isFull &&
          waiting.map((asked) => (
            <NearTags
              key={asked.name}
              name={asked.name}
              tags={asked.near}
              onChoose={(name) => {
                answered(asked);
                add(name);
              }}
              onClose={() => answered(asked)}
            />
          ))}
      </div>
      {children}
    </div>
  );
}
