import type { GuideSection } from "../model";

export const writing: GuideSection = {
  id: "writing",
  title: "Writing a scenario",
  promise: "How to build a stage that other people want to step onto.",
  topics: [
    {
      id: "anatomy",
      title: "What a scenario is made of",
      summary:
        "A title, a promise, a place, a cast and a first page. Write them in the right order and each part makes the next one easier.",
      arrives: "accounts",
      blocks: [
        {
          kind: "steps",
          items: [
            "**The situation.** Who wants what, and what is in the way? If you can say it in one sentence, you already have your tagline.",
            "**The cast.** One to five people who would each answer the same question differently.",
            "**The setting.** Only what the story needs: where, when, and the one thing that is different there.",
            "**The opening.** The moment before something has to be decided. End it on an invitation.",
            "**A taste of the dialogue.** Four to eight lines that show how these people sound.",
            "**Title, picture and tags.** Last, because now you know what it is.",
          ],
        },
        {
          kind: "text",
          text: "Cards cut long texts short: a title after 40 characters, an author’s name after 22, a tagline after 120. Put the best words first.",
        },
      ],
    },
    {
      id: "actors",
      title: "Actors people remember",
      summary:
        "Three true details beat a page of adjectives. Give every actor a want, a habit and a way of talking, and the model will do the rest.",
      arrives: "accounts",
      blocks: [
        {
          kind: "list",
          items: [
            "**A want** that can be helped or hindered by a stranger who walks in.",
            "**A habit** that can be seen: counts coins, never sits with their back to a window, laughs before bad news.",
            "**A voice.** Long sentences or short ones? Do they answer questions, or ask them back?",
            "**A limit.** Something they would not do. It gives the player something to push against.",
          ],
        },
        {
          kind: "example",
          speaker: "Instead of “mysterious and kind”",
          text: "Keeps the spare key of every neighbour and has used each of them once. Apologises to doors.",
        },
      ],
    },
    {
      id: "openings",
      title: "Openings that invite an answer",
      summary:
        "An opening has one job: to make the reader want to type. Set the scene in a few lines, give someone a reason to speak, and stop too early.",
      arrives: "accounts",
      blocks: [
        {
          kind: "list",
          items: [
            "Start in the middle of something. Weather can wait.",
            "Never decide what the player thinks, feels or does. That part is theirs.",
            "End on a line that needs an answer: a question, an offered hand, a door left ajar.",
            "Write a second opening if there is a second way in. Readers can choose before they start.",
          ],
        },
      ],
    },
    {
      id: "tags-and-rating",
      title: "Tagging and rating your work",
      summary:
        "Good tags bring the right readers and spare the wrong ones. Use the words people search for, and be exact about anything they may want to avoid.",
      arrives: "accounts",
      blocks: [
        {
          kind: "text",
          text: "Five to eight tags are usually right: one for the genre, one or two for the mood, one for the setting, the rest for what is particular. A tag is a promise. If the romance is one glance in the opening, it is not a romance.",
        },
        {
          kind: "text",
          text: "Explicit work must be tagged as such. Pictures are also measured automatically and blurred where needed. Characters in explicit work are adults, without exception, and real people do not belong there at all. The [legal page](/legal) has the rules in full.",
        },
      ],
    },
    {
      id: "publishing",
      title: "Private, public, changed, removed",
      summary:
        "A scenario can be private while you work on it and public when it is ready. Changes never rewrite the stories that other people have already started.",
      arrives: "accounts",
      blocks: [
        {
          kind: "terms",
          rows: [
            {
              term: "Private",
              meaning: "Only you can open it. For everyone else the address leads to the not-found page.",
            },
            { term: "Public", meaning: "Anyone can read and play it, and search finds it." },
            {
              term: "Hidden",
              meaning: "Taken out of view by the moderators, with a reason that you can read.",
            },
            {
              term: "Removed",
              meaning: "Deleted by you. The page says that it is gone, and search engines forget it.",
            },
          ],
        },
      ],
    },
  ],
};
