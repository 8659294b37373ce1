import { expect, test } from "vitest";
import { optimised } from "../../../lib/image";
import { framedUrl } from "./draft";

const WHOLE = { key: "a.webp", crop: null, focus: null };

test.each([
  [{}, "/media/a.webp"],
  [{ crop: { x: 0.25, y: 0, width: 0.5, height: 1 } }, "/media/a.webp?crop=0.25,0,0.5,1"],
  [{ focus: { x: 1 / 3, y: 0.9999 } }, "/media/a.webp?focus=0.333,1"],
  [
    { crop: { x: 0.3335, y: 0.9999, width: 0.6665, height: 0.0001 }, focus: { x: 0, y: 0 } },
    "/media/a.webp?crop=0.334,0.999,0.666,0.001&focus=0,0",
  ],
])("an image with %j is shown to readers as %s", (frame, address) =>
  expect(framedUrl({ ...WHOLE, ...frame })).toBe(address),
);

test("the optimiser gets the frame as a part of the address", () => {
  const src = framedUrl({ ...WHOLE, crop: { x: 0.25, y: 0, width: 0.5, height: 1 }, focus: { x: 0, y: 1 } });
  const query = new URLSearchParams(optimised(src, { width: 64 }).split("?")[1]);
  expect([query.get("url"), query.get("w"), query.has("focus")]).toEqual([src, "64", false]);
});
