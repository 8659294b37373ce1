import type { GuideSection } from "../model";

export const reading: GuideSection = {
  id: "reading",
  title: "Reading a scenario page",
  promise: "The page is a theatre programme. Here is what each part tells you.",
  topics: [
    {
      id: "programme",
      title: "The programme, part by part",
      summary:
        "Banner, promise, cast, opening, facts: a scenario page is laid out like a programme, so that you know what you are walking into before the lights go down.",
      blocks: [
        {
          kind: "terms",
          rows: [
            {
              term: "Title and promise",
              meaning: "The line under the title is the author’s pitch in one breath.",
            },
            {
              term: "Cast",
              meaning: "Everyone the model will play: portrait, role and a few words about each.",
            },
            {
              term: "Opening",
              meaning:
                "The first page. If there are several openings, choose one above the text and read on.",
            },
            {
              term: "A taste of the dialogue",
              meaning: "A short exchange that shows how these people talk.",
            },
            { term: "Setting", meaning: "Where and when it happens, and what is true there." },
            {
              term: "From the author",
              meaning:
                "Anything they want you to know: tone, difficult themes, how to get the best out of it.",
            },
            {
              term: "Facts",
              meaning: "How often it was started, how much was written in it, when it was last changed.",
            },
          ],
        },
        {
          kind: "text",
          text: "Nothing is hidden behind a button: what you see is what the characters start from.",
        },
      ],
    },
    {
      id: "counts",
      title: "What the numbers mean",
      summary:
        "Loves, ratings, stories started and messages sent are four different kinds of applause. This is what each one counts, and what it does not.",
      blocks: [
        {
          kind: "terms",
          rows: [
            {
              term: "Loves",
              meaning:
                "People who wanted the author to know. Given sparingly, so a small number already means something.",
            },
            {
              term: "Ratings",
              meaning:
                "Thumbs up and thumbs down from people who played. The share of good ones is what matters.",
            },
            { term: "Stories started", meaning: "How many times somebody pressed Start. Curiosity, mostly." },
            {
              term: "Messages sent",
              meaning: "How much was played after that. Many messages per story means people stayed.",
            },
          ],
        },
        {
          kind: "text",
          text: "Large numbers are shortened: 1.2K is twelve hundred, 3.4M is three million four hundred thousand. A new scenario stands at zero everywhere, which says that it is new and nothing else.",
        },
      ],
    },
    {
      id: "ratings",
      title: "Content ratings and the 18+ veil",
      summary:
        "Explicit pictures are blurred until you say that you are an adult and want to see them. Text pages stay readable, and the warning comes before, not after.",
      blocks: [
        {
          kind: "text",
          text: "Every picture is measured when it is uploaded. If it is judged explicit it is blurred everywhere, and the scenario carries an 18+ mark. Opening such a scenario shows a warning first. You can go back, or confirm that you are an adult and go on.",
        },
        {
          kind: "text",
          text: "Tags carry the same information. If there is something you never want to meet, leave its tag out in [search](/search); with an account you can block tags for good.",
        },
        {
          kind: "note",
          text: "Pictures can also be turned off altogether. The layout stays the same; the pictures simply do not appear.",
        },
      ],
    },
    {
      id: "sharing",
      title: "Sharing a page",
      summary:
        "Every page has one short address that shows the same thing to everyone. Share it and the preview carries the scenario’s own picture, title and promise.",
      blocks: [
        {
          kind: "text",
          text: "The Share button on a scenario page opens your device’s own share sheet. Where there is none it copies the address and tells you that it did. Links never carry anything about you.",
        },
        {
          kind: "text",
          text: "Searches can be shared in the same way: copy the address from the browser and send it.",
        },
      ],
    },
  ],
};
