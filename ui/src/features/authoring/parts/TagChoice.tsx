import { type ReactNode, useId, useRef } from "react";
import { IconButton } from "../../../design/Button";
import forms from "../../../design/forms/Form.module.css";
import { Icon } from "../../../design/Icon";
import { TagInput } from "../../tags/public";
import { LIMITS } from "../model/draft";
import { NearTags } from "./NearTags";
import s from "./TagChoice.module.css";
import { useNearTags } from "./useNearTags";

interface TagChoiceProps {
  label: string;
  tags: readonly string[];
  /** What the button at a tag says. */
  removeLabel: (tag: string) => string;
  /** Changes the tags as they are by then. */
  onChange: (change: (tags: string[]) => string[]) => void;
  /** What stands below it. */
  children?: ReactNode;
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
const nameOf = (name: string) => Array.from(name.trim()).slice(0, LIMITS.tag).join("");

/** Tags with another one behind them; the same where it is there, or there are as many as there may be. */
function withTag(tags: string[], name: string): string[] {
  const tag = nameOf(name);
  const isThere = tags.some((each) => isSame(each, tag));
  return tag === "" || isThere || tags.length >= LIMITS.tags ? tags : [...tags, tag];
}

/** Tags with the first of this name called otherwise; without it where the other is there already. */
function withOther(tags: string[], name: string, other: string): string[] {
  const isThere = tags.some((each) => isSame(each, other));
  return isThere ? tags.filter((each) => each !== name) : tags.map((each) => (each === name ? other : each));
}

/**
 * Chooses the tags of a scenario: those that exist are offered first. A new one is there at once, so that nothing
 * loses it, and those close to it are offered in its place.
 */
export function TagChoice({ label, tags, removeLabel, onChange, children }: TagChoiceProps) {
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const keys = tags.map((tag) => tag.toLowerCase().replace(/\s+/g, "-"));
  const add = (name: string) => onChange((now) => withTag(now, name));
  const { asked, ask, answer } = useNearTags(keys);
  const isFull = tags.length >= LIMITS.tags;
  /** The question goes with its answer: the keys go on in the field, or at the tags where there can be no more. */
  const answered = (name: string) => {
    const find = (what: string) => frame.current?.querySelector<HTMLElement>(what);
    (find('[role="combobox"]') ?? find("button"))?.focus();
    answer(name);
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
          onNew={(name) => {
            add(name);
            void ask(nameOf(name));
          }}
        />
      )}
      <div aria-live="polite">
        {asked
          .filter(({ name }) => tags.includes(name))
          .map(({ name, near }) => (
            <NearTags
              key={name}
              name={name}
              tags={near}
              onChoose={(other) => {
                answered(name);
                onChange((now) => withOther(now, name, other));
              }}
              onKeep={() => answered(name)}
            />
          ))}
      </div>
      {children}
    </div>
  );
}
