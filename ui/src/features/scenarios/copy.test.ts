import { describe, expect, it } from "vitest";
import type { Scenario, TagData } from "../../api/types";
import { languageName, likedShare, scenarioDescription, scenarioTitle } from "./copy";

const fantasy: TagData = {
  id: "t1",
  displayName: "Fantasy",
  scenarioCount: 3,
  properties: { slug: "fantasy", kind: "genre", explicit: false },
};

function scenario(
  name: string,
  tagline: string,
  description: string,
  author = "Mara Quill",
  tags = [fantasy],
): Scenario {
  const pictures = { thumbnail: null, thumbnail_mobile: null, avatar: null, banner: null, fullres: null };
  return {
    id: "s1",
    displayData: {
      id: "s1",
      displayName: name,
      tagline,
      avatar_urls: pictures,
      author: "u1",
      authorname: author,
      createdOn: "2026-01-01T00:00:00Z",
      updatedOn: "2026-01-01T00:00:00Z",
      tags: tags.map((tag) => tag.id),
      tagData: tags,
      avatarMetrics: [],
      explicit: false,
      rating: "everyone",
      public: true,
    },
    scenarioEngram: {
      description,
      setting: "",
      playerRole: { name: "", description: "" },
      openings: [],
      exampleDialogue: [],
      authorNote: null,
      language: "en",
      open: false,
    },
    scenarioStats: {
      chatsCreated: 0,
      favorites: 0,
      ratings: 0,
      messagesSent: 0,
      shekelsSpent: 0,
      userRatings: { likes: 0, dislikes: 0 },
      loveCount: 0,
    },
    interface: null,
    contentNotes: [],
    credits: { creator: null, source: [] },
    authorship: { author: "u1", authorname: author, avatar_url: null, bio: "" },
    tags: tags.map((tag) => tag.id),
    tagData: tags,
    hidden: false,
    avatar: null,
    coverAlt: "",
    bannerAlt: "",
    actors: [],
    series: null,
  };
}

describe("a title", () => {
  it.each([
    ["The Orchard", "The Orchard – fantasy story by Mara Quill"],
    ["The Bureau of Retired Prophecies", "The Bureau of Retired Prophecies – fantasy story"],
    ["", "Untitled – fantasy story by Mara Quill"],
    ["Дача на продажу", "Дача на продажу – fantasy story by Mara Quill"],
  ])("of %j says as much as fits", (name, expected) => {
    expect(scenarioTitle(scenario(name, "", ""))).toBe(expected);
  });

  it("never grows past what a search result shows", () => {
    for (let length = 1; length < 120; length += 1) {
      const title = scenarioTitle(
        scenario("Wort ".repeat(length), "", "", "An author with quite a long name"),
      );
      expect(Array.from(title).length).toBeLessThanOrEqual(49);
    }
  });

  it("does without a genre", () => {
    expect(scenarioTitle(scenario("The Orchard", "", "", "Mara Quill", []))).toBe(
      "The Orchard – story by Mara Quill",
    );
  });
});

describe("a description", () => {
  const long =
    "Every tree in the orchard remembers one person, and this autumn a tree remembers you. ".repeat(6);
  it.each([
    ["The trees remember you", long],
    ["", long],
    [long, long],
    ["مسرح الظل يفتح أبوابه الليلة", long],
  ])("is about as long as a search result shows: %j", (tagline, description) => {
    const text = scenarioDescription(scenario("The Orchard", tagline, description));
    expect(text.length).toBeGreaterThan(120);
    expect(Array.from(text).length).toBeLessThanOrEqual(158);
  });

  it("joins the promise and the text as sentences, without marks", () => {
    expect(scenarioDescription(scenario("x", "It waits", "*A door* opens."))).toBe("It waits. A door opens.");
    expect(scenarioDescription(scenario("x", "It waits!", "A door opens."))).toBe("It waits! A door opens.");
  });
});

it.each([
  [0, 0, null],
  [1, 0, "100%"],
  [0, 4, "0%"],
  [2, 1, "67%"],
  [10_000_000, 1, "100%"],
])("%i likes and %i dislikes are %s", (likes, dislikes, expected) => {
  expect(likedShare({ likes, dislikes })).toBe(expected);
});

it.each([
  ["en", "English"],
  ["pt-BR", "Portuguese"],
  ["zh-Hant-TW", "Chinese"],
  ["tlh", "tlh"],
])("the language %s is called %s", (tag, expected) => {
  expect(languageName(tag)).toBe(expected);
});
