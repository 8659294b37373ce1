/** Files that somebody chose or dropped, and which of them an import takes. */

/** A file with its path below what was chosen. */
export interface ChosenFile {
  readonly name: string;
  readonly file: File;
}

/** A file that is not imported, and why. */
export interface LeftOut {
  readonly name: string;
  readonly why: string;
}

export interface Selection {
  /** The folder's name; null where files were chosen. */
  readonly folder: string | null;
  /** What is imported, by path. */
  readonly files: readonly ChosenFile[];
  readonly leftOut: readonly LeftOut[];
}

const KB = 1 << 10;
const MB = 1 << 20;
const GB = 1 << 30;

/** The server's limits (card_import/rules.rs), in files, bytes and characters. */
export const LIMITS = {
  files: 1_000,
  bytes: 2 * GB,
  fileBytes: 200 * MB,
  fileName: 1_000,
  batchName: 200,
} as const;

/** The file formats that can be imported. */
const EXTENSIONS = [
  "png",
  "apng",
  "charx",
  "json",
  "jpg",
  "jpeg",
  "webp",
  "yaml",
  "yml",
  "lorebook",
] as const;
const MEDIA = "image/png,image/jpeg,image/webp,application/json,application/zip";
/** The same for a file field. */
export const CARD_TYPES = `${EXTENSIONS.map((each) => `.${each}`).join(",")},${MEDIA}`;

const extensionOf = (name: string) => name.slice(name.lastIndexOf(".") + 1).toLowerCase();
const isKnown = (name: string) => EXTENSIONS.some((each) => each === extensionOf(name));

/** What systems put into folders by themselves: nobody misses it. */
function isSystemFile(path: string): boolean {
  const parts = path.split("/");
  const last = parts.at(-1)?.toLowerCase() ?? "";
  return (
    parts.some((part) => part.startsWith(".") || part === "__MACOSX") ||
    last === "thumbs.db" ||
    last === "desktop.ini"
  );
}

/** Why a file cannot be imported at all; null where the server has to look at it. */
function refused({ name, file }: ChosenFile): string | null {
  if (!isKnown(name)) return "This file format isn’t supported";
  if (file.size === 0) return "Empty";
  if (file.size > LIMITS.fileBytes) return "Larger than 200 MB";
  return null;
}

/** What is sent and what is not. One file is left to the server, which says what is wrong with it. */
export function selectionOf(chosen: readonly ChosenFile[], folder: string | null): Selection {
  const [only, ...others] = chosen;
  if (only !== undefined && others.length === 0) return { folder: null, files: [only], leftOut: [] };
  const files: ChosenFile[] = [];
  const leftOut: LeftOut[] = [];
  let bytes = 0;
  const byName = new Intl.Collator(undefined, { numeric: true });
  for (const each of chosen.toSorted((a, b) => byName.compare(a.name, b.name))) {
    if (isSystemFile(each.name)) continue;
    const why = refused(each) ?? overLimit(files.length, bytes + each.file.size);
    if (why !== null) leftOut.push({ name: each.name, why });
    else {
      bytes += each.file.size;
      files.push(each);
    }
  }
  return { folder, files, leftOut };
}

function overLimit(count: number, bytes: number): string | null {
  if (count >= LIMITS.files) return "Over 1,000 files. Import it separately.";
  if (bytes > LIMITS.bytes) return "Over 2 GB in total. Import it separately.";
  return null;
}

/** What a file field holds, a folder's files included. */
export function ofField(files: Iterable<File>): Selection {
  // Not every browser has paths; those of files chosen one by one are empty.
  const paths = Array.from(files, (file) => ({ path: file.webkitRelativePath || "", file }));
  const [first = ""] = paths[0]?.path.split("/") ?? [];
  const chosen = paths.map(({ path, file }) => ({
    name: first === "" ? file.name : path.slice(first.length + 1),
    file,
  }));
  return selectionOf(chosen, first === "" ? null : first);
}

/** One level of a folder; the browser hands it out in portions. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const portion = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (portion.length === 0) return all;
    all.push(...portion);
  }
}

async function filesIn(entry: FileSystemEntry, path: string): Promise<ChosenFile[]> {
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) =>
      (entry as FileSystemFileEntry).file(resolve, reject),
    );
    return [{ name: path, file }];
  }
  const below = await entriesOf(entry as FileSystemDirectoryEntry);
  const found: ChosenFile[] = [];
  for (const each of below) {
    const at = path === "" ? each.name : `${path}/${each.name}`;
    if (!isSystemFile(at)) found.push(...(await filesIn(each, at)));
  }
  return found;
}

/** What was dropped, with the files of folders. Has to be called while the drop is handled. */
export async function ofDrop(transfer: DataTransfer): Promise<Selection> {
  const entries = Array.from(transfer.items, (item) => item.webkitGetAsEntry?.() ?? null);
  const files = [...transfer.files];
  const known = entries.filter((entry) => entry !== null);
  // What a script drops has no entries.
  if (known.length < files.length || known.length === 0) return ofField(files);
  const [only, ...others] = known;
  if (only?.isDirectory && others.length === 0) return selectionOf(await filesIn(only, ""), only.name);
  const found: ChosenFile[] = [];
  for (const entry of known) found.push(...(await filesIn(entry, entry.name)));
  return selectionOf(found, null);
}

/** The bytes of files together. */
export const bytesOf = (files: Iterable<{ readonly bytes: number }>): number => {
  let sum = 0;
  for (const { bytes } of files) sum += bytes;
  return sum;
};

/** `340 MB`, `1.2 GB`: as the server writes sizes, with powers of 1,024. */
export function sizeText(bytes: number): string {
  if (bytes < KB) return `${bytes} bytes`;
  if (bytes < MB) return `${Math.round(bytes / KB)} KB`;
  if (bytes < 10 * MB) return `${(bytes / MB).toFixed(1)} MB`;
  if (bytes < GB) return `${Math.round(bytes / MB)} MB`;
  return `${(bytes / GB).toFixed(1)} GB`;
}
