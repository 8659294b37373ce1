import { expect, test } from "vitest";
import { weatherOf } from "./weather";

test.each([
  ["The Lighthouse at the End", "rain"],
  ["Regen über der Stadt", "rain"],
  ["The Clockmender", "lamp"],
  ["A Season of Masks", "lamp"],
  ["", "lamp"],
])("%s plays in %s light", (title, weather) => expect(weatherOf(title)).toBe(weather));
