import { MACROS } from "./macros";

/** What can be put in place of the `{{` that is being typed. */
export interface Option {
  /** What is written. */
  text: string;
  /** The part of `text` that is marked afterwards, to be typed over: the first argument. */
  marked: { from: number; to: number } | null;
  says: string;
}

export interface Completion {
  /** Where the text stands that the choice replaces, up to the caret. */
  from: number;
  options: Option[];
  /** There are others, which are shown when they are asked for. */
  hasMore: boolean;
}

/** How many choices are offered at once for what is typed. */
const MOST = 40;

/** What is offered first, before anything is typed of a name. */
const FIRST: readonly string[] = ["char", "user", "group", "random"];

const MACRO_OPTIONS: readonly (Option & { name: string })[] = MACROS.map(({ name, args = "", says }) => {
  const text = `{{${name}${args}}}`;
  const lead = /^(?:::|\+| )/.exec(args)?.[0].length ?? 0;
  const [first = ""] = args.slice(lead).split("::");
  const from = 2 + name.length + lead;
  return { name, text, says, marked: first === "" ? null : { from, to: from + first.length } };
});

/** Macros and names; `all`: not only those that most texts need. */
function optionsOf(names: readonly string[], all: boolean): (Option & { name: string })[] {
  const people = [...new Set(names)]
    .filter((name) => name.trim() !== "")
    .map((name) => ({ name, text: name, says: "a name of the cast", marked: null }));
  const macros = all ? MACRO_OPTIONS : MACRO_OPTIONS.filter(({ name }) => FIRST.includes(name));
  return [...macros.slice(0, 2), ...people, ...macros.slice(2)];
}

/** What can be put in at the caret where nothing is typed of a name; `all`: not only what most texts need. */
export function insertionAt(caret: number, names: readonly string[], all: boolean): Completion {
  return { from: caret, options: optionsOf(names, all).map(asOption), hasMore: !all };
}

const asOption = ({ text, says, marked }: Option): Option => ({ text, says, marked });

/**
 * What is offered while a name is typed after `{{`; null when none is. `names`: people of the scenario; `all`: also
 * before anything is typed, not only what most texts need.
 */
export function completionAt(
  text: string,
  caret: number,
  names: readonly string[],
  all = false,
): Completion | null {
  const open = /\{\{(\/{0,2}[\p{L}\p{N}_ ]*)$/u.exec(text.slice(Math.max(0, caret - 80), caret));
  if (open === null) return null;
  const typed = (open[1] ?? "").toLowerCase();
  const from = caret - open[0].length;
  if (typed === "") return { ...insertionAt(caret, names, all), from };
  const starting = ({ name }: { name: string }) => name.toLowerCase().startsWith(typed);
  const containing = ({ name }: { name: string }) =>
    !starting({ name }) && name.toLowerCase().includes(typed);
  const known = optionsOf(names, true);
  const found = [...known.filter(starting), ...known.filter(containing)];
  if (found.length === 0) return null;
  return { from, options: found.slice(0, MOST).map(asOption), hasMore: false };
}

/** How far the text behind the caret belongs to what is replaced: braces that close the macro already. */
export function closedAfter(text: string, caret: number): number {
  return text.startsWith("}}", caret) ? 2 : 0;
}
