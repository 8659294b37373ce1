import { expect, test, vi } from "vitest";
import { emptyDraft } from "../model/draft";
import { type History, recorded } from "../model/history";
import type { Draft } from "../types";
import type { JournalWrite } from "./database";
import { JournalPen } from "./pen";

const titled = (title: string): Draft => ({ ...emptyDraft(), title });

function penAndWrites(replaced: readonly string[] = []) {
  const removed: string[] = [];
  const writes: JournalWrite[] = [];
  let broken = false;
  const journal = {
    list: async () => [],
    write: async (write: JournalWrite) => {
      if (broken) throw new DOMException("Full", "QuotaExceededError");
      writes.push(write);
    },
    remove: async (key: string) => void removed.push(key),
    purge: async () => undefined,
  };
  const pen = new JournalPen(journal, "ann", replaced);
  const breakIt = (isBroken: boolean) => {
    broken = isBroken;
  };
  return { pen, writes, removed, breakIt };
}

const rest = {
  draftId: "sc1",
  at: 0,
  version: 1,
  pending: [],
  unanswered: [],
  conflicts: [],
  createKey: "key",
};

test("steps and the server's draft are written only when they changed", async () => {
  const { pen, writes } = penAndWrites();
  const base = titled("");
  let history: History = recorded({ undo: [], redo: [] }, base, titled("F"), 0);
  await pen.write({ ...rest, base, history });
  history = recorded(history, titled("F"), titled("Fo"), 10);
  await pen.write({ ...rest, base, history });
  history = recorded(history, titled("Fo"), { ...titled("Fo"), tagline: "x" }, 20);
  await pen.write({ ...rest, base, history });
  await pen.write({ ...rest, base: titled("Fo"), history: { undo: history.undo.slice(1), redo: [] } });
  expect(
    writes.map(({ hasNewBase, newSteps, goneSteps }) => [
      hasNewBase,
      newSteps.map(({ serial }) => serial),
      goneSteps,
    ]),
  ).toEqual([
    [true, [1], []],
    [false, [1], []],
    [false, [2], []],
    [true, [], [1]],
  ]);
  expect(writes[0]?.record).toMatchObject({ owner: "ann", key: pen.key });
});

test("what could not be written is written again with the next change", async () => {
  const { pen, writes, breakIt } = penAndWrites();
  const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const base = titled("");
  const history = recorded({ undo: [], redo: [] }, base, titled("F"), 0);
  breakIt(true);
  await pen.write({ ...rest, base, history });
  expect(pen.failed).toBe(true);
  breakIt(false);
  await pen.write({ ...rest, base, history });
  expect(pen.failed).toBe(false);
  expect(writes).toMatchObject([{ hasNewBase: true, newSteps: [{ serial: 1 }] }]);
  warn.mockRestore();
});

test("records of earlier windows go in the write that holds their contents, and not before", async () => {
  const { pen, writes, breakIt } = penAndWrites(["old"]);
  const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const record = { ...rest, base: titled(""), history: { undo: [], redo: [] } };
  breakIt(true);
  await pen.write(record);
  breakIt(false);
  await pen.write(record);
  await pen.write(record);
  expect(writes.map(({ replaced }) => replaced)).toEqual([["old"], []]);
  warn.mockRestore();
});

test("what is discarded takes along what it was to replace", async () => {
  const { pen, removed } = penAndWrites(["old"]);
  await pen.discard();
  expect(removed).toEqual([pen.key, "old"]);
});
