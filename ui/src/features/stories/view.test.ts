import { expect, test } from "vitest";
import type { PageContext } from "../../api/page";
import { titleOf, viewOf } from "./view";

const at = (search: string) => viewOf({ query: { search: [search] } } as unknown as PageContext);

test.each([
  ["the lamp", "the lamp"],
  ["  the\tlamp\n", "the lamp"],
  ["the\u2028lamp\u2029", "the lamp"],
  ["the\u0000\u0085\u00a0lamp", "the lamp"],
  ["\u2028\u2029", ""],
  [" \u0007\u3000\ufeff", ""],
])("%j is searched for as %j", (typed, words) => expect(at(typed).words).toBe(words));

test("nothing to see is no search, and has its title", () => {
  expect(titleOf(at("\u2028\u2029"), undefined)).toBe(titleOf(at(""), undefined));
});
