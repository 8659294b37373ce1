import { expect, test } from "vitest";
import { contactAbout, contactText } from "./contact";

test("an address can be read, whatever it is", () => {
  expect(contactText("mailto:help@play.example")).toBe("help@play.example");
  expect(contactText("mailto:help%2Bsite@play.example?subject=Hello")).toBe("help+site@play.example");
  expect(contactText("https://play.example/contact")).toBe("play.example/contact");
  expect(contactText("https://play.example/")).toBe("play.example");
});

test("an email carries what it is about, a page does not", () => {
  expect(contactAbout("mailto:help@play.example", "Report r-7: more")).toBe(
    "mailto:help@play.example?subject=Report%20r-7%3A%20more",
  );
  expect(contactAbout("https://play.example/contact", "Report r-7")).toBe("https://play.example/contact");
});
