import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type KeyboardEvent, useEffect, useId, useState } from "react";
import { readUri } from "../../api/address";
import { readOptions, useApi } from "../../api/query";
import { reads } from "../../api/reads";
import type { TagData } from "../../api/types";
import { compact } from "../../lib/format";
import { paths } from "../../lib/paths";
import s from "./TagInput.module.css";

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
  /** The id of the tag that arrows have walked to: it stays the same one while the list around it changes. */
  const [walked, setWalked] = useState<string | null>(null);
  const client = useQueryClient();
  const written = text.trim();
  const rested = useRested(written);
  const found = useApi(suggestions(rested), { enabled: open });
  const free = (tag: TagData) => !except.includes(tagKey(tag));
  const isAnswer = rested === written;
  // Until the answer to these very letters is there, what was found before is offered as far as it fits them.
  const tags =
    found.state === "ready"
      ? found.data.results.filter((tag) => free(tag) && (isAnswer || fits(tag, written)))
      : [];
  const active = tags.findIndex(({ id }) => id === walked);
  const shown = open && (tags.length > 0 || (isAnswer && found.state === "ready"));

  const choose = (tag: TagData) => {
    setText("");
    setOpen(false);
    setWalked(null);
    onChoose(tag);
  };

  /** Enter was quicker than the answer: the answer decides, not what happens to be in sight. */
  const chooseFound = async () => {
    const answer = await client.fetchQuery(readOptions(suggestions(written))).catch(() => null);
    const tag = bestOf(answer?.results.filter(free) ?? [], written);
    if (tag !== undefined) choose(tag);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape" && open) {
      event.preventDefault();
      setOpen(false);
      setWalked(null);
    } else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && tags.length > 0) {
      event.preventDefault();
      const step = event.key === "ArrowDown" ? 1 : -1;
      setOpen(true);
      const next = active < 0 && step < 0 ? tags.length - 1 : (active + step + tags.length) % tags.length;
      setWalked(tags[next]?.id ?? null);
    }
  };

  const onSubmit = (event: FormEvent) => {
    const isKnown = isAnswer && found.state !== "loading";
    const tag = tags[active] ?? (isKnown ? bestOf(tags, written) : undefined);
    if (tag === undefined && (isKnown || written === "")) return;
    event.preventDefault();
    if (tag === undefined) void chooseFound();
    else choose(tag);
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> is for the page's own search; this form completes a name.
    <form className={s.form} action={paths.search()} role="search" aria-label={label} onSubmit={onSubmit}>
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
          setWalked(null);
          setOpen(true);
        }}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={onKeyDown}
      />
      <div
        className={s.options}
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
            className={s.option}
            role="option"
            aria-selected={index === active}
            onClick={() => choose(tag)}
          >
            <span dir="auto">{tag.displayName}</span>
            <span className={s.count}>{compact(tag.scenarioCount)}</span>
          </div>
        ))}
      </div>
      <p className={s.none} role="status">
        {shown && isAnswer && tags.length === 0 && "No tag with that name."}
      </p>
    </form>
  );
}

const suggestions = (q: string) => readUri(reads.suggestTags, { q });

const fits = (tag: TagData, text: string) => tag.displayName.toLowerCase().includes(text.toLowerCase());

/** What Enter takes without walking: the tag of that very name, or else the first; nothing where nothing is written. */
function bestOf(tags: readonly TagData[], written: string): TagData | undefined {
  if (written === "") return undefined;
  const wanted = written.toLowerCase();
  return tags.find((tag) => tag.displayName.toLowerCase() === wanted) ?? tags[0];
}
