import { expect, it } from "vitest";
import type { Card, CardDisplayData } from "../../api/types";
import { cardName, cardTagline } from "./rules";

const display: CardDisplayData = {
  displayName: "",
  author: "u1",
  authorname: "Mara Quill",
  createdOn: "2026-01-01T00:00:00Z",
  updatedOn: "2026-01-01T00:00:00Z",
  description: "",
  authorNotes: "",
  tagline: "",
  tags: [],
  tagData: [],
  avatar: null,
  avatar_urls: { thumbnail: null, thumbnail_mobile: null, avatar: null, banner: null, fullres: null },
  public: true,
  hidden: false,
  avatarMetrics: [],
  explicit: false,
  rating: "everyone",
};

function card(model: Card["cardModel"], parts: Partial<CardDisplayData> = {}): Card {
  return {
    id: "c1",
    interface: null,
    cardModel: model,
    displayData: { ...display, ...parts },
    cardStats: { chatsCreated: 0, likes: 0, dislikes: 0, messagesSent: 0 },
    liked: false,
    disliked: false,
  };
}

const v2: Card["cardModel"] = {
  format: 0,
  name: "Osric",
  description: "*Keeps* bees.",
  personality: "",
  scenario: "",
  messages: [],
  mes_example: "",
};
const native: Card["cardModel"] = {
  format: 1,
  personality: { persona: "Keeps a lighthouse.", somatics: "", emotiveTendencies: "" },
  physical: { body: "" },
  scenarios: [],
};

it.each([
  [
    "both formats prefer what is shown",
    card(v2, { displayName: "Old Osric", tagline: "Bees first." }),
    "Old Osric",
    "Bees first.",
  ],
  ["a version 2 card falls back on its model", card(v2), "Osric", "Keeps bees."],
  ["a native card has no name of its own", card(native), "", ""],
  [
    "a description stands in for a tagline",
    card(native, { description: "A *tall* tale." }),
    "",
    "A tall tale.",
  ],
])("%s", (_, given, name, tagline) => {
  expect(cardName(given)).toBe(name);
  expect(cardTagline(given)).toBe(tagline);
});
