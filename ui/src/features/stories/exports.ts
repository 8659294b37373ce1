/** Ways to take a story along, by the server's name for them. */
export const EXPORTS = [
  { format: "json", label: "Export everything (JSON)", extension: "json" },
  { format: "jsonl", label: "Export for SillyTavern (JSONL)", extension: "jsonl" },
  { format: "text", label: "Export as text", extension: "txt" },
] as const;

/** A way to take a story along. */
export type ExportFormat = (typeof EXPORTS)[number]["format"];

/** A name a file can have anywhere. */
export function fileName(title: string, extension: string): string {
  const safe = title
    .normalize("NFKC")
    .replace(/[^\p{L}\p{N} _-]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
  return `${Array.from(safe).slice(0, 80).join("").trim() || "story"}.${extension}`;
}
