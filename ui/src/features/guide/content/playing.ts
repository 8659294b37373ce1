import type { GuideSection } from "../model";

export const playing: GuideSection = {
  id: "playing",
  title: "Playing a story",
  promise: "From your first line to a story with five characters and three endings.",
  topics: [
    {
      id: "starting",
      title: "Starting a story",
      summary:
        "Pick an opening and press Start. Your story is private, every message is saved, and closing the tab never loses a reply.",
      blocks: [
        {
          kind: "steps",
          items: [
            "On the scenario page, choose the opening you like best.",
            "Press **Start story**, or **Start from here** below an opening. Without an account you play as a guest: the story stays on this device, and comes with you if you sign up.",
            "Read the opening once more, then write your first message. Short is fine.",
          ],
        },
        {
          kind: "text",
          text: "Replies appear as they’re written. If your connection drops or you close the page, the reply is finished without you and is there when you come back. **Stop** ends a reply early and keeps what was written so far.",
        },
      ],
    },
    {
      id: "your-lines",
      title: "Writing messages that get good replies",
      summary:
        "Characters react to what you give them. Say something, do something, notice something: small habits that make almost every scene better.",
      blocks: [
        {
          kind: "list",
          items: [
            "**Say and do.** Put speech in quotation marks and actions between asterisks, so it’s clear which is which.",
            "**Leave a door open.** A question, a gesture or an unfinished sentence gives the others something to pick up.",
            "**One thing at a time.** Three events in one message get one reply; three messages get three.",
            "**Show what matters to you.** If you mention the rain twice, it will keep raining.",
          ],
        },
        {
          kind: "example",
          speaker: "You",
          text: "*I set the lantern down between us and do not sit.* “You knew she would come back tonight. How?”",
        },
        {
          kind: "text",
          text: "If a reply misses the tone, don’t argue with it. Regenerate it, or edit your own message and try again: see [branches](/guide?section=playing&topic=branches).",
        },
      ],
    },
    {
      id: "several-characters",
      title: "Playing with several characters",
      summary:
        "Each character only knows what happened in front of them. Address one by name, leave the choice open, or let them talk to each other.",
      blocks: [
        {
          kind: "text",
          text: "When you write, someone answers. If you name a character, they do. If you don’t, whoever has the most reason to speak does. You can also tap a portrait in the characters panel to choose who speaks next.",
        },
        {
          kind: "text",
          text: "Characters can leave and come back. Someone who left the room doesn’t know what was said after the door closed, so secrets can be kept, overheard or spilled.",
        },
        {
          kind: "list",
          items: [
            "Use names early on, until everyone’s voice is clear.",
            "Two characters who disagree make a better scene than two who agree with you.",
            "When a conversation should be private, remove someone from the scene.",
          ],
        },
      ],
    },
    {
      id: "control-modes",
      title: "Control modes: default, puppeteer, steer",
      summary:
        "Play yourself, play someone else or be the narrator. Three control modes decide whose words you’re writing, and you can switch at any time.",
      blocks: [
        {
          kind: "terms",
          rows: [
            { term: "Default", meaning: "You play your persona. The model plays everyone else." },
            {
              term: "Puppeteer",
              meaning:
                "You speak as one of the characters, and the bar shows who you’re currently puppeteering. This needs more than one character besides you.",
            },
            {
              term: "Steer",
              meaning:
                "You write as the narrator: a knock at the door, three weeks later, the lights go out. Whatever you write happens.",
            },
          ],
        },
        {
          kind: "example",
          speaker: "Steer",
          text: "The ferry is an hour late, and the only dry bench is already taken.",
        },
        {
          kind: "text",
          text: "Steering is a gentle way to get a stalled scene moving. Puppeteering lets you write the line of a character you know better than the model does.",
        },
      ],
    },
    {
      id: "branches",
      title: "Second thoughts: editing and branches",
      summary:
        "A story can branch. Regenerate a reply, edit an old message or go back ten messages: what was there before is kept, and you can return to it.",
      blocks: [
        {
          kind: "list",
          items: [
            "**Regenerate** writes a new version of a reply and keeps the old one. Switch between versions with the arrows.",
            "**Edit** changes a message. “Save” replaces the text; “Save as a new branch” keeps the old version and everything that followed it.",
            "**The story map** shows all branches. Choose one to go there.",
            "**Delete** removes a message and everything after it. You can undo it for 30 days.",
          ],
        },
        {
          kind: "text",
          text: "So try things out. The only way to lose a good scene is not to write it.",
        },
      ],
    },
    {
      id: "personas",
      title: "Personas: who you are in the story",
      summary:
        "A persona is the name and description the characters know you by. You can have several, and choose a different one for each story.",
      blocks: [
        {
          kind: "text",
          text: "Three sentences are enough: what you look like, what people notice first, one thing you want. Leave out what nobody could know. Characters see the description, so a secret in it isn’t a secret.",
        },
        {
          kind: "text",
          text: "Your first story asks what they should call you. Every new story begins with that name, and only you can see it. With an account you can add a description and a portrait in your profile.",
        },
        {
          kind: "text",
          text: "You can switch persona in the middle of a story. What has been said stays as it is; from then on the characters use the new name.",
        },
      ],
    },
    {
      id: "comfort-while-playing",
      title: "Settings while you play",
      summary:
        "Text size, theme, reply length and graphics quality can be changed while you play. Settings apply right away and never change the text.",
      blocks: [
        {
          kind: "terms",
          rows: [
            {
              term: "Quick",
              meaning: "A few themes, graphics quality (Low or High), font size, response length and NPCs.",
            },
            {
              term: "Display",
              meaning: "All story themes, font size from 12 to 24, dark mode and the chat layout.",
            },
            {
              term: "Behavior",
              meaning:
                "Response length, NPCs, instructions and the sampler: how long replies are, who can turn up, and how the model is told to write.",
            },
          ],
        },
        {
          kind: "text",
          text: "Low is the default graphics quality. It turns off decorative motion, which also saves battery.",
        },
      ],
    },
  ],
};
