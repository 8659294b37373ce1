/** Files of other programs, made for measuring: cards in pictures as large as people's, as JSON, and as CHARX with many pictures. */
import { createWriteStream, writeFileSync } from "node:fs";
import { crc32, deflateSync } from "node:zlib";

/** A card of version 2 or 3 of this name. */
export function card(name, { version = 2, assets } = {}) {
  return {
    spec: `chara_card_v${version}`,
    spec_version: `${version}.0`,
    data: {
      name,
      description: `${name} keeps the spare key of every neighbour. `.repeat(40),
      personality: "Apologises to doors.",
      scenario: "A town with one street.",
      first_mes: `“You are early,” ${name} says to the door.`,
      mes_example: "",
      creator_notes: "",
      system_prompt: "",
      post_history_instructions: "",
      alternate_greetings: ["“You are late.”"],
      tags: ["quiet"],
      creator: "somebody",
      character_version: "1",
      extensions: {},
      character_book: { name: `${name}’s street`, entries: Array.from({ length: 20 }, (_, at) => entry(`door ${at}`)), extensions: {} },
      ...(assets !== undefined && { assets }),
      ...(version === 3 && { group_only_greetings: [] }),
    },
  };
}

const entry = (key) => ({ keys: [key], content: `Everybody knows the ${key}.`, extensions: {}, enabled: true, insertion_order: 100, use_regex: false });

/** One chunk of a PNG (its specification, section 5.3). */
function chunk(kind, data) {
  const named = Buffer.concat([Buffer.from(kind, "latin1"), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** A small generator (Lehmer's, modulus 2^31 - 1): the same pictures in every run. */
const next = (state) => (state * 48_271) % 2_147_483_647;

/** A picture of this size with soft shapes and a little grain, which takes about as many bytes as a painting of the same size. */
export function picture(seed, width, height) {
  let state = next(seed * 7_919 + 1);
  const [dx, dy, hue] = [0, 0, 0].map(() => (state = next(state)) / 2_147_483_647);
  const raw = Buffer.alloc(height * (1 + 3 * width));
  let at = 0;
  for (let y = 0; y < height; y++) {
    raw[at++] = 0;
    for (let x = 0; x < width; x++) {
      const soft = 96 + 64 * Math.sin((x / width) * 6 + dx * 6) * Math.cos((y / height) * 5 + dy * 6);
      state = next(state);
      for (let channel = 0; channel < 3; channel++) raw[at++] = soft + hue * 40 * channel + ((state >> (3 * channel + 4)) & 7);
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits a channel, red, green and blue.
  header[8] = 8;
  header[9] = 2;
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return { head: Buffer.concat([signature, chunk("IHDR", header)]), body: Buffer.concat([chunk("IDAT", deflateSync(raw, { level: 1 })), chunk("IEND", Buffer.alloc(0))]) };
}

/** A picture that carries a card as SillyTavern writes it: base64 in a text chunk `chara`. */
export function pngCard(name, { head, body }) {
  const text = Buffer.from(JSON.stringify(card(name))).toString("base64");
  return Buffer.concat([head, chunk("tEXt", Buffer.from(`chara\0${text}`, "latin1")), body]);
}

/** Writes an archive that stores its files as they are (PKWARE's APPNOTE, sections 4.3.7, 4.3.12 and 4.3.16). */
async function writeArchive(path, files) {
  const out = createWriteStream(path);
  const directory = [];
  let offset = 0;
  const write = (bytes) => {
    offset += bytes.length;
    return out.write(bytes) || new Promise((resolve) => out.once("drain", resolve));
  };
  for (const [name, content] of files) {
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(content.length, 14);
    common.writeUInt32LE(content.length, 18);
    common.writeUInt16LE(name.length, 22);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from("PK\x01\x02\x14\x00", "latin1"), common, rest, Buffer.from(name)]));
    await write(Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), common, Buffer.from(name)]));
    await write(content);
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", 0, "latin1");
  end.writeUInt16LE(directory.length, 8);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  await write(listed);
  await write(end);
  await new Promise((resolve) => out.end(resolve));
}

/** Writes a CHARX of this card with so many pictures. */
export async function writeCharx(path, name, pictures) {
  const assets = pictures.map((_, at) => ({ type: "emotion", name: `mood ${at}`, uri: `embeded://assets/emotion/images/${at}.png`, ext: "png" }));
  const files = [["card.json", Buffer.from(JSON.stringify(card(name, { version: 3, assets })))]];
  pictures.forEach(({ head, body }, at) => files.push([`assets/emotion/images/${at}.png`, Buffer.concat([head, body])]));
  await writeArchive(path, files);
}

/** Writes the same card as JSON. */
export function writeJson(path, name) {
  writeFileSync(path, JSON.stringify(card(name)));
}
