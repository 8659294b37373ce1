/**
 * Puts a piece of text where the server says it belongs: `offset` counts the UTF-16 units before it. A piece that is there
 * already changes nothing, so replaying a stream is harmless. null: something between is missing and must be fetched.
 */
export function applyDelta(content: string, offset: number, text: string): string | null {
  if (offset > content.length) return null;
  if (offset === content.length) return content + text;
  const end = offset + text.length;
  if (end <= content.length && content.startsWith(text, offset)) return content;
  return content.slice(0, offset) + text;
}
