import { expect, test } from "vitest";
import { optimised, srcSet } from "./image";
import { revealed } from "./revealed";

test.each([
  ["/media/a.webp", "/media/a.webp?shown=1"],
  ["/media/a.webp?v=3", "/media/a.webp?v=3&shown=1"],
])("%s revealed is %s", (src, expected) => expect(revealed(src)).toBe(expected));

test("a revealed picture has other addresses in every size", () => {
  expect(optimised(revealed("/media/a.webp"), { width: 64 })).toBe(
    "/_image?url=/media/a.webp%3Fshown%3D1&w=64&q=80",
  );
  expect(srcSet(revealed("/media/a.webp"), { width: 64 })?.match(/shown%3D1/g)).toHaveLength(3);
});
