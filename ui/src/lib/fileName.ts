/** A name a file can have anywhere; `unnamed` where nothing of the title is left. */
export function fileName(title: string, extension: string, unnamed: string): string {
  const safe = title
    .normalize("NFKC")
    .replace(/[^\p{L}\p{N} _-]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
  return `${Array.from(safe).slice(0, 80).join("").trim() || unnamed}.${extension}`;
}
