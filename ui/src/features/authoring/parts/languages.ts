/** Languages that are offered, as BCP 47 tags; a draft may have any other. */
const OFFERED =
  "en ar bg bn ca cs da de el es et fa fi fr he hi hr hu id it ja ko lt lv ms " +
  "nb nl pl pt pt-BR ro ru sk sl sr sv sw ta th tl tr uk ur vi zh-Hans zh-Hant";

const names = new Intl.DisplayNames(["en"], { type: "language", fallback: "code" });

/** A language's name in English; the tag itself if it has none. */
export function languageName(tag: string): string {
  try {
    return names.of(tag) ?? tag;
  } catch {
    return tag;
  }
}

interface Language {
  tag: string;
  name: string;
}

const named = (tag: string): Language => ({ tag, name: languageName(tag) });

const CHOICES: readonly Language[] = OFFERED.split(" ")
  .map(named)
  .toSorted((a, b) => a.name.localeCompare(b.name, "en"));

/** What can be chosen, by name, and what is chosen already. */
export function languageChoices(current: string): readonly Language[] {
  const isOffered = current === "" || CHOICES.some(({ tag }) => tag === current);
  return isOffered ? CHOICES : [...CHOICES, named(current)];
}
