import { useQueryClient } from "@tanstack/react-query";
import { type ChangeEvent, type FormEvent, type KeyboardEvent, useId, useRef, useState } from "react";
import { readUri } from "../../api/address";
import { readOptions, useApi } from "../../api/query";
import { reads } from "../../api/reads";
import type { TagData } from "../../api/types";
import { compact } from "../../lib/format";
import { paths } from "../../lib/paths";
import { useDebounced } from "../../lib/useDebounced";
import { useFlush } from "../../lib/useFlush";
import s from "./TagInput.module.css";

interface TagInputProps {
  label: string;
  placeholder: string;
  onChoose: (tag: TagData) => void;
  /** Keys of tags that are chosen already; they are not offered again. */
  except?: readonly string[];
  /**
   * Takes a name that no tag has; without it only tags that exist can be chosen. A comma ends a name then, as does
   * leaving the field or the page.
   */
  onNew?: (name: string) => void;
}

/** What is said where there is no tag to choose. */
const NOTICES = {
  loading: "",
  ready: "No tag with that name.",
  failed: "Couldn’t look up tags. Try again in a moment.",
} as const;

/** What is said there where a new one may be made. */
const NEW_NOTICE = "No tag has this name yet, so a new one will be created.";

/** The word a tag goes by in addresses: its slug, which the API takes wherever it takes an id. */
export function tagKey(tag: Pick<TagData, "id" | "properties">): string {
  return tag.properties.slug === "" ? tag.id : tag.properties.slug;
}

/** The tags that are suggested for what is written. */
interface Suggestions {
  tags: readonly TagData[];
  /** Whether they answer what is written by now, rather than what was written a moment ago. */
  isAnswer: boolean;
  state: "loading" | "ready" | "failed";
  /** The answer to what is written, once it is there. */
  answer: () => Promise<readonly TagData[]>;
}

function useSuggestions(written: string, open: boolean, except: readonly string[]): Suggestions {
  const client = useQueryClient();
  const rested = useDebounced(written);
  const found = useApi(suggestions(rested), { enabled: open });
  const free = (tag: TagData) => !except.includes(tagKey(tag));
  const isAnswer = rested === written;
  return {
    // Until the answer to this very text is there, what was found before is offered as far as it fits them.
    tags:
      found.state === "ready"
        ? found.data.results.filter((tag) => free(tag) && (isAnswer || fits(tag, written)))
        : [],
    isAnswer,
    state: found.state,
    answer: async () => {
      const answer = await client.fetchQuery(readOptions(suggestions(written))).catch(() => null);
      return answer?.results.filter(free) ?? [];
    },
  };
}

/** The state of a field that completes tag names, and what its keys and its form do. */
function useCombobox({ onChoose, except = [], onNew }: Pick<TagInputProps, "onChoose" | "except" | "onNew">) {
  const [text, setText] = useState("");
  const [open, setOpen] = useState(false);
  /** The id of the tag that arrows have moved to: it stays the same one while the list around it changes. */
  const [activeId, setActiveId] = useState<string | null>(null);
  // Read before the next render, too: leaving the field and the part may be one event.
  const held = useRef("");
  const written = text.trim();
  const { tags, isAnswer, state, answer } = useSuggestions(written, open, except);
  const active = tags.find((tag) => tag.id === activeId);

  const set = (next: string, opened: boolean) => {
    held.current = next;
    setText(next);
    setActiveId(null);
    setOpen(opened);
  };

  const choose = (tag: TagData) => {
    set("", false);
    onChoose(tag);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape" && open) {
      event.preventDefault();
      set(text, false);
    } else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && tags.length > 0) {
      event.preventDefault();
      setOpen(true);
      const from = tags.findIndex((tag) => tag.id === activeId);
      setActiveId(tags[nextIndex(from, event.key === "ArrowDown" ? 1 : -1, tags.length)]?.id ?? null);
    }
  };

  /** Enter where only tags that exist can be chosen: that of the name, or the first. */
  const enter = (found: readonly TagData[]) => {
    const tag = bestOf(found, written);
    if (tag === undefined) setOpen(true);
    else choose(tag);
  };

  // With script the field never leads to another page: somebody may be in the middle of their settings.
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (written === "") return;
    if (active !== undefined) choose(active);
    else if (onNew !== undefined) end();
    else if (isAnswer && state !== "loading") enter(tags);
    // Enter was quicker than the answer: the answer decides, not what happens to be in sight.
    else void answer().then(enter);
  };

  /** Takes these names at once, as the tags that are called so or as new ones. Nothing waits for an answer. */
  const take = (names: string) => {
    for (const name of names.split(",").map((each) => each.trim())) {
      const tag = tags.find(({ displayName }) => isSameName(displayName, name));
      if (tag !== undefined) onChoose(tag);
      else if (name !== "") onNew?.(name);
    }
  };
  /** No more is written: the tag that arrows have moved to is meant, or else the name. */
  const end = () => {
    const names = held.current;
    if (onNew === undefined || names.trim() === "") return;
    set("", false);
    if (active !== undefined) onChoose(active);
    else take(names);
  };
  useFlush(end);

  return {
    tags,
    active: active === undefined ? -1 : tags.indexOf(active),
    choose,
    onSubmit,
    shown: open && (tags.length > 0 || (isAnswer && state === "ready")),
    notice:
      open && isAnswer && tags.length === 0 ? noticeOf(state, onNew !== undefined && written !== "") : "",
    field: {
      value: text,
      onChange: ({ target: { value } }: ChangeEvent<HTMLInputElement>) => {
        const comma = onNew === undefined ? -1 : value.lastIndexOf(",");
        if (comma >= 0) take(value.slice(0, comma));
        set(value.slice(comma + 1), true);
      },
      onFocus: () => setOpen(true),
      onBlur: () => {
        setOpen(false);
        end();
      },
      onKeyDown,
    },
  };
}

