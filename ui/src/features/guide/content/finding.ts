import type { GuideSection } from "../model";

export const finding: GuideSection = {
  id: "finding",
  title: "Finding a scenario",
  promise: "Search, tags and rows: from a vague idea to the right scenario.",
  topics: [
    {
      id: "search",
      title: "Searching well",
      summary:
        "Search covers titles, taglines, casts, authors and texts. Type half a word, misspell it or use another script: the best match still comes first.",
      blocks: [
        {
          kind: "text",
          text: "The search box on the home page and the one on [the search page](/search) work the same way. The best matches come first, and among equal matches the more popular ones. An exact name always comes first.",
        },
        {
          kind: "list",
          items: [
            "**Be concrete.** *Lighthouse storm* finds more of what you mean than *atmospheric mystery*.",
            "**Two or three words** are plenty. Every word narrows the result.",
            "**Don’t worry about spelling.** If nothing matches, search tries the closest word that exists and tells you so above the results.",
            "**Punctuation is harmless.** Quotes, colons and dashes are treated as plain text; there are no operators to learn.",
          ],
        },
        {
          kind: "text",
          text: "Leave the box empty to see everything, in any order: most popular, trending, newest or most loved.",
        },
        {
          kind: "note",
          text: "The page address contains your whole search: words, tags, order and tab. Bookmark it or send it to a friend.",
        },
      ],
    },
    {
      id: "tags",
      title: "Including and excluding tags",
      summary:
        "On the search page you can include a tag, exclude it or ignore it. A few well-chosen tags beat a clever search phrase.",
      blocks: [
        {
          kind: "steps",
          items: [
            "Open [search](/search) and start typing in the tag field. Suggestions show how many scenarios have each tag.",
            "Choose one. It appears with a plus: only scenarios *with* this tag are shown.",
            "Press it again and the plus becomes a minus: scenarios with this tag are hidden.",
            "Press the cross to remove the tag.",
          ],
        },
        {
          kind: "text",
          text: "Included tags work together: *Mystery* and *Romance* shows scenarios that have both. Excluded tags work on their own: one is enough to hide a scenario.",
        },
        {
          kind: "text",
          text: "The [tags tab](/search?tab=tags) lists all tags with their counts. Every tag leads to its own page of scenarios.",
        },
      ],
    },
    {
      id: "sorting",
      title: "Most popular, trending, newest",
      summary:
        "Sort by what has been played and loved most, by what people are opening right now, by what was just published, or by love alone.",
      blocks: [
        {
          kind: "terms",
          rows: [
            {
              term: "Newest",
              meaning: "By the day of publication. Good for being first, and for encouraging new authors.",
            },
            {
              term: "Most loved",
              meaning: "By the number of loves a scenario has. Hard to go wrong with.",
            },
            {
              term: "Trending",
              meaning:
                "Recent activity counts more than old activity, so yesterday’s discovery can overtake last year’s favourite.",
            },
          ],
        },
        {
          kind: "text",
          text: "You can choose the order while the search box is empty. When you search for words, the best match comes first.",
        },
      ],
    },
    {
      id: "authors",
      title: "Following an author you like",
      summary:
        "If you like one scenario, you’ll probably like its author’s other work. Author pages list everything they’ve published, newest first.",
      blocks: [
        {
          kind: "text",
          text: "The author’s name on a scenario page is a link. It leads to a short introduction, when they joined and all their public scenarios. You can also narrow a search to one author with the author field on [the search page](/search).",
        },
        {
          kind: "text",
          text: "“More like this” at the bottom of a scenario page shows similar scenarios by other authors, with a little chance mixed in.",
        },
        {
          kind: "note",
          text: "With an account you can follow authors. Everyone can see who you follow on your public page.",
        },
      ],
    },
  ],
};
