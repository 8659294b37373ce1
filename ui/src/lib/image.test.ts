import { expect, test } from "vitest";
import { canOptimise, defaultPicture, optimised, portraitFor, srcSet } from "./image";

test.each([
  ["/media/a.webp", true],
  ["/media/a.svg", false],
  ["/media/a.svg?x", false],
  ["data:image/png;base64,AA", false],
  ["/_image?url=/media/a.webp&w=16&q=80", false],
  ["http://localhost/a.webp", false],
  ["http://LOCALHOST:8080/a.webp", false],
  ["https://127.0.0.1:3000/a.webp", false],
  ["http://[::1]:8080/a.webp", false],
  ["//printer.local/a.webp", false],
  ["http://dev.localhost/a.webp", false],
  ["https://localhost.example.org/a.webp", true],
  ["https://example.org/localhost/a.webp", true],
  ["/media/localhost.webp", true],
])("%s can be optimised: %s", (src, expected) => expect(canOptimise(src)).toBe(expected));

test.each([
  [{ width: 64 }, 1, "/_image?url=/media/a%20b%26c.webp&w=64&q=80"],
  [{ width: 64, height: 96 }, 2, "/_image?url=/media/a%20b%26c.webp&w=128&q=80&h=192"],
  [{ width: 64, quality: 0 }, 1, "/_image?url=/media/a%20b%26c.webp&w=64&q=1"],
  [{ width: 64, quality: 400 }, 1, "/_image?url=/media/a%20b%26c.webp&w=64&q=100"],
])("%j at %dx", (box, density, expected) => {
  expect(optimised("/media/a b&c.webp", box, density)).toBe(expected);
});

test("every size of a set keeps the frame of its picture", () => {
  const set = srcSet("/media/a.webp?crop=0,0,0.5,1&focus=0.2,0.5", { width: 10 });
  const framed = "/_image?url=/media/a.webp%3Fcrop%3D0%2C0%2C0.5%2C1%26focus%3D0.2%2C0.5&w=";
  expect(set?.split(", ").every((each) => each.startsWith(framed))).toBe(true);
});

test("what cannot be optimised has no set", () =>
  expect(srcSet("/media/a.svg", { width: 64 })).toBeUndefined());

test("the set ends at the density cap", () => {
  expect(
    srcSet("/media/a.webp", { width: 10 })
      ?.split(", ")
      .map((each) => each.split(" ")[1]),
  ).toEqual(["1x", "2x", "3x"]);
});

test.each([
  [{ width: 56, height: 56 }, "/default-avatar.webp"],
  [{ width: 233, height: 350 }, "/default-cover.webp"],
  [{ width: 1920, height: 720 }, "/logo.svg"],
])("the place %j has the default %s", (box, expected) => expect(defaultPicture(box)).toBe(expected));

test.each([
  ["/media/a.webp", "/media/a.webp?focus=0.5,0.3"],
  ["/media/a.webp?shown=1", "/media/a.webp?shown=1&focus=0.5,0.3"],
  ["/media/a.webp?focus=0.2,0.5", "/media/a.webp?focus=0.2,0.5"],
  ["/media/a.webp?crop=0,0.5,1,0.5", "/media/a.webp?crop=0,0.5,1,0.5"],
  ["blob:https://dramatis.test/1", "blob:https://dramatis.test/1"],
  ["https://example.org/a.webp", "https://example.org/a.webp"],
])("a portrait keeps the head in view unless its author says what: %s", (src, expected) => {
  expect(portraitFor(src)).toBe(expected);
});
