/** How long the browser may take to begin with a file before its address is let go, in milliseconds. */
const KEPT_MS = 10_000;

/** Puts a file into the reader's downloads. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
}
