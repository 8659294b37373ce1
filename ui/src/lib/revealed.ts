/**
 * The address of a picture that is no longer blurred: its reader has confirmed to see such, or it was found fine. The
 * server decides by who asks, not by the address; it is another one than the blurred picture's only so that no browser
 * shows what it had before.
 */
export function revealed(src: string): string {
  return `${src}${src.includes("?") ? "&" : "?"}shown=1`;
}
