import type { GuideSection } from "../model";

export const comfort: GuideSection = {
  id: "comfort",
  title: "Comfort, privacy and safety",
  promise: "Make the house fit you, and know what it knows about you.",
  topics: [
    {
      id: "light-and-pictures",
      title: "Light, dark and no pictures",
      summary:
        "Dark is the default because stories are read at night. Paper-like light mode and a mode without pictures are one switch away and remembered for you.",
      blocks: [
        {
          kind: "text",
          text: "The switch for light and dark is in the menu. Your choice is kept in a small cookie, so the page arrives in the right colours and does not flash.",
        },
        {
          kind: "text",
          text: "Hiding pictures is useful on a train, in an office or on a metered line. It applies to every page at once, in every open tab, and is remembered for a year.",
        },
        {
          kind: "list",
          items: [
            "Text follows your browser’s zoom and default size. Nothing is lost at 200 percent.",
            "If your system asks for reduced motion, decorative motion is off.",
          ],
        },
      ],
    },
    {
      id: "keyboard",
      title: "Keyboard and screen readers",
      summary:
        "Everything works without a mouse. Here are the keys, where the skip link takes you, and what is announced while results are loading.",
      blocks: [
        {
          kind: "keys",
          rows: [
            {
              keys: ["Tab"],
              meaning: "To the next control. The first stop on every page is a link that skips the menu.",
            },
            { keys: ["Shift", "Tab"], meaning: "Back to the one before." },
            { keys: ["Enter"], meaning: "Follow a link, press a button, run a search." },
            { keys: ["Space"], meaning: "Press a button or turn a switch." },
            {
              keys: ["Esc"],
              meaning: "Close a dialog, a menu or a list of suggestions, and return to where you were.",
            },
            { keys: ["↑", "↓"], meaning: "Move through suggestions while the cursor stays in the field." },
            {
              keys: ["←", "→"],
              meaning: "Walk along a row of scenarios; Home and End go to its first and last.",
            },
            { keys: ["/"], meaning: "Jump to the search box, from anywhere." },
            { keys: ["?"], meaning: "Show the list of keys." },
          ],
        },
        {
          kind: "text",
          text: "Pages are built from real headings, lists and landmarks. When a list grows, the new number of results is announced and your place in the list is kept. The gold ring shows where the focus is.",
        },
      ],
    },
    {
      id: "privacy",
      title: "What is stored about you",
      summary:
        "A visitor leaves a handful of preference cookies and nothing else. An account stores what you write, because that is what a story is.",
      blocks: [
        {
          kind: "text",
          text: "Cookies here remember preferences: light or dark, whether pictures are shown, whether you confirmed your age, which notices you closed. None of them follows you to other sites. The [privacy policy](/privacy-policy) has a table with every name and how long it is kept.",
        },
        {
          kind: "text",
          text: "To write a reply, the text of the story is sent to the language model that the operator of this site has chosen. So write as you would in a notebook that other people help you carry: no passwords, no addresses, nothing that could hurt somebody.",
        },
      ],
    },
    {
      id: "safety",
      title: "Fiction, feelings and limits",
      summary:
        "Characters can be moving, wrong or both. A few words on keeping a story a story, on what is never allowed, and on what to do when something is not right.",
      blocks: [
        {
          kind: "list",
          items: [
            "Everything a character says is invented. Check anything that matters in real life somewhere else.",
            "You may leave at any time. No character is waiting, and none is hurt by a closed tab.",
            "If a story brings up something heavy, talk to a person. Every country has a helpline that answers for free.",
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
          text: "The [legal page](/legal) says how to report a scenario, a picture or a person, and what happens then.",
        },
      ],
    },
    {
      id: "when-something-fails",
      title: "When something goes wrong",
      summary:
        "A page that does not open, a picture that stays dark, a search that finds nothing: what to try first, and where to see whether the house itself has a problem.",
      blocks: [
        {
          kind: "list",
          items: [
            "**The page says not found.** The scenario may be private, or the address was cut off when it was copied. Search for its title.",
            "**The page says gone.** The author removed it. Stories that people already started are not affected.",
            "**A picture is missing.** Pictures may be hidden by your own setting. Otherwise the page shows a plain mark in its place and everything else works.",
            "**The search finds nothing.** Remove a tag or a word. The empty page suggests which.",
            "**Nothing loads.** The [status page](/status) shows which part is having trouble.",
          ],
        },
      ],
    },
  ],
};
