import { expect, test } from "vitest";
import { newEntry } from "./entry";
import { asPattern, keyFault, keyIdentity, splitKeys } from "./keys";

const plain = newEntry("e");
const patterns = { ...plain, useRegex: true };

test.each([
  ["/lamp/i", plain, { source: "lamp", flags: "i" }],
  [" /a\\/b/ ", plain, { source: "a\\/b", flags: "" }],
  ["/lamp/x", plain, null],
  ["//", plain, null],
  ["and/or", plain, null],
  ["lamp", patterns, { source: "lamp", flags: "i" }],
  ["lamp", { ...patterns, caseSensitive: true }, { source: "lamp", flags: "" }],
  ["  ", patterns, null],
])("the pattern of %j", (key, rules, pattern) => expect(asPattern(key, rules)).toEqual(pattern));

test.each([
  ["lamp", null],
  ["lamp (old", null],
  ["", "is empty"],
  ["   ", "is empty"],
  ["/lamp(s/", "is not a valid pattern"],
  ["/*lamp/", "is not a valid pattern"],
  ["/lamps?|lights?/i", null],
  ["/(?<=a)b/", "uses look-around or back-references, which patterns here cannot do"],
  ["/a(?!b)/", "uses look-around or back-references, which patterns here cannot do"],
  ["/(a)\\1/", "uses look-around or back-references, which patterns here cannot do"],
  ["/a\\\\1/", null],
  ["/(?P<who>a)|(?<what>b)/", null],
  ["/(?i)lamp/", null],
  ["/[[:alpha:]]+/", null],
  ["/[a-z--[aeiou]]|a++/", null],
  ["/{{char}}('s)?/", null],
  ["é".repeat(501), "is longer than 1000 bytes"],
])("what is wrong with %j", (key, fault) => expect(keyFault(key, plain)).toBe(fault));

test("keys that find the same are the same", () => {
  expect(keyIdentity(" The  Lamp ", plain)).toBe(keyIdentity("the lamp", plain));
  expect(keyIdentity("Lamp", { ...plain, caseSensitive: true })).not.toBe(keyIdentity("lamp", plain));
  expect(keyIdentity("/a/im", plain)).toBe(keyIdentity("/a/mi", plain));
  expect(keyIdentity("/A/", plain)).not.toBe(keyIdentity("/a/", plain));
});

test.each([
  ["lamp, lighthouse", ["lamp", "lighthouse"]],
  [" lamp ,, lamp ", ["lamp"]],
  ["/lamp(s|, lit)?/i, tower", ["/lamp(s|, lit)?/i", "tower"]],
  ["one\ntwo", ["one", "two"]],
  ["and/or, either", ["and/or", "either"]],
  ["known, new", ["new"]],
  ["/, /", ["/, /"]],
  ["", []],
])("keywords of %j", (typed, keys) => expect(splitKeys(typed, ["known"])).toEqual(keys));