/**
 * A field that completes tag names (the combobox pattern: focus stays in the field, arrows move through the list).
 * Without script it is a small form that finds tags by name on the search page.
 */
export function TagInput({ label, placeholder, ...options }: TagInputProps) {
  const id = useId();
  const { tags, active, choose, onSubmit, shown, notice, field } = useCombobox(options);
  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> is for the page's own search; this form completes a name.
    <form className={s.form} action={paths.search()} role="search" aria-label={label} onSubmit={onSubmit}>
      <input type="hidden" name="tab" value="tags" />
      <label className="sr-only" htmlFor={`${id}-field`}>
        {label}
      </label>
      <input
        id={`${id}-field`}
        data-own-undo={field.value === "" ? undefined : true}
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
        {...field}
      />
      <SuggestionList
        id={id}
        label={label}
        tags={tags}
        active={active}
        hidden={!shown || tags.length === 0}
        onChoose={choose}
      />
      <p className={s.none} role="status">
        {notice}
      </p>
    </form>
  );
}

interface SuggestionListProps {
  id: string;
  label: string;
  tags: readonly TagData[];
  /** The place of the one that arrows have moved to; -1: none. */
  active: number;
  hidden: boolean;
  onChoose: (tag: TagData) => void;
}

function SuggestionList({ id, label, tags, active, hidden, onChoose }: SuggestionListProps) {
  return (
    <div
      className={s.options}
      id={`${id}-list`}
      role="listbox"
      aria-label={label}
      hidden={hidden}
      // A press takes a tag while the field keeps the focus: to leave it would take what is written.
      onMouseDown={(event) => event.preventDefault()}
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
          onClick={() => onChoose(tag)}
        >
          <span dir="auto">{tag.displayName}</span>
          <span className={s.count}>{compact(tag.scenarioCount)}</span>
        </div>
      ))}
    </div>
  );
}

function noticeOf(state: keyof typeof NOTICES, mayBeNew: boolean): string {
  return mayBeNew && state === "ready" ? NEW_NOTICE : NOTICES[state];
}

/** The index after this one, going round a list of `count`; from none, the first or the last. */
function nextIndex(from: number, step: 1 | -1, count: number): number {
  return from < 0 && step < 0 ? count - 1 : (from + step + count) % count;
}

const suggestions = (q: string) => readUri(reads.suggestTags, { q });

const fits = (tag: TagData, text: string) => tag.displayName.toLowerCase().includes(text.toLowerCase());

const isSameName = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** What Enter takes when no tag is active: the tag of that very name, or else the first; nothing where nothing is written. */
function bestOf(tags: readonly TagData[], written: string): TagData | undefined {
  if (written === "") return undefined;
  return tags.find((tag) => isSameName(tag.displayName, written)) ?? tags[0];
}
