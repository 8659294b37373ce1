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
  /** Where the braces stand that the choice replaces. */
  from: number;
  options: Option[];
}

/** How many choices are offered at once. */
const MOST = 40;

const MACRO_OPTIONS: readonly (Option & { name: string })[] = MACROS.map(({ name, args = "", says }) => {
  const text = `{{${name}${args}}}`;
  const lead = /^(?:::|\+| )/.exec(args)?.[0].length ?? 0;
  const [first = ""] = args.slice(lead).split("::");
  const from = 2 + name.length + lead;
  return { name, text, says, marked: first === "" ? null : { from, to: from + first.length } };
});

/** What is offered while a name is typed after `{{`; null when none is. `names`: people of the scenario. */
export function completionAt(text: string, caret: number, names: readonly string[]): Completion | null {
  const open = /\{\{(\/{0,2}[\p{L}\p{N}_ ]*)$/u.exec(text.slice(Math.max(0, caret - 80), caret));
  if (open === null) return null;
  const typed = (open[1] ?? "").toLowerCase();
  const starting = ({ name }: { name: string }) => name.toLowerCase().startsWith(typed);
  const containing = ({ name }: { name: string }) =>
    !starting({ name }) && name.toLowerCase().includes(typed);
  const people = [...new Set(names)]
    .filter((name) => name.trim() !== "")
    .map((name) => ({ name, text: name, says: "a name of the cast", marked: null }));
  const all = [...MACRO_OPTIONS.slice(0, 2), ...people, ...MACRO_OPTIONS.slice(2)];
  const found = [...all.filter(starting), ...(typed === "" ? [] : all.filter(containing))];
  if (found.length === 0) return null;
  const options = found.slice(0, MOST).map(({ text, says, marked }) => ({ text, says, marked }));
  return { from: caret - open[0].length, options };
}

/** How far the text behind the caret belongs to what is replaced: braces that close the macro already. */
export function closedAfter(text: string, caret: number): number {
  return text.startsWith("}}", caret) ? 2 : 0;
}
