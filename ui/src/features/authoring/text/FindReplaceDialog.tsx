import { useDeferredValue, useLayoutEffect, useMemo, useRef, useState } from "react";
import { Virtualizer } from "virtua";
import { Button } from "../../../design/Button";
import { Dialog } from "../../../design/Dialog";
import { TextField } from "../../../design/forms/Field";
import { cx } from "../../../lib/classes";
import { plural } from "../../../lib/format";
import type { ScenarioDraft } from "./draftTexts";
import s from "./FindReplaceDialog.module.css";
import {
  byText,
  canReplace,
  contextOf,
  type FindOptions,
  type Found,
  findInDraft,
  isSettled,
  replaceInDraft,
  type Settled,
  settle,
} from "./findReplace";

interface FindReplaceDialogProps {
  draft: ScenarioDraft;
  onChange: (draft: ScenarioDraft) => void;
  onClose: () => void;
}

const NOTHING_SETTLED: Settled = new Map();

/** A search over a draft, and what was done with the places it found. */
function useSearch(draft: ScenarioDraft, onChange: (draft: ScenarioDraft) => void) {
  const [query, setQuery] = useState("");
  const [replacement, setReplacement] = useState("");
  const [options, setOptions] = useState<FindOptions>({ matchCase: false, wholeWord: false });
  const [settled, setSettled] = useState(NOTHING_SETTLED);
  /** How many places were replaced at once; null while places are listed. */
  const [replaced, setReplaced] = useState<number | null>(null);
  const sought = useDeferredValue(query);
  const found = useMemo(() => findInDraft(draft, sought, options), [draft, sought, options]);
  const places = useMemo(() => found.filter((one) => !isSettled(settled, one)), [found, settled]);
  const replaceable = useMemo(() => places.filter(canReplace), [places]);
  const begin = () => {
    setSettled(NOTHING_SETTLED);
    setReplaced(null);
  };
  return {
    query,
    replacement,
    options,
    places: replaced === null ? places : null,
    canReplaceAll: replaceable.length > 0 && replaced === null && sought === query,
    says: saysOf(sought, places.length, replaced),
    setReplacement,
    search: (text: string) => {
      begin();
      setQuery(text);
    },
    set: (changes: Partial<FindOptions>) => {
      begin();
      setOptions({ ...options, ...changes });
    },
    replace: (place: Found) => {
      onChange(replaceInDraft(draft, [place], replacement));
      setSettled(settle(settled, place, replacement.length));
    },
    skip: (place: Found) => setSettled(settle(settled, place, place.to - place.from)),
    replaceAll: () => {
      onChange(replaceInDraft(draft, replaceable, replacement));
      setReplaced(replaceable.length);
    },
  };
}

function saysOf(sought: string, found: number, replaced: number | null): string {
  if (replaced !== null) return `Replaced in ${plural(replaced, "place")}.`;
  if (sought === "") return "In titles, actors, openings, lorebooks: every text of the scenario.";
  return `Found in ${plural(found, "place")}.`;
}

/** Finds a text in the whole scenario, and replaces it one by one or everywhere. */
export function FindReplaceDialog({ draft, onChange, onClose }: FindReplaceDialogProps) {
  const search = useSearch(draft, onChange);
  const { query, replacement, options, places } = search;
  return (
    <Dialog
      id="find-replace"
      title="Find and replace"
      full
      open
      onClose={onClose}
      actions={
        <>
          <p className={s.says} role="status">
            {search.says}
          </p>
          <Button tone="accent" disabled={!search.canReplaceAll} onClick={search.replaceAll}>
            Replace all
          </Button>
        </>
      }
    >
      <div className={s.body}>
        <div className={s.fields}>
          <TextField
            label="Find"
            name="find"
            value={query}
            autoComplete="off"
            dir="auto"
            onChange={(event) => search.search(event.target.value)}
          />
          <TextField
            label="Replace with"
            name="replacement"
            value={replacement}
            autoComplete="off"
            dir="auto"
            onChange={(event) => search.setReplacement(event.target.value)}
          />
          <div className={s.options}>
            <Option
              label="Match case"
              pressed={options.matchCase}
              onPress={(matchCase) => search.set({ matchCase })}
            />
            <Option
              label="Whole words"
              pressed={options.wholeWord}
              onPress={(wholeWord) => search.set({ wholeWord })}
            />
          </div>
        </div>
        {places !== null && <Places places={places} onReplace={search.replace} onSkip={search.skip} />}
      </div>
    </Dialog>
  );
}

interface OptionProps {
  label: string;
  pressed: boolean;
  onPress: (pressed: boolean) => void;
}

function Option({ label, pressed, onPress }: OptionProps) {
  return (
    <button
      type="button"
      className={cx("chip", "chip-sm", pressed && "chip-on")}
      aria-pressed={pressed}
      onClick={() => onPress(!pressed)}
    >
      {label}
    </button>
  );
}

interface PlacesProps {
  places: readonly Found[];
  onReplace: (place: Found) => void;
  onSkip: (place: Found) => void;
}

type PlaceRow = { key: string; label: string } | { key: string; place: Found; at: number };

function rowsOf(places: readonly Found[]): PlaceRow[] {
  let at = 0;
  return byText(places).flatMap(({ text, spans }): PlaceRow[] => [
    { key: text.field, label: text.label },
    ...spans.map((place) => ({ key: `${text.field} ${place.from}`, place, at: at++ })),
  ]);
}

/** What was found, under the names of its fields; only what is near the view is in the page. */
function Places({ places, onReplace, onSkip }: PlacesProps) {
  const scroller = useRef<HTMLElement>(null);
  const rows = useMemo(() => rowsOf(places), [places]);
  const wanted = useRef<{ at: number; act: string } | null>(null);
  // The place that was settled is gone: the same button of the next one has the focus.
  useLayoutEffect(() => {
    const next = wanted.current;
    wanted.current = null;
    if (next === null || places.length === 0) return;
    const at = Math.min(next.at, places.length - 1);
    scroller.current
      ?.querySelector<HTMLElement>(`[data-at="${at}"] [data-act="${next.act}"]`)
      ?.focus({ preventScroll: true });
  }, [places]);
  const act = (name: "replace" | "skip", { place, at }: { place: Found; at: number }) => {
    wanted.current = { at, act: name };
    if (name === "replace") onReplace(place);
    else onSkip(place);
  };
  return (
    <section className={s.places} aria-label="Places" ref={scroller}>
      <Virtualizer data={rows} scrollRef={scroller} as="ul" item="li" bufferSize={240}>
        {(row: PlaceRow) =>
          "label" in row ? (
            <h3 key={row.key} className={s.label} dir="auto">
              {row.label}
            </h3>
          ) : (
            <div key={row.key} className={s.place} data-at={row.at}>
              <Context place={row.place} />
              {canReplace(row.place) ? (
                <div className={s.acts}>
                  <Button tone="quiet" data-act="skip" onClick={() => act("skip", row)}>
                    Skip
                  </Button>
                  <Button data-act="replace" onClick={() => act("replace", row)}>
                    Replace
                  </Button>
                </div>
              ) : (
                <p className={s.kept}>Kept as its card says</p>
              )}
            </div>
          )
        }
      </Virtualizer>
    </section>
  );
}

function Context({ place }: { place: Found }) {
  const { before, match, after } = contextOf(place);
  return (
    <p className={s.context} dir="auto">
      {before}
      <mark>{match}</mark>
      {after}
    </p>
  );
}
