import type { HelpLine } from "./wire";

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

/** Whoever has no line of their own country looks at the end; so do those for everywhere. */
export function linesInOrder(lines: readonly HelpLine[]): HelpLine[] {
  const everywhere = ({ region }: HelpLine) => (region === "*" ? 2 : region === "EU" ? 1 : 0);
  return lines.toSorted((a, b) => everywhere(a) - everywhere(b));
}

/** A text with its numbers, so that each can be called: `Call or text 988`, `0800 111 0 111`. */
export function withNumbers(contact: string): { text: string; call: string | null }[] {
  return contact
    .split(/(\+?\d[\d ]*\d)/)
    .filter((piece) => piece !== "")
    .map((text) => ({ text, call: /^\+?\d/.test(text) ? text.replace(/ /g, "") : null }));
}
