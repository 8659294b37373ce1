import { useQueryClient } from "@tanstack/react-query";
import { type ChangeEvent, type FormEvent, type KeyboardEvent, useId, useState } from "react";
import { readUri } from "../../api/address";
import { readOptions, useApi } from "../../api/query";
import { reads } from "../../api/reads";
import type { TagData } from "../../api/types";
import { compact } from "../../lib/format";
import { paths } from "../../lib/paths";
import { useDebounced } from "../../lib/useDebounced";
import s from "./TagInput.module.css";

interface TagInputProps {
  label: string;
  placeholder: string;
  onChoose: (tag: TagData) => void;
  /** Keys of tags that are chosen already; they are not offered again. */
  except?: readonly string[];
  /** Takes a name that no tag has; without it only tags that exist can be chosen. */
  onNew?: (name: string) => void;
}

/** What is said where there is no tag to choose. */
const NOTICES = {
  loading: "",
  ready: "No tag with that name.",
  failed: "Couldn’t look up tags. Try again in a moment.",
} as const;

/** What is said there where a new one may be made. */
const NEW_NOTICE = "No tag has this name yet. Press Enter to create it.";

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
  const written = text.trim();
  const { tags, isAnswer, state, answer } = useSuggestions(written, open, except);
  const active = tags.findIndex((tag) => tag.id === activeId);

  const set = (next: string, opened: boolean) => {
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
      setActiveId(tags[nextIndex(active, event.key === "ArrowDown" ? 1 : -1, tags.length)]?.id ?? null);
    }
  };

  /** Enter where arrows have not moved to a tag: the tag of that name, or a new one where that is allowed. */
  const enter = (found: readonly TagData[]) => {
    const tag = bestOf(found, written);
    const isNew = onNew !== undefined && tag?.displayName.toLowerCase() !== written.toLowerCase();
    if (isNew) {
      set("", false);
      onNew(written);
    } else if (tag === undefined) setOpen(true);
    else choose(tag);
  };

  // With script the field never leads to another page: somebody may be in the middle of their settings.
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (written === "") return;
    const active = tags.find((tag) => tag.id === activeId);
    if (active !== undefined) choose(active);
    else if (isAnswer && state !== "loading") enter(tags);
    // Enter was quicker than the answer: the answer decides, not what happens to be in sight.
    else void answer().then(enter);
  };

  return {
    tags,
    active,
    choose,
    onSubmit,
    shown: open && (tags.length > 0 || (isAnswer && state === "ready")),
    notice:
      open && isAnswer && tags.length === 0 ? noticeOf(state, onNew !== undefined && written !== "") : "",
    field: {
      value: text,
      onChange: (event: ChangeEvent<HTMLInputElement>) => set(event.target.value, true),
      onFocus: () => setOpen(true),
      onBlur: () => setOpen(false),
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

/** What Enter takes when no tag is active: the tag of that very name, or else the first; nothing where nothing is written. */
function bestOf(tags: readonly TagData[], written: string): TagData | undefined {
  if (written === "") return undefined;
  const wanted = written.toLowerCase();
  return tags.find((tag) => tag.displayName.toLowerCase() === wanted) ?? tags[0];
}
