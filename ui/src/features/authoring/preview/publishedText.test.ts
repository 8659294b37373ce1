import { describe, expect, test } from "vitest";
import { aDraftActor } from "../../../testing/sampleDraft";
import { asPublished, withoutPictures } from "./publishedText";

describe("pictures are cut out of texts as the server does it", () => {
  test.each([
    "{{img::a b}}",
    "{{ IMAGE:: x.png }}",
    "{{image:x}}",
    "{{emotion::喜び}}",
    "{{bg::night}}",
    '<img="smile">',
    "<img='smile'/>",
    '<img src="https://a.example/x" alt="b">',
    "<IMG class='c' SRC='embeded://a.png'/>",
    "<img width=5\nsrc=a.png>",
    '<img src="{{img::a}}">',
    '![words](https://a.example/x.png "title")',
    "![](a_(1).png)",
    "embeded://assets/other/images/a.png",
    "embedded://a.png",
    "__asset:12",
    "data:image/png;base64,AAA=",
    "https://a.example/x.JPG?y#z",
  ])("%s", (picture) => {
    expect(withoutPictures(`é ${picture} é`)).toBe("é  é");
  });

  test.each([
    "",
    "{{char}} and {{user}}",
    "[d](e)",
    "{{imgs::a}}",
    "<img alt='x'>",
    "{{img::",
    "http://a.example/x",
  ])("%j stays as it is", (text) => expect(withoutPictures(text)).toBe(text));

  test("lines of pictures alone are left out", () => {
    const text = "one\n{{img::a}} {{img::b}}\n\n*two* {{emotion::c}}\r\n<img\nsrc='d'>\nthree";
    expect(withoutPictures(text)).toBe("one\n\n*two* \r\nthree");
  });
});

test("a nickname stands for the macro in an actor’s own texts", () => {
  const text = "{{char}}, <BOT> and {{CHAR}}";
  expect(asPublished(aDraftActor({ nickname: " Mi $& " }), text)).toBe("Mi $&, Mi $& and {{CHAR}}");
  expect(asPublished(aDraftActor(), text)).toBe(text);
  expect(asPublished(undefined, text)).toBe(text);
});
