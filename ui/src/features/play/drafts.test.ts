import { beforeEach, expect, test, vi } from "vitest";
import { draftOf, dropDrafts, keepDraft } from "./drafts";

const NOW = 1_800_000_000_000;
const DAY = 86_400_000;

function storage() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

beforeEach(() => vi.stubGlobal("localStorage", storage()));

test("a draft survives, with the id it was sent under", () => {
  keepDraft("u1", "s1", "Who lit it?", "c1", NOW);
  expect(draftOf("u1", "s1", NOW + 1)).toEqual({ text: "Who lit it?", sentAs: "c1", at: NOW });
});

test("an empty one is forgotten", () => {
  keepDraft("u1", "s1", "x", null, NOW);
  keepDraft("u1", "s1", "", null, NOW);
  expect(draftOf("u1", "s1", NOW)).toBeNull();
});

test("nobody sees another person's drafts, and theirs end with the first of their own", () => {
  keepDraft("u1", "s1", "private", null, NOW);
  expect(draftOf("u2", "s1", NOW)).toBeNull();
  keepDraft("u2", "s2", "mine", null, NOW);
  expect(draftOf("u1", "s1", NOW)).toBeNull();
});

test("they do not pile up, and do not last for ever", () => {
  for (let at = 0; at < 60; at += 1) keepDraft("u1", `s${at}`, "x", null, NOW + at);
  expect(draftOf("u1", "s0", NOW + 60)).toBeNull();
  expect(draftOf("u1", "s59", NOW + 60)).not.toBeNull();
  expect(draftOf("u1", "s59", NOW + 61 * DAY)).toBeNull();
});

test("what cannot be read counts as nothing", () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  localStorage.setItem("dramatis.drafts", "{");
  expect(draftOf("u1", "s1", NOW)).toBeNull();
  expect(warn).toHaveBeenCalled();
  dropDrafts();
  expect(localStorage.getItem("dramatis.drafts")).toBeNull();
});
