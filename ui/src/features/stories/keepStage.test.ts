import { expect, test } from "vitest";
import { keepStage } from "./keepStage";

test.each([
  [20, 20, "quiet"],
  [18, 20, "quiet"],
  [17, 20, "asking"],
  [6, 20, "asking"],
  [5, 20, "low"],
  [0, 20, "over"],
  [2, 2, "low"],
])("with %d of %d lines left a guest is told: %s", (left, of, stage) =>
  expect(keepStage({ left, of })).toBe(stage),
);
