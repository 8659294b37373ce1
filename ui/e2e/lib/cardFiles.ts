import { crc32, deflateSync } from "node:zlib";

/** Files of other programs, as journeys bring them: cards as JSON and in pictures, and lorebooks. */

/** A card of version 2. */
export function cardV2(name: string, changes: Readonly<Record<string, unknown>> = {}) {
  return {
    spec: "chara_card_v2",
    spec_version: "2.0",
    data: {
      name,
      description: `${name} keeps the spare key of every neighbour.`,
      personality: "Apologises to doors.",
      scenario: "A town with one street.",
      first_mes: `“You are early,” ${name} says to the door.`,
      mes_example: "",
      creator_notes: "",
      system_prompt: "",
      post_history_instructions: "",
      alternate_greetings: [],
      tags: ["quiet"],
      creator: "somebody",
      character_version: "1",
      extensions: {},
      ...changes,
    },
  };
}

export const jsonFile = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

/** One chunk of a PNG (its specification, section 5.3). */
function chunk(kind: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(kind, "latin1"), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const WIDTH = 64;
const HEIGHT = 96;

/** A picture of one colour that carries a card as SillyTavern writes it: base64 in a text chunk `chara`. */
export function pngFile(card: unknown, [red, green, blue]: readonly [number, number, number]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(WIDTH, 0);
  header.writeUInt32BE(HEIGHT, 4);
  // Eight bits a channel, red, green and blue.
  header[8] = 8;
  header[9] = 2;
  const row = Buffer.concat([
    Buffer.from([0]),
    ...Array.from({ length: WIDTH }, () => Buffer.from([red, green, blue])),
  ]);
  const text = jsonFile(card).toString("base64");
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", header),
    chunk("tEXt", Buffer.from(`chara\0${text}`, "latin1")),
    chunk("IDAT", deflateSync(Buffer.concat(Array.from({ length: HEIGHT }, () => row)))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** A lorebook as SillyTavern exports it (world info), with one entry a keyword. */
export function worldInfo(name: string, keys: readonly string[]) {
  const entries = Object.fromEntries(
    keys.map((key, uid) => [
      String(uid),
      {
        uid,
        key: [key],
        keysecondary: [],
        comment: key,
        content: `Everybody knows the ${key}.`,
        constant: false,
        selective: false,
        order: 100,
        position: 0,
        disable: false,
      },
    ]),
  );
  return { name, entries };
}
