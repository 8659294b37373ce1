import type { GuideSection } from "../model";

export const writing: GuideSection = {
  id: "writing",
  title: "Writing a scenario",
  promise: "What makes a scenario that people want to step into.",
  topics: [
    {
      id: "anatomy",
      title: "What a scenario is made of",
      summary:
        "A title, a tagline, a place, a cast and a first page. Write them in the right order and each part makes the next one easier.",
      notYet: true,
      blocks: [
        {
          kind: "steps",
          items: [
            "**The situation.** Who wants what, and what is in the way? If you can say it in one sentence, you already have your tagline.",
            "**The cast.** One to five people who would each answer the same question differently.",
            "**The setting.** Only what the story needs: where, when, and the one thing that is different there.",
            "**The opening.** The moment before something has to be decided. End it with an invitation.",
            "**A taste of the dialogue.** Four to eight lines that show how these people talk.",
            "**Title, picture and tags.** Last, because now you know what it’s about.",
          ],
        },
        {
          kind: "text",
          text: "Posters shorten long texts: titles after 40 characters, authors’ names after 22, taglines after 120. Put the best words first.",
        },
      ],
    },
    {
      id: "actors",
      title: "Characters people remember",
      summary:
        "Three good details beat a page of adjectives. Give every character a want, a habit and a way of talking, and the model does the rest.",
      notYet: true,
      blocks: [
        {
          kind: "list",
          items: [
            "**A want** that a stranger who walks in can help or hinder.",
            "**A habit** that people can see: counting coins, never sitting with their back to a window, laughing before bad news.",
            "**A voice.** Long sentences or short ones? Do they answer questions, or turn them around?",
            "**A limit.** Something they’d never do. It gives the player something to push against.",
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
        "An opening has one job: to make the reader want to type. Set the scene in a few lines, give someone a reason to speak, and stop early.",
      notYet: true,
      blocks: [
        {
          kind: "list",
          items: [
            "Start in the middle of something. The weather can wait.",
            "Never decide what the player thinks, feels or does. That part is theirs.",
            "End with a line that needs an answer: a question, an offered hand, a door left ajar.",
            "Write a second opening if there is a second way in. Readers can choose before they start.",
          ],
        },
      ],
    },
    {
      id: "tags-and-rating",
      title: "Tags that keep their promise",
      summary:
        "Good tags bring the right readers and spare the wrong ones. Use the words people search for, and be precise about what they may want to avoid.",
      notYet: true,
      blocks: [
        {
          kind: "text",
          text: "Five to eight tags are usually right: one for the genre, one or two for the mood, one for the setting, the rest for what’s special. A tag is a promise. If the romance is one glance in the opening, it isn’t a romance.",
        },
        {
          kind: "text",
          text: "Explicit work must be marked as such. All characters in it are adults, without exception, and real people don’t belong in it at all. The [terms of use](/legal) have the full rules.",
        },
      ],
    },
  ],
};
