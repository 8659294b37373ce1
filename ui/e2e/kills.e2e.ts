import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { cardV2, pngFile } from "./lib/cardFiles.ts";
import { asPerson, newPerson } from "./lib/people.ts";
import { type Server, startServer } from "./lib/servers.mjs";
import { served as test } from "./lib/test.ts";

/** The program is killed in the middle of somebody's work, and started again with the same data. */

interface Batch {
  id: string;
  finished: boolean;
  counts: { imported: number; waiting: number; importing: number; total: number };
}

const CARDS = 16;

let dataDir: string;
let server: Server;

test.describe.configure({ timeout: 180_000 });

test.beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "dramatis-killed-"));
  server = await startServer({ dataDir });
});

test.afterEach(async () => {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
});

test("an import goes on after a kill: no card is lost, and none is there twice", async () => {
  const person = await newPerson("mover", { site: server.url, outbox: join(dataDir, "outbox") });
  let call = await asPerson(person, server.url);
  const { id } = await call<Batch>("POST", "/scenarios/imports", { name: "House" });
  const { accessToken } = await call<{ accessToken: string }>("POST", "/auth/sign-in", person);
  for (let position = 0; position < CARDS; position += 1) {
    const body = new FormData();
    const file = pngFile(cardV2(`Card ${position}`), [position * 10, 70, 110]);
    body.set("file", new Blob([new Uint8Array(file)]), `${position}.png`);
    const address = `${server.url}/api/v1/scenarios/imports/${id}/files?name=${position}.png&position=${position}`;
    const headers = { authorization: `Bearer ${accessToken}` };
    expect((await fetch(address, { method: "POST", headers, body })).ok).toBe(true);
  }
  await call("POST", `/scenarios/imports/${id}/seal`);
  const batch = () => call<Batch>("GET", `/scenarios/imports/${id}`);
  await expect.poll(async () => (await batch()).counts.imported, { intervals: [20] }).toBeGreaterThan(0);
  const before = (await batch()).counts;
  expect(before.waiting + before.importing, "it is killed in the middle").toBeGreaterThan(0);
  await server.kill();

  server = await startServer({ dataDir });
  call = await asPerson(person, server.url);
  await expect.poll(async () => (await batch()).finished, { timeout: 90_000 }).toBe(true);
  expect((await batch()).counts).toMatchObject({ imported: CARDS, total: CARDS });
  const mine = await call<{ results: { displayName: string }[] }>("GET", "/scenarios/my?limit=100");
  const titles = mine.results.map(({ displayName }) => displayName).toSorted();
  expect(titles).toEqual(Array.from({ length: CARDS }, (_, at) => `Card ${at}`).toSorted());
});
