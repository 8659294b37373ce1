import { expect, test } from "vitest";
import { sortOf } from "./listOrder";

test("an unknown order is the usual one", () => {
  expect(sortOf("createdAtAsc")).toBe("createdAtAsc");
  expect(sortOf("sideways")).toBe("lastMessageAtDesc");
  expect(sortOf(undefined)).toBe("lastMessageAtDesc");
});
