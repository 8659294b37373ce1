import { describe, expect, it } from "vitest";
import { excerpt, inline, paragraphs, plainText } from "./prose";

describe("inline", () => {
  it.each([
    ["plain", ["plain"]],
    ["*I wait.* “Well?”", [{ mark: "em", text: "I wait." }, " “Well?”"]],
    ["a **b** c", ["a ", { mark: "strong", text: "b" }, " c"]],
    ["2 * 3 * 4 = 24*", ["2 ", { mark: "em", text: " 3 " }, " 4 = 24*"]],
    ["<img src=x onerror=alert(1)>", ["<img src=x onerror=alert(1)>"]],
    ["", []],
  ])("reads %j", (text, expected) => {
    expect(inline(text)).toEqual(expected);
  });

  it("reads links only in our own texts, and only to this site", () => {
    expect(inline("see [tags](/search?tab=tags).", true)).toEqual([
      "see ",
      { mark: "link", text: "tags", href: "/search?tab=tags" },
      ".",
    ]);
    expect(inline("see [tags](/search)")).toEqual(["see [tags](/search)"]);
    for (const href of ["//evil.example", "https://evil.example", "javascript:alert(1)"]) {
      expect(inline(`[x](${href})`, true)).toEqual([`[x](${href})`]);
    }
  });

  it("reads pictures only where they may stand, and only those that are stored here", () => {
    expect(inline("a ![The *sea*](/media/a/b.webp) b", false, true)).toEqual([
      "a ",
      { mark: "picture", text: "The *sea*", src: "/media/a/b.webp" },
      " b",
    ]);
    expect(inline("![x](/media/a.webp)", true)).toEqual(["![x](/media/a.webp)"]);
    for (const address of ["https://a.example/media/b.png", "//media/a.png", "/other/a.png", "/media/"])
      expect(inline(`![x](${address})`, false, true)).toEqual([`![x](${address})`]);
  });

  it("stays linear on hostile input", () => {
    // What takes the square of the text outlives the test's own limit.
    expect(inline("[".repeat(200_000), true)).toEqual(["[".repeat(200_000)]);
    expect(inline("*".repeat(200_000), true).length).toBeGreaterThan(0);
    expect(inline("**a".repeat(100_000), true).length).toBeGreaterThan(0);
  });
});

it("splits paragraphs at blank lines only", () => {
  expect(paragraphs("one\ntwo\n\n \n\nthree\r\n\r\nfour\n")).toEqual(["one\ntwo", "three", "four"]);
});

it("drops marks and line breaks for descriptions", () => {
  expect(plainText("*She*\n turns.  **Now** [go](/x) ![a map](/media/a.webp)")).toBe("She turns. Now go");
});

describe("excerpt", () => {
  it("keeps short texts whole", () => {
    expect(excerpt("Short.", 10)).toBe("Short.");
  });
  it("cuts at a word and stays within the limit", () => {
    const cut = excerpt("The ferry is an hour late, and the only dry bench is taken.", 30);
    expect(cut).toBe("The ferry is an hour late…");
    expect(Array.from(cut).length).toBeLessThanOrEqual(30);
  });
  it("never splits a surrogate pair or fails on one long word", () => {
    expect(excerpt("🌊".repeat(50), 10)).toBe(`${"🌊".repeat(9)}…`);
  });
});
