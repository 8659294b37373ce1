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
        "Dramatis is a place for stories you step into. An author writes the setting and the cast; you play a part, and the characters answer you.",
      blocks: [
        {
          kind: "text",
          text: "Think of a play with one part left open. A **scenario** describes the place, the moment and the people in it. You take the open part. Whatever you say or do, the characters answer in their own voices, and the scene goes wherever you take it together. No ending is fixed.",
        },
        {
          kind: "text",
          text: "The characters are fiction. They’re written by authors and voiced by software, usually an AI model. Where none is connected, a demo plays scenes written in advance, and the story says so at its start. Either way, they don’t know you, they can contradict themselves, and nothing they say is advice. That’s also what makes them good company for a story. You can start over, try the other door, or be someone you would never be.",
        },
        { kind: "heading", text: "What you need" },
        {
          kind: "list",
          items: [
            "A browser. Pages are readable at once, so an old phone or a slow connection is fine.",
            "No account, unless you want one. [Search](/search), scenario pages and author pages are open to everyone, and you can play as a guest.",
            "A few minutes. Most openings take less than one to read.",
          ],
        },
      ],
    },
    {
      id: "first-visit",
      title: "Your first five minutes",
      summary:
        "A quick tour: pick a mood, read one scenario page from top to bottom, and know what Start does before you press it.",
      blocks: [
        {
          kind: "steps",
          items: [
            "Open the [home page](/) and browse the rows. Each poster is one scenario: its picture, its title and who wrote it.",
            "Not in the mood for any of them? [Search](/search) for a word, a place or a feeling. Half a word is enough, and typos are fine.",
            "Open a scenario and read its opening. It’s the first page of the story, so it tells you more than any description.",
            "Look at the cast. A scenario with one character is a conversation; one with four is a room full of people.",
            "Like it? Press **Start story**, the gold button at the top.",
          ],
        },
        {
          kind: "note",
          text: "You don’t need an account to start. If you sign up later, your story comes with you.",
        },
      ],
    },
    {
      id: "words",
      title: "Words we use",
      summary:
        "Scenario, character, card, opening, persona, branch: the words you’ll see all over Dramatis, each explained in one plain sentence.",
      blocks: [
        {
          kind: "terms",
          rows: [
            {
              term: "Scenario",
              meaning: "The starting point of a story: a setting, a cast, one or more openings, and tags.",
            },
            {
              term: "Character",
              meaning: "Someone in the cast. The model speaks for them unless you take over.",
            },
            {
              term: "Card",
              meaning: "The older, single-character form of a scenario. It leads to the scenario page.",
            },
            {
              term: "Opening",
              meaning: "The text a story begins with. Some scenarios offer more than one.",
            },
            {
              term: "Story",
              meaning: "Your own playthrough of a scenario, with everything said in it.",
            },
            {
              term: "Persona",
              meaning: "Who you are in a story: the name and description the characters know you by.",
            },
            {
              term: "Narrator",
              meaning: "The voice that describes what happens: the weather, the time, a knock at the door.",
            },
            {
              term: "Branch",
              meaning: "One of several ways a story continued from the same point. The others are kept.",
            },
            {
              term: "Tag",
              meaning: "A word that says what a scenario is like: its genre, mood, setting or characters.",
            },
            { term: "Love", meaning: "A thank-you to the author. The scenario page shows how many it has." },
            {
              term: "Shekels",
              meaning: "The currency of this site. They pay for replies beyond the free ones.",
            },
          ],
        },
      ],
    },
  ],
};
