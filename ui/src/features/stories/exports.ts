/** Ways to take a story along, by the server's name for them. */
export const EXPORTS = [
  { format: "json", label: "Export everything (JSON)", extension: "json" },
  { format: "jsonl", label: "Export for SillyTavern (JSONL)", extension: "jsonl" },
  { format: "text", label: "Export as text", extension: "txt" },
] as const;

/** A way to take a story along. */
export type ExportFormat = (typeof EXPORTS)[number]["format"];
