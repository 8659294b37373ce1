import { parseTemplate } from "url-template";
import { expect, test } from "vitest";
import { reads } from "../api/reads";
import { expand } from "./uri-template";

const VALUES = ["elf", "a b&c=d?e#f/g+h%i", "!'()*~-._", "夜の灯台 🗼", "“quoted”, and, commas"];

test("every template of the client expands as the standard defines", () => {
  for (const template of Object.values(reads)) {
    const names = [...template.matchAll(/\{[?&]?([^}]*)\}/g)].flatMap(([, list]) => (list ?? "").split(","));
    for (const value of VALUES) {
      const vars: Record<string, string | string[]> = {};
      expect(expand(template, vars)).toBe(parseTemplate(template).expand(vars));
      for (const spec of names) vars[spec.replace("*", "")] = spec.endsWith("*") ? [value, "two"] : value;
      expect(expand(template, vars), template).toBe(parseTemplate(template).expand(vars));
    }
  }
});

test("what is empty is absent", () => {
  const template = "/search{?q,wlTags*}{&cursor}";
  expect(expand(template, { q: "", wlTags: [], cursor: null })).toBe("/search");
  expect(expand(template, { q: "elf", wlTags: undefined })).toBe("/search?q=elf");
});
