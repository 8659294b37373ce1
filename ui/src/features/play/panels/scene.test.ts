import { expect, test } from "vitest";
import { presenceOf } from "./scene";

const cast = [{ id: "mara" }, { id: "tom" }];

test.each([
  ["everybody is there", [], undefined],
  ["one is away", ["tom"], ["mara"]],
  ["all are away", ["tom", "mara"], []],
  ["somebody who left the cast is away", ["gone"], undefined],
])("%s", (_, away, presence) => expect(presenceOf(cast, new Set(away))).toEqual(presence));
