import type { HelpLine } from "./types";

/** Names of the regions that have lines; the same on server and client, so no `Intl`. */
const REGIONS: Readonly<Record<string, string>> = {
  AT: "Austria",
  AU: "Australia",
  BE: "Belgium",
  CA: "Canada",
  CH: "Switzerland",
  DE: "Germany",
  ES: "Spain",
  EU: "European Union",
  FR: "France",
  GB: "United Kingdom",
  IE: "Ireland",
  IN: "India",
  IT: "Italy",
  MX: "Mexico",
  NL: "Netherlands",
  NZ: "New Zealand",
  US: "United States",
  "*": "Everywhere",
};

/** A region in words; one that is not known here keeps its code. */
export function regionName(region: string): string {
  return REGIONS[region] ?? region;
}

/**
 * Lines of one country first, then those of Europe, and those for everywhere at the end: who has no national line looks
 * there.
 */
export function linesInOrder(lines: readonly HelpLine[]): HelpLine[] {
  const everywhere = ({ region }: HelpLine) => (region === "*" ? 2 : region === "EU" ? 1 : 0);
  return lines.toSorted((a, b) => everywhere(a) - everywhere(b));
}

/** Where a language is spoken that is named without a country; English is spoken in too many. */
const HOMES: Readonly<Record<string, string>> = { de: "DE", es: "ES", fr: "FR" };

/**
 * The lines for a reader of these languages (BCP 47), those of the first language first, and the rest. Where none of
 * their countries has a line of its own, all lines are near: nobody has to look for help behind a press.
 */
export function nearby(
  lines: readonly HelpLine[],
  languages: readonly string[],
): { near: HelpLine[]; far: HelpLine[] } {
  const regions = languages.flatMap((language) => {
    const [spoken = "", ...parts] = language.split("-");
    const region = parts.find((part) => /^[a-z]{2}$/i.test(part))?.toUpperCase() ?? HOMES[spoken];
    return region === undefined ? [] : [region];
  });
  const ordered = linesInOrder(lines);
  const own = ordered
    .filter(({ region }) => regions.includes(region))
    .sort((a, b) => regions.indexOf(a.region) - regions.indexOf(b.region));
  if (own.length === 0) return { near: ordered, far: [] };
  const near = [...own, ...ordered.filter(({ region }) => region === "*")];
  return { near, far: ordered.filter((line) => !near.includes(line)) };
}

/** A text with its numbers, so that each can be called: `Call or text 988`, `0800 111 0 111`. */
export function withNumbers(contact: string): { text: string; call: string | null }[] {
  return contact
    .split(/(\+?\d[\d ]*\d)/)
    .filter((piece) => piece !== "")
    .map((text) => ({ text, call: /^\+?\d/.test(text) ? text.replace(/ /g, "") : null }));
}
