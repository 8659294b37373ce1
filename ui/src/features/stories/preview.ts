import { excerpt } from "../../lib/prose";

/** The beginning of a line on one line, without marks: the server cuts it, perhaps between two of them. */
export function previewText(text: string, limit: number): string {
  return excerpt(text.replace(/\*+/g, ""), limit);
}
