import type { GuideSection } from "../model";

export const reading: GuideSection = {
  id: "reading",
  title: "Reading a scenario page",
  promise: "What each part of the page tells you.",
  topics: [
    {
      id: "programme",
      title: "The scenario page, part by part",
      summary:
        "Banner, tagline, cast, opening, facts: a scenario page is laid out like a theatre programme, so you know what you’re getting into before you start.",
      blocks: [
        {
          kind: "terms",
          rows: [
            {
              term: "Title and tagline",
              meaning: "The line under the title is the author’s pitch in one sentence.",
            },
            {
              term: "Cast",
              meaning: "Everyone the model plays: portrait, name and a few words about each.",
            },
            {
              term: "Opening",
              meaning:
                "The first page of the story. If there’s more than one, choose between them above the text.",
            },
            {
              term: "A taste of the dialogue",
              meaning: "A short exchange that shows how the characters talk.",
            },
            { term: "Setting", meaning: "Where and when it happens, and what is true there." },
            {
              term: "From the author",
              meaning:
                "Anything they want you to know: the tone, difficult themes, how to get the most out of it.",
            },
            {
              term: "Facts",
              meaning: "How often it was started, how much was written in it and when it was last updated.",
            },
          ],
        },
        {
          kind: "text",
          text: "What you read here is what the story starts from.",
        },
      ],
    },
    {
      id: "counts",
      title: "What the numbers mean",
      summary:
        "Loves, ratings, stories started and messages sent: what each of these numbers counts, and what it can tell you about a scenario.",
      blocks: [
        {
          kind: "terms",
          rows: [
            {
              term: "Loves",
              meaning:
                "Thank-yous to the author. Everyone has a limited number a day, so even a few mean something.",
            },
            {
              term: "Ratings",
              meaning: "Thumbs up and thumbs down from readers. Look at the share of thumbs up.",
            },
            { term: "Stories started", meaning: "How many times someone pressed Start. Curiosity, mostly." },
            {
              term: "Messages sent",
              meaning: "How much was played after that. Many messages per story mean people stayed.",
            },
          ],
        },
        {
          kind: "text",
          text: "Large numbers are shortened: 1.2K is 1,200 and 3.4M is 3,400,000. A new scenario has zeros everywhere, which only means that it’s new.",
        },
      ],
    },
    {
      id: "ratings",
      title: "Content ratings and 18+",
      summary:
        "Explicit pictures are blurred until you confirm that you’re an adult and want to see them. A warning always comes before, never after.",
      blocks: [
        {
          kind: "text",
          text: "If a scenario’s picture is explicit, it’s blurred everywhere and the scenario has an 18+ mark. Opening it shows a warning first. You can go back, or confirm that you’re an adult and continue.",
        },
        {
          kind: "text",
          text: "Scenarios that their authors rate for adults stay out of lists, search and recommendations until you switch on adult content in your [profile](/profile) or, without an account, confirm your age. Their own pages ask first.",
        },
        {
          kind: "text",
          text: "Content notes above Start say what a scenario contains, such as violence or self-harm, or that its author chose not to say. If there’s something you never want to see, exclude its note or its tag in [search](/search). With an account you can hide both in your [profile](/profile?section=content): your lists leave them out, and you’re asked before such a scenario starts.",
        },
        {
          kind: "note",
          text: "You can also hide all pictures. The layout stays the same.",
        },
      ],
    },
    {
      id: "sharing",
      title: "Sharing a page",
      summary:
        "Every scenario has one short address that works for everyone. Share it, and the preview shows the scenario’s own picture, title and tagline.",
      blocks: [
        {
          kind: "text",
          text: "The Share button on a scenario page opens your device’s share menu, or copies the address if there isn’t one. The link contains nothing about you.",
        },
        {
          kind: "text",
          text: "You can share searches in the same way: copy the address from your browser and send it.",
        },
      ],
    },
  ],
};
