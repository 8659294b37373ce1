import type { GuideSection } from "../model";

export const comfort: GuideSection = {
  id: "comfort",
  title: "Comfort, privacy and safety",
  promise: "Make the site comfortable, and know what it stores about you.",
  topics: [
    {
      id: "light-and-pictures",
      title: "Light, dark and no pictures",
      summary:
        "Dark is the default because stories are often read at night. A light theme and a mode without pictures are one switch away and remembered.",
      blocks: [
        {
          kind: "text",
          text: "The switch for light and dark is in the menu. A small cookie remembers your choice, so every page opens in the right colours.",
        },
        {
          kind: "text",
          text: "Hiding pictures is useful on a train, in an office or on a metered connection. It applies to every page in every open tab, and is remembered for a year.",
        },
        {
          kind: "list",
          items: [
            "Text follows your browser’s zoom and font size. Everything works at 200 percent.",
            "If your system is set to reduce motion, decorative motion is off.",
          ],
        },
      ],
    },
    {
      id: "keyboard",
      title: "Keyboard and screen readers",
      summary:
        "Everything works without a mouse. Here are the keys you can use, and what screen readers announce while pages and lists are loading.",
      blocks: [
        {
          kind: "keys",
          rows: [
            {
              keys: ["Tab"],
              meaning: "Go to the next control. The first stop on every page is a link that skips the menu.",
            },
            { keys: ["Shift", "Tab"], meaning: "Go back to the previous one." },
            { keys: ["Enter"], meaning: "Follow a link, press a button, run a search." },
            { keys: ["Space"], meaning: "Press a button or turn a switch." },
            {
              keys: ["Esc"],
              meaning: "Close a dialog, a menu or a list of suggestions, and return to where you were.",
            },
            { keys: ["↑", "↓"], meaning: "Move through suggestions while the cursor stays in the field." },
            {
              keys: ["←", "→"],
              meaning: "Move along a row of scenarios; Home and End go to the first and last.",
            },
            { keys: ["/"], meaning: "Jump to the search box, from anywhere." },
            { keys: ["?"], meaning: "Show the list of keys." },
          ],
        },
        {
          kind: "text",
          text: "Pages use real headings, lists and landmarks. When a list grows, the new number of results is announced and you keep your place. The gold ring shows where the focus is.",
        },
      ],
    },
    {
      id: "privacy",
      title: "What is stored about you",
      summary:
        "For visitors we store a handful of preference cookies. For accounts we also store what you write, because that’s what a story is made of.",
      blocks: [
        {
          kind: "text",
          text: "Our cookies remember settings: light or dark, whether pictures are shown, whether you confirmed your age, which notices you closed. None of them follows you to other sites. The [privacy policy](/privacy-policy) lists every cookie and how long it is kept.",
        },
        {
          kind: "text",
          text: "To write a reply, the text of the story is sent to the AI model that the operator of this site has chosen. So leave out passwords, addresses and anything else that could hurt someone if others read it.",
        },
      ],
    },
    {
      id: "safety",
      title: "Fiction, feelings and limits",
      summary:
        "Characters can be moving, wrong or both. How to keep a story a story, what is never allowed, and what to do when something isn’t right.",
      blocks: [
        {
          kind: "list",
          items: [
            "Everything a character says is made up. Check anything that matters in real life elsewhere.",
            "You can leave at any time. No character is waiting for you, and none is hurt when you close the tab.",
            "If a story brings up something heavy, talk to a person. The [safety page](/safety) lists helplines.",
          ],
        },
        { kind: "heading", text: "What is never allowed" },
        {
          kind: "list",
          items: [
            "Sexual content involving minors, in any form.",
            "Sexual content about real people, or content made to harass someone.",
            "Instructions whose only use is to hurt people.",
          ],
        },
        {
          kind: "text",
          text: "The [terms of use](/legal) have the full rules, and say how to report something that breaks them.",
        },
      ],
    },
    {
      id: "when-something-fails",
      title: "When something goes wrong",
      summary:
        "A page that won’t open, a missing picture, a search that finds nothing: what to try first, and where to see whether the site has a problem.",
      blocks: [
        {
          kind: "list",
          items: [
            "**“Page not found.”** The scenario may be private, or the address may be incomplete. Search for its title.",
            "**“This scenario is gone.”** Its author withdrew it, or it was removed. Stories that people have already started still work.",
            "**A picture is missing.** You may have hidden pictures in the menu. If not, everything else still works.",
            "**Search finds nothing.** Remove a tag or a word; the page suggests which. Tags you’ve blocked are hidden, too.",
            "**Nothing loads.** The [status page](/status) shows which part is having trouble.",
          ],
        },
      ],
    },
  ],
};
