import { expect, it } from "vitest";
import { randomId } from "./random-id";

it("makes UUIDs of version 4, each once", () => {
  const made = Array.from({ length: 500 }, randomId);
  for (const id of made) {
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  }
  expect(new Set(made).size).toBe(made.length);
});
