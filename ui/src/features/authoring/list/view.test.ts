import { expect, test } from "vitest";
import { pathOf, viewOf } from "./view";

const query = (text: string) => {
  const names: Record<string, string[]> = {};
  for (const [name, value] of new URLSearchParams(text)) names[name] = [value];
  return { query: names };
};

test.each([
  ["", "/my-scenarios"],
  ["sort=displayNameAsc&search=fog", "/my-scenarios?search=fog&sort=displayNameAsc"],
  ["state=draft&view=trash", "/my-scenarios?state=draft&view=trash"],
  ["sort=nonsense&state=toString2", "/my-scenarios"],
])("an address and its view: %s", (address, path) => {
  expect(pathOf(viewOf(query(address)))).toBe(path);
});
