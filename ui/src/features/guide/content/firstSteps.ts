import type { GuideSection } from "../model";

export const firstSteps: GuideSection = {
  id: "first-steps",
  title: "First steps",
  promise: "What Dramatis is, and what you can do in your first five minutes.",
  topics: [
    {
      id: "what-is-dramatis",
      title: "What Dramatis is, and what it is not",
      summary:
        "Dramatis is a house for stories you step into. Somebody writes the setting and the cast; you walk on stage, and a language model voices everyone else.",
      blocks: [
        {
          kind: "text",
          text: "Think of a play with one part left open. A **scenario** describes the place, the moment and the people in it. You take the open part. Whatever you say or do, the characters answer in their own voices, and the scene goes where the two of you take it. No ending is fixed.",
        },
        {
          kind: "text",
          text: "The characters are fiction. They are written by authors and voiced by software: they do not know you, they can contradict themselves, and nothing they say is advice. That is also what makes them good company for a story. You can start over, try the other door, or be somebody you would never be.",
        },
        { kind: "heading", text: "What you need" },
        {
          kind: "list",
          items: [
            "A browser. Pages can be read before any script has run, so an old phone or a slow line is fine.",
            "No account for looking around: [search](/search), scenario pages and author pages are open to everyone.",
            "A few minutes. Most openings can be read in under one.",
          ],
        },
      ],
    },
    {
      id: "first-visit",
      title: "Your first five minutes",
      summary:
        "A short walk through the house: pick a mood, read one scenario page from top to bottom, and know what Start does before you press it.",
      blocks: [
        {
          kind: "steps",
          items: [
            "Open the [home page](/) and look along the rows. Each poster is one scenario: its picture, its title, who wrote it.",
            "Not in the mood for any of them? [Search](/search) for a word, a place or a feeling. Half a word is enough, and small typing mistakes are forgiven.",
            "Open a scenario and read its opening. It is the first page of the story, so it tells you more than any description.",
            "Look at the cast. A scenario with one actor is a conversation; one with four is a room.",
            "Like it? **Start story** is the gold button at the top. There is never more than one of those in view.",
          ],
        },
        {
          kind: "note",
          text: "Start story needs no account. You can sign up later, and the story comes along.",
        },
      ],
    },
    {
      id: "words",
      title: "Words we use",
      summary:
        "Scenario, actor, card, opening, persona, branch: the dozen words that appear all over Dramatis, each explained in a single plain sentence.",
      blocks: [
        {
          kind: "terms",
          rows: [
            {
              term: "Scenario",
              meaning: "A written set-up for a story: a setting, a cast, one or more openings and its tags.",
            },
            {
              term: "Actor",
              meaning: "A character in a scenario. The model speaks for actors unless you take one over.",
            },
            {
              term: "Card",
              meaning:
                "The older, single-character form of a scenario. Its address leads to the scenario page.",
            },
            {
              term: "Opening",
              meaning: "The text a story begins with. Some scenarios offer several, for different ways in.",
            },
            {
              term: "Story",
              meaning: "Your own run through a scenario, with everything said in it. Two stories never mix.",
            },
            {
              term: "Persona",
              meaning: "Who you are in a story: a name and a description that the characters know you by.",
            },
            {
              term: "Narrator",
              meaning: "The voice that describes instead of speaking: weather, time, what happens next door.",
            },
            {
              term: "Branch",
              meaning: "One of several ways a story went from the same point. The others are kept.",
            },
            {
              term: "Tag",
              meaning:
                "A word that says what a scenario is like: its genre, mood, setting or the people in it.",
            },
            { term: "Love", meaning: "A public thank-you to an author. It is counted on the scenario page." },
            {
              term: "Shekels",
              meaning: "The currency of the house. Replies cost some; streaks and gifts bring some.",
            },
          ],
        },
      ],
    },
  ],
};
