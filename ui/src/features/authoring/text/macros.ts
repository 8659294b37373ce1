/** Macros in texts: which there are, and where they stand (server/play/src/prompt/macros). */

export interface Macro {
  /** Its name as authors write it; case does not matter. */
  name: string;
  /** What stands behind the name when it is completed, e.g. `::a::b`. */
  args?: string;
  /** What it stands for, in a few words. */
  says: string;
}

/** Every macro the server knows; the most used first. */
export const MACROS: readonly Macro[] = [
  { name: "char", says: "the speaking actor" },
  { name: "user", says: "the player" },
  { name: "group", says: "everyone in the cast" },
  { name: "charIfNotGroup", says: "the actor, or the whole cast in a group" },
  { name: "groupNotMuted", says: "the cast without those who are muted" },
  { name: "persona", says: "the player’s description" },
  { name: "description", says: "the actor’s description" },
  { name: "personality", says: "the actor’s personality" },
  { name: "scenario", says: "the setting" },
  { name: "mesExamples", says: "the example dialogue" },
  { name: "mesExamplesRaw", says: "the example dialogue" },
  { name: "original", says: "the instructions that these replace" },
  { name: "random", args: "::a::b", says: "one of these, drawn for each reply" },
  { name: "pick", args: "::a::b", says: "one of these, the same for the whole story" },
  { name: "roll", args: "::1d6", says: "a throw of dice" },
  { name: "newline", says: "a line break; {{newline::2}} for more" },
  { name: "trim", says: "removes the line breaks around it" },
  { name: "/trim", says: "the end of a trimmed part" },
  { name: "noop", says: "nothing" },
  { name: "//", args: " note", says: "a note that no model reads" },
  { name: "comment", args: "::note", says: "a note that no model reads" },
  { name: "hidden_key", args: "::word", says: "a keyword for lorebooks that no model reads" },
  { name: "outlet", args: "::name", says: "lore that is placed here" },
  { name: "reverse", args: "::text", says: "the text backwards" },
  { name: "summary", says: "the summary of older messages" },
  { name: "lastMessage", says: "the latest message" },
  { name: "lastUserMessage", says: "the player’s latest message" },
  { name: "lastCharMessage", says: "the actors’ latest message" },
  { name: "lastMessageId", says: "the number of the latest message" },
  { name: "input", says: "what the player is typing" },
  { name: "authorsNote", says: "the author’s note" },
  { name: "charAuthorsNote", says: "the author’s note" },
  { name: "charPrompt", says: "the actor’s system prompt" },
  { name: "charInstruction", says: "the actor’s post-history instructions" },
  { name: "charJailbreak", says: "the actor’s post-history instructions" },
  { name: "charVersion", says: "the version of the card" },
  { name: "char_version", says: "the version of the card" },
  { name: "time", says: "the time of day" },
  { name: "date", says: "today’s date" },
  { name: "weekday", says: "the day of the week" },
  { name: "isotime", says: "the time, as 18:30" },
  { name: "isodate", says: "the date, as 2026-11-25" },
  { name: "time_UTC", args: "+0", says: "the time at an offset" },
  { name: "datetimeformat", args: "::YYYY-MM-DD", says: "date and time in a format" },
  { name: "timeDiff", args: "::a::b", says: "the time between two moments" },
  { name: "idle_duration", says: "how long the player was away" },
  { name: "idleDuration", says: "how long the player was away" },
  { name: "getvar", args: "::name", says: "the value of a variable" },
  { name: "setvar", args: "::name::value", says: "stores a variable" },
  { name: "addvar", args: "::name::1", says: "adds to a variable" },
  { name: "incvar", args: "::name", says: "adds one to a variable" },
  { name: "decvar", args: "::name", says: "takes one from a variable" },
  { name: "getglobalvar", args: "::name", says: "the value of a variable of all stories" },
  { name: "setglobalvar", args: "::name::value", says: "stores a variable of all stories" },
  { name: "addglobalvar", args: "::name::1", says: "adds to a variable of all stories" },
  { name: "incglobalvar", args: "::name", says: "adds one to a variable of all stories" },
  { name: "decglobalvar", args: "::name", says: "takes one from a variable of all stories" },
  { name: "model", says: "the name of the model" },
  { name: "maxPrompt", says: "the most tokens of a prompt" },
  { name: "maxPromptTokens", says: "the most tokens of a prompt" },
  { name: "currentSwipeId", says: "the number of this version of the reply" },
  { name: "lastSwipeId", says: "how many versions the reply has" },
  { name: "lastGenerationType", says: "how the reply was asked for" },
];

/** What shows a picture; models are not given it (server/catalogue/src/card_fields/references.rs). */
const PICTURES = ["img", "image", "emotion", "asset", "bg"];

const KNOWN: ReadonlySet<string> = new Set([...MACROS.map(({ name }) => name.toLowerCase()), ...PICTURES]);

/** Whether the text between double braces names a macro. */
function isKnown(inner: string): boolean {
  const text = inner.trimStart().toLowerCase();
  if (text.startsWith("//") || text.startsWith("time_utc")) return true;
  const [name = ""] = /^\/?[a-z0-9_]*/.exec(text) ?? [];
  return KNOWN.has(name);
}

/** A part of a text that is a macro, in UTF-16 units. */
export interface MacroSpan {
  from: number;
  to: number;
  /** False if no macro has this name: it stays as it is. */
  known: boolean;
}

/**
 * The outermost pairs of double braces, as the server finds them: an opening pair that is never closed is
 * text, and so is a single brace beside a macro.
 */
function outermost(text: string): { from: number; to: number }[] {
  const open: number[] = [];
  const pairs: { from: number; to: number }[] = [];
  for (const { 0: run, index } of text.matchAll(/\{{2,}|\}{2,}/g)) {
    const count = run.length >> 1;
    for (let number = 0; number < count; number++) {
      if (run[0] === "{") {
        open.push(index + (run.length % 2) + 2 * number);
        continue;
      }
      const from = open.pop();
      if (from === undefined) break;
      while ((pairs.at(-1)?.from ?? -1) > from) pairs.pop();
      pairs.push({ from, to: index + 2 * number + 2 });
    }
  }
  return pairs;
}

const TAG = /<(?:user|bot|char|group|charifnotgroup)>/gi;

/**
 * Where macros stand in a text, in its order: pairs of double braces, and the older forms in angle brackets.
 */
export function macroSpans(text: string): MacroSpan[] {
  const spans: MacroSpan[] = outermost(text).map(({ from, to }) => ({
    from,
    to,
    known: isKnown(text.slice(from + 2, to - 2)),
  }));
  // Both come in the order of the text.
  let at = 0;
  const tags = Array.from(text.matchAll(TAG), ({ 0: tag, index }) => ({
    from: index,
    to: index + tag.length,
    known: true,
  })).filter(({ from }) => {
    while ((spans[at]?.to ?? Number.POSITIVE_INFINITY) <= from) at++;
    return from < (spans[at]?.from ?? Number.POSITIVE_INFINITY);
  });
  return tags.length === 0 ? spans : [...spans, ...tags].sort((a, b) => a.from - b.from);
}
