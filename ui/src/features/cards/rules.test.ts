import { expect, it } from "vitest";
import { cardTagline } from "./rules";

it("shows the tagline as it is, and a description as plain text where there is none", () => {
  expect(cardTagline({ tagline: "Bees *first*.", description: "" })).toBe("Bees *first*.");
  expect(cardTagline({ tagline: " ", description: "A *tall* tale." })).toBe("A tall tale.");
  expect(cardTagline({ tagline: "", description: "" })).toBe("");
});
