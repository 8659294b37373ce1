import type { components } from "../../api/schema.gen";

type Schemas = components["schemas"];
export type ReportRequest = Schemas["ReportRequest"];
export type ReportReceipt = Schemas["ReportReceipt"];
export type ReportReason = Schemas["ReportReason"];
type Kind = ReportRequest["kind"];

/** Longest note, in characters; the server's own limit. */
export const MAX_NOTE = 1_000;

/** One of the things that can be wrong, in words. */
export interface Choice {
  reason: ReportReason;
  name: string;
  text?: string;
}

const MINOR: Choice = {
  reason: "minor",
  name: "Somebody under 18 in a romantic or sexual scene",
  text: "By their age, their school year, or because they are plainly meant as a child.",
};
const HATE: Choice = { reason: "hate", name: "Hatred or threats" };
const SEXUAL: Choice = { reason: "sexual", name: "Sexual content that is not marked as such" };
const OTHER: Choice = { reason: "other", name: "Something else" };

/** What can be wrong with something that was made, in the order it is asked: what is worst comes first. */
const OF_A_WORK: readonly Choice[] = [
  MINOR,
  { reason: "selfHarm", name: "It talks people into hurting themselves" },
  HATE,
  SEXUAL,
  { reason: "realPerson", name: "It is about a real person, or shows private details" },
  { reason: "copyright", name: "It copies my work, or somebody else’s" },
  { reason: "spam", name: "Spam or misleading" },
  OTHER,
];

/** The same of a person. */
const OF_A_PERSON: readonly Choice[] = [
  { ...MINOR, name: "They show somebody under 18 in a romantic or sexual way" },
  { reason: "selfHarm", name: "They talk people into hurting themselves" },
  { reason: "harassment", name: "They harass or threaten somebody" },
  { ...HATE, name: "They spread hatred" },
  { reason: "impersonation", name: "They pretend to be somebody else" },
  { reason: "realPerson", name: "They show private details of a real person" },
  SEXUAL,
  { reason: "copyright", name: "They copy my work, or somebody else’s" },
  { reason: "spam", name: "Spam or fraud" },
  OTHER,
];

/** What can be wrong with something of this kind. */
export const reasonsFor = (kind: Kind): readonly Choice[] => (kind === "person" ? OF_A_PERSON : OF_A_WORK);

/** Whether a reason says nothing without the reporter's own words; the server's own rule. */
export const needsNote = (reason: ReportReason | null): boolean => reason === "copyright";

/** Something on screen that can be reported. */
export interface Reportable {
  kind: Kind;
  targetId: string;
  /** What it is called where there are several to choose from. */
  label: string;
  /** Which part of it is meant; it goes before the reporter's own words. */
  about?: string;
}

/** The note as it is sent: which part is meant, and the reporter's own words. */
export function noteOf({ about }: Reportable, words: string): string {
  return about === undefined ? words : `About ${about}. ${words}`.trim();
}
