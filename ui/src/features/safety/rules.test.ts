import { expect, test } from "vitest";
import { linesInOrder, nearby, regionName, withNumbers } from "./rules";

test("numbers can be called, words stay words", () => {
  expect(withNumbers("Call or text 988")).toEqual([
    { text: "Call or text ", call: null },
    { text: "988", call: "988" },
  ]);
  expect(withNumbers("0800 111 0 111")).toEqual([{ text: "0800 111 0 111", call: "08001110111" }]);
  expect(withNumbers("Your local emergency number: 112 in Europe, 911 in North America")).toEqual([
    { text: "Your local emergency number: ", call: null },
    { text: "112", call: "112" },
    { text: " in Europe, ", call: null },
    { text: "911", call: "911" },
    { text: " in North America", call: null },
  ]);
  expect(withNumbers("Lines in your country")).toEqual([{ text: "Lines in your country", call: null }]);
});

test("countries first, then Europe, then everywhere", () => {
  const line = (region: string) => ({ region, name: region, contact: "1" });
  const order = linesInOrder([line("*"), line("EU"), line("US"), line("DE")]);
  expect(order.map(({ region }) => region)).toEqual(["US", "DE", "EU", "*"]);
  expect(regionName("DE")).toBe("Germany");
  expect(regionName("ZZ")).toBe("ZZ");
});

test("the lines of the reader’s own countries are near, and all are where there are none", () => {
  const lines = ["US", "GB", "DE", "EU", "*"].map((region) => ({ region, name: region, contact: "1" }));
  const regions = (languages: string[]) => {
    const { near, far } = nearby(lines, languages);
    return [near, far].map((some) => some.map(({ region }) => region).join(" "));
  };
  expect(regions(["en-GB", "en"])).toEqual(["GB *", "US DE EU"]);
  expect(regions(["de", "en-US"])).toEqual(["DE US *", "GB EU"]);
  expect(regions(["zh-Hans-US"])).toEqual(["US *", "GB DE EU"]);
  expect(regions(["en"])).toEqual(["US GB DE EU *", ""]);
  expect(regions(["ja-JP"])).toEqual(["US GB DE EU *", ""]);
  expect(regions([])).toEqual(["US GB DE EU *", ""]);
});
