/** What the house says about itself and for those in danger (`GET /care/notices`). */
export interface CareNotices {
  ai: { text: string; everySecs: number };
  crisis: { text: string; lines: readonly HelpLine[] };
  safetyPage: string;
  protocol: readonly { heading: string; paragraphs: readonly string[] }[];
}

export interface HelpLine {
  /** ISO 3166-1 alpha-2, `EU`, or `*` for everywhere. */
  region: string;
  name: string;
  /** A number with what to do with it, or how else to reach them. */
  contact: string;
  url?: string | null;
}
