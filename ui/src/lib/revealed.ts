/**
 * The address of an explicit picture for who has confirmed to see it. The server decides by who asks, not by the
 * address; it is another one than the blurred picture's only so that no browser shows what it had before.
 */
export function revealed(src: string): string {
  return `${src}${src.includes("?") ? "&" : "?"}shown=1`;
}
