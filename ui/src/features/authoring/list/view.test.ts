import { expect, test } from "vitest";
import { chosenFilters, pathOf, viewOf, withTagTurned } from "./view";

const query = (text: string) => {
  const names: Record<string, string[]> = {};
  for (const [name, value] of new URLSearchParams(text)) names[name] = [...(names[name] ?? []), value];
  return { query: names };
};

test.each([
  ["", "/my-scenarios"],
  ["sort=displayNameAsc&search=fog", "/my-scenarios?search=fog&sort=displayNameAsc"],
  ["state=draft&view=trash", "/my-scenarios?state=draft&view=trash"],
  ["view=series", "/my-scenarios?view=series"],
  ["sort=nonsense&state=toString&rating=good&origin=mars&view=attic", "/my-scenarios"],
  [
    "rating=notRated&origin=card&tag=sea&tag=slow+burn&tag=sea",
    "/my-scenarios?rating=notRated&tag=sea&tag=slow+burn&origin=card",
  ],
])("an address and its view: %s", (address, path) => {
  expect(pathOf(viewOf(query(address)))).toBe(path);
});

test("each filter in force can be taken away alone", () => {
  const view = viewOf(query("state=draft&rating=mature&origin=written&tag=sea&tag=fog&search=lamp"));
  const chosen = chosenFilters(view);
  expect(chosen.map(({ name }) => name)).toEqual(["Draft", "Mature", "Written here", "sea", "fog"]);
  const left = chosen.map(({ without }) => pathOf({ ...view, ...without }));
  expect(left[0]).toBe("/my-scenarios?search=lamp&rating=mature&tag=sea&tag=fog&origin=written");
  expect(left[3]).toBe("/my-scenarios?search=lamp&state=draft&rating=mature&tag=fog&origin=written");
});

test("a tag is turned on and off whatever its letters' case", () => {
  expect(withTagTurned(["Sea"], "fog")).toEqual(["Sea", "fog"]);
  expect(withTagTurned(["Sea", "fog"], "sea")).toEqual(["fog"]);
});
