import { type FormEvent, type KeyboardEvent, useEffect, useId, useState } from "react";
import { useApi } from "../../api/query";
import { reads } from "../../api/reads";
import type { TagData, TagList } from "../../api/types";
import { compact } from "../../lib/format";
import { paths } from "../../lib/paths";
import { expand } from "../../lib/uri-template";

interface TagInputProps {
  label: string;
  placeholder: string;
  onChoose: (tag: TagData) => void;
  /** Keys of tags that are chosen already; they are not offered again. */
  except?: readonly string[];
}

/** How long typing rests before suggestions are asked for, in milliseconds. */
const REST_MS = 140;

/** The word a tag goes by in addresses: its slug, which the API takes wherever it takes an id. */
export function tagKey(tag: Pick<TagData, "id" | "properties">): string {
  return tag.properties.slug === "" ? tag.id : tag.properties.slug;
}

/** A value that follows another once it has rested. */
function useRested(value: string): string {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), REST_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}

/**
 * A field that completes tag names (the combobox pattern: focus stays in the field, arrows move through the list).
 * Without script it is a small form that finds tags by name on the search page.
 */
export function TagInput({ label, placeholder, onChoose, except = [] }: TagInputProps) {
  const id = useId();
  const [text, setText] = useState("");
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const rested = useRested(text.trim());
  const found = useApi<TagList>(expand(reads.suggestTags, { q: rested }), { enabled: open });
  const tags =
    found.state === "ready" ? found.data.results.filter((tag) => !except.includes(tagKey(tag))) : [];
  const shown = open && (tags.length > 0 || found.state === "ready");

  const choose = (tag: TagData) => {
    setText("");
    setOpen(false);
    setActive(-1);
    onChoose(tag);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape" && open) {
      event.preventDefault();
      setOpen(false);
      setActive(-1);
    } else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && tags.length > 0) {
      event.preventDefault();
      const step = event.key === "ArrowDown" ? 1 : -1;
      setOpen(true);
      setActive((now) => (now < 0 && step < 0 ? tags.length - 1 : (now + step + tags.length) % tags.length));
    }
  };

  const onSubmit = (event: FormEvent) => {
    const tag = tags[active] ?? exact(tags, text) ?? (text.trim() === "" ? undefined : tags[0]);
    if (tag === undefined) return;
    event.preventDefault();
    choose(tag);
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> is for the page's own search; this form completes a name.
    <form className="tag-input" action={paths.search()} role="search" aria-label={label} onSubmit={onSubmit}>
      <input type="hidden" name="tab" value="tags" />
      <label className="sr-only" htmlFor={`${id}-field`}>
        {label}
      </label>
      <input
        id={`${id}-field`}
        className="field"
        name="search"
        maxLength={80}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="done"
        placeholder={placeholder}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={shown}
        aria-controls={`${id}-list`}
        aria-activedescendant={active >= 0 && tags[active] !== undefined ? `${id}-${active}` : undefined}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setActive(-1);
          setOpen(true);
        }}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={onKeyDown}
      />
      <div
        className="tag-options"
        id={`${id}-list`}
        role="listbox"
        aria-label={label}
        hidden={!shown || tags.length === 0}
        onPointerDown={(event) => event.preventDefault()}
      >
        {tags.map((tag, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled in the field, which keeps the focus.
          // biome-ignore lint/a11y/useFocusableInteractive: an option of a combobox is never focused itself.
          <div
            key={tag.id}
            id={`${id}-${index}`}
            className="tag-option"
            role="option"
            aria-selected={index === active}
            onClick={() => choose(tag)}
          >
            <span dir="auto">{tag.displayName}</span>
            <span className="tag-count">{compact(tag.scenarioCount)}</span>
          </div>
        ))}
      </div>
      <p className="tag-none" role="status">
        {shown && tags.length === 0 && "No tag by that name."}
      </p>
    </form>
  );
}

function exact(tags: readonly TagData[], text: string): TagData | undefined {
  const wanted = text.trim().toLowerCase();
  return tags.find((tag) => tag.displayName.toLowerCase() === wanted);
}
