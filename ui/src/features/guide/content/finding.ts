import type { GuideSection } from "../model";

export const finding: GuideSection = {
  id: "finding",
  title: "Finding a scenario",
  promise: "Search, tags and rows: getting from a vague wish to the right door.",
  topics: [
    {
      id: "search",
      title: "Searching well",
      summary:
        "Search reads titles, taglines, casts and authors. Type half a word, misspell it or write it in another script: the best match still comes first.",
      blocks: [
        {
          kind: "text",
          text: "The search box on the home page and the one on [the search page](/search) are the same thing. Results are ordered by how well they fit, and among equals by how much other people liked them. An exact name always comes first.",
        },
        {
          kind: "list",
          items: [
            "**Be concrete.** *Lighthouse storm* finds more of what you mean than *atmospheric mystery*.",
            "**Two or three words** are plenty. Every word narrows the result.",
            "**Do not worry about spelling.** If nothing fits the word you typed, the search uses the nearest one that exists and tells you so above the results.",
            "**Punctuation is harmless.** Quotes, colons and dashes are read as plain text; there are no operators to learn.",
          ],
        },
        {
          kind: "text",
          text: "With an empty box the page lists everything, and you choose the order: newest first, most liked, or what is rising right now.",
        },
        {
          kind: "note",
          text: "The address holds the whole search: words, tags, order and tab. Bookmark it or send it to a friend and they see the same page.",
        },
      ],
    },
    {
      id: "tags",
      title: "Including and leaving out tags",
      summary:
        "Each tag on the search page has three states: include it, leave it out, or ignore it. A few well-chosen tags beat a clever search phrase.",
      blocks: [
        {
          kind: "steps",
          items: [
            "Open [search](/search) and start typing into the tag field. Suggestions show how many scenarios carry each tag.",
            "Choose one. It appears as a chip with a plus: only scenarios *with* this tag are shown.",
            "Press the chip once more and the plus becomes a minus: scenarios with this tag are left out.",
            "The cross removes the chip and the tag no longer matters.",
          ],
        },
        {
          kind: "text",
          text: "Included tags work together: *Mystery* and *Romance* shows scenarios that carry both. Left-out tags work alone: one is enough to keep a scenario away.",
        },
        {
          kind: "text",
          text: "The [tags tab](/search?tab=tags) lists all tags with their counts. Every tag leads to its own page of scenarios, which is a pleasant way to browse without a plan.",
        },
      ],
    },
    {
      id: "sorting",
      title: "Newest, most liked, trending",
      summary:
        "Three orders, three moods: newest shows what was just published, most liked what has lasted, and trending what people are opening this week.",
      blocks: [
        {
          kind: "terms",
          rows: [
            {
              term: "Newest",
              meaning: "By the day of publication. Good for being first, and for encouraging new authors.",
            },
            {
              term: "Most liked",
              meaning: "By all the loves and good ratings a scenario ever had. Good for a safe evening.",
            },
            {
              term: "Trending",
              meaning:
                "Recent attention counts more than old attention, so yesterday’s discovery can pass last year’s favourite.",
            },
          ],
        },
        {
          kind: "text",
          text: "The order can be chosen while the search box is empty. As soon as you search for words, relevance decides.",
        },
      ],
    },
    {
      id: "authors",
      title: "Following a voice you like",
      summary:
        "When one scenario fits, its author’s other work usually does too. Author pages list everything a person has published, newest first.",
      blocks: [
        {
          kind: "text",
          text: "The author’s name on a scenario page is a link. Behind it you find a short introduction, when the person joined, and all their public scenarios. You can also narrow a search to one author with the author field on [the search page](/search).",
        },
        {
          kind: "text",
          text: "“More like this” at the foot of a scenario page goes the other way: other authors, similar tags and themes, and a little chance so that you do not walk in circles.",
        },
        {
          kind: "note",
          text: "With an account you can follow an author; whom you follow stands on your own page.",
        },
      ],
    },
  ],
};
