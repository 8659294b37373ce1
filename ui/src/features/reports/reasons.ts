import type { components } from "../../api/schema.gen";

type Schemas = components["schemas"];
export type ReportRequest = Schemas["ReportRequest"];
export type ReportReceipt = Schemas["ReportReceipt"];
export type ReportReason = Schemas["ReportReason"];

/** Longest note, in characters; the server's own limit. */
export const MAX_NOTE = 1_000;

/** What can be wrong, in the order it is asked: what is worst comes first. */
export const REASONS: readonly { reason: ReportReason; name: string; text?: string }[] = [
  {
    reason: "minor",
    name: "Somebody under 18 in a romantic or sexual scene",
    text: "By their age, their school year, or because they are plainly meant as a child.",
  },
  { reason: "selfHarm", name: "It talks people into hurting themselves" },
  { reason: "hate", name: "Hatred or threats" },
  { reason: "sexual", name: "Sexual content that is not marked as such" },
  { reason: "realPerson", name: "It is about a real person, or shows private details" },
  { reason: "copyright", name: "It copies my work, or somebody else’s" },
  { reason: "spam", name: "Spam, or it is not what it says it is" },
  { reason: "other", name: "Something else" },
];

/** Something on screen that can be reported. */
export interface Reportable {
  kind: ReportRequest["kind"];
  targetId: string;
  /** What it is called where there are several to choose from. */
  label: string;
}
