import type { GuideSection } from "../model";

export const writing: GuideSection = {
  id: "writing",
  title: "Writing a scenario",
  promise: "What makes a scenario that people want to step into.",
  topics: [
    {
      id: "first-scenario",
      title: "Your first scenario",
      summary:
        "You write under My scenarios, on a phone or a computer. Everything saves by itself, and nobody sees a word of it before you publish.",
      blocks: [
        {
          kind: "steps",
          items: [
            "Open [My scenarios](/my-scenarios) and choose **Write your first scenario**. A title is enough to begin with.",
            "Add the **actors**: the characters that a model plays. Then write at least one **opening**, the first message of every story.",
            "Choose an **age rating** and the **content notes**. A scenario without a rating can’t be published.",
            "Read what is **still missing**: the editor lists it and leads to the field.",
            "Publish when you like what you see. Until then it is a draft that you alone can open.",
          ],
        },
        {
          kind: "text",
          text: "If the connection drops or the browser closes, what you typed is still there when you come back. You can take back the last 200 steps, also after a reload. What two windows write is put together; where both change the same passage, you choose what it should say.",
        },
      ],
    },
    {
      id: "anatomy",
      title: "What a scenario is made of",
      summary:
        "A title, a tagline, a place, a cast and a first page. Write them in the right order and each part makes the next one easier.",
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
    {
      id: "lorebooks",
      title: "Lorebooks: facts for the right moment",
      summary:
        "A lorebook holds facts that a model is told only when they come up. A long world costs few tokens, and nobody forgets who owns the lighthouse.",
      blocks: [
        {
          kind: "text",
          text: "Every entry has **keywords** and a **content**. When a keyword turns up in the latest messages, the content is added to what the model reads. An entry that is **always on** needs no keyword; keep those few and short.",
        },
        {
          kind: "list",
          items: [
            "One fact for each entry, written so that it makes sense on its own.",
            "Keywords people really type: “harbour”, “port”, “docks”. The editor marks keywords that two entries share and those that can never be found.",
            "A book of the scenario holds for everybody in it, a book of an actor only when that actor speaks.",
            "Watch the tokens: the editor counts them for each entry and each book.",
          ],
        },
      ],
    },
    {
      id: "moving-in",
      title: "Bring characters from elsewhere",
      summary:
        "Character cards of other programs become drafts, with their pictures, openings and lorebooks. A report says what became of every field.",
      blocks: [
        {
          kind: "text",
          text: "Under [My scenarios](/my-scenarios) choose **Import cards**, or drop files or a whole folder on the page. Cards as PNG, JSON or CHARX are read, and many of other tools too, up to 200 MB a file. Once the files are sent you can close the page: the import goes on. A file that you imported before is not imported twice.",
        },
        {
          kind: "text",
          text: "What we don’t use is kept with the card and is there again when you export it. Pictures that a card only links to are not loaded: the import lists them, and you can upload your own in their place.",
        },
        {
          kind: "text",
          text: "You can leave at any time. **Export** is in the menu of each scenario, under My scenarios and in the editor: it writes the whole scenario as one CHARX file. To take one actor along, open the actor in the editor and choose **Export this actor**: as a PNG card, JSON or CHARX, which other programs read.",
        },
      ],
    },
    {
      id: "publishing",
      title: "Who can see it, and how to take it back",
      summary:
        "A scenario is a draft, private, unlisted or public. Publishing makes a version that never changes, so nobody’s story shifts under their feet.",
      blocks: [
        {
          kind: "list",
          items: [
            "**Draft**: never published. It may be incomplete, and only you can see it.",
            "**Private**: complete, and only you can play it.",
            "**Unlisted**: anyone with the link can play it; no list and no search shows it.",
            "**Public**: everybody can find and play it.",
            "**In review**: a person looks at something we weren’t sure about. You are told what it was.",
          ],
        },
        {
          kind: "text",
          text: "What you edit afterwards stays a draft until you publish again. Stories that have begun stay on the version they began with. If you withdraw a scenario, nobody can start it any more, and running stories go on.",
        },
        {
          kind: "text",
          text: "You decide whether readers may see how it is made. In a **closed** scenario we show nobody the texts that only models get. A model can still be talked into telling, so put no secret there that must stay one.",
        },
      ],
    },
  ],
};
