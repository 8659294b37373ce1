import { expect, test } from "vitest";
import { LIMITS, ofDrop, ofField, selectionOf, sizeText } from "./chosen";

/** A file of this size, whose content nobody reads. */
function aFile(path: string, size = 10): File {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const file = new File([], name);
  Object.defineProperties(file, {
    size: { value: size },
    webkitRelativePath: { value: path.includes("/") ? path : "" },
  });
  return file;
}
const named = (...names: string[]) => names.map((name) => ({ name, file: aFile(name) }));
const namesOf = ({ files }: { files: readonly { name: string }[] }) => files.map(({ name }) => name);

test("files are taken by path, as people count; what systems leave in folders is not mentioned", () => {
  const selection = selectionOf(
    named("card 10.png", "card 9.PNG", "sub/Ida.charx", ".DS_Store", "__MACOSX/._Ida.charx", "sub/Thumbs.db"),
    "cards",
  );
  expect(namesOf(selection)).toEqual(["card 9.PNG", "card 10.png", "sub/Ida.charx"]);
  expect(selection.leftOut).toEqual([]);
  expect(selection.folder).toBe("cards");
});

test("what cannot be a card stays out, with the reason", () => {
  const { files, leftOut } = selectionOf(
    [
      ...named("notes.txt", "Ida.png", "noextension"),
      { name: "empty.json", file: aFile("empty.json", 0) },
      { name: "huge.charx", file: aFile("huge.charx", LIMITS.fileBytes + 1) },
    ],
    null,
  );
  expect(namesOf({ files })).toEqual(["Ida.png"]);
  expect(leftOut).toEqual([
    { name: "empty.json", why: "Empty" },
    { name: "huge.charx", why: "Larger than 200 MB" },
    { name: "noextension", why: "This file format isn’t supported" },
    { name: "notes.txt", why: "This file format isn’t supported" },
  ]);
});

test("a batch has its limits, in files and in bytes", () => {
  const many = selectionOf(named(...Array.from({ length: LIMITS.files + 2 }, (_, at) => `${at}.png`)), null);
  expect(many.files).toHaveLength(LIMITS.files);
  const why = "Over 1,000 files. Import it separately.";
  expect(many.leftOut).toEqual([
    { name: "1000.png", why },
    { name: "1001.png", why },
  ]);
  const large = Array.from({ length: 11 }, (_, at) => `${at}.charx`);
  const heavy = selectionOf(
    large.map((name) => ({ name, file: aFile(name, LIMITS.fileBytes) })),
    null,
  );
  expect(heavy.files).toHaveLength(10);
  expect(heavy.leftOut).toHaveLength(1);
  expect(heavy.leftOut[0]?.why).toBe("Over 2 GB in total. Import it separately.");
});

test("one file is left to the server, which says what is wrong with it", () => {
  expect(namesOf(selectionOf(named("notes.txt"), null))).toEqual(["notes.txt"]);
});

test("a field that asks for a folder gives its name and the paths below it", () => {
  const selection = ofField([aFile("Tavern/Ida.png"), aFile("Tavern/old/Imre.png")]);
  expect(selection.folder).toBe("Tavern");
  expect(namesOf(selection)).toEqual(["Ida.png", "old/Imre.png"]);
  expect(ofField([aFile("Ida.png"), aFile("Imre.png")]).folder).toBeNull();
});

/** Folders and files as a browser hands out what was dropped: at most two entries of a folder at a time. */
const fileEntry = (name: string) => ({
  isFile: true,
  name,
  file: (done: (file: File) => void) => done(aFile(name)),
});
const folderEntry = (name: string, below: { name: string }[]) => ({
  isFile: false,
  isDirectory: true,
  name,
  createReader: () => {
    const left = [...below];
    return { readEntries: (done: (entries: unknown[]) => void) => done(left.splice(0, 2)) };
  },
});
function aDrop(...entries: ({ name: string } | null)[]): DataTransfer {
  const items = entries.map((entry) => ({ webkitGetAsEntry: () => entry }));
  return {
    items,
    files: entries.map((entry) => aFile(entry?.name ?? "plain.png")),
  } as unknown as DataTransfer;
}

test("a dropped folder is read to its ground", async () => {
  const old = folderEntry("old", [fileEntry("a.png"), fileEntry("b.png"), fileEntry("c.png")]);
  const git = folderEntry(".git", [fileEntry("d.png")]);
  const selection = await ofDrop(aDrop(folderEntry("Tavern", [old, git, fileEntry("Ida.png")])));
  expect(selection.folder).toBe("Tavern");
  expect(namesOf(selection)).toEqual(["Ida.png", "old/a.png", "old/b.png", "old/c.png"]);
});

test("several things that are dropped keep their names", async () => {
  const selection = await ofDrop(aDrop(folderEntry("x", [fileEntry("a.png")]), fileEntry("b.png")));
  expect(selection.folder).toBeNull();
  expect(namesOf(selection)).toEqual(["b.png", "x/a.png"]);
});

test("what has no entries is taken as files", async () => {
  expect(namesOf(await ofDrop(aDrop(null)))).toEqual(["plain.png"]);
});

test.each([
  [1_023, "1023 bytes"],
  [39_000, "38 KB"],
  [1_400_000, "1.3 MB"],
  [52 * 2 ** 20, "52 MB"],
  [1.5 * 2 ** 30, "1.5 GB"],
])("%i bytes are %s", (bytes, text) => expect(sizeText(bytes)).toBe(text));
