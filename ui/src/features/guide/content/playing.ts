import type { GuideSection } from "../model";

export const playing: GuideSection = {
  id: "playing",
  title: "Playing a story",
  promise: "From the first line to a story with five people and three endings.",
  topics: [
    {
      id: "starting",
      title: "Starting a story",
      summary:
        "Pick an opening, pick who you are, and press Start. A story is yours alone, it is saved with every line, and closing the tab never loses a reply.",
      blocks: [
        {
          kind: "steps",
          items: [
            "On the scenario page, choose the opening you like best.",
            "Press **Start story**, or **Start from here** below an opening. Without an account you play as a guest; the story waits for you on this device, and comes along if you sign up.",
            "Read the opening once more, then write your first line. Short is fine.",
          ],
        },
        {
          kind: "text",
          text: "The reply is written on the server and shown to you as it comes. If your connection drops, or you close the page, it is finished without you and there when you return. **Stop** ends a reply early and keeps what was written so far.",
        },
      ],
    },
    {
      id: "your-lines",
      title: "Writing lines that get good replies",
      summary:
        "Characters answer what you give them. Say something, do something, notice something: three small habits that make almost every scene better.",
      blocks: [
        {
          kind: "list",
          items: [
            "**Say and do.** Put speech in quotation marks and actions between asterisks, so that it is clear which is which.",
            "**Leave a door open.** A question, a gesture or an unfinished sentence gives the other side something to pick up.",
            "**One beat at a time.** Three events in one message get one reply; three messages get three.",
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
          text: "If a reply misses the tone, do not argue with it. Ask for another one, or edit your own line and try again: see [branches](/guide?section=playing&topic=branches).",
        },
      ],
    },
    {
      id: "several-characters",
      title: "Playing with several characters",
      summary:
        "In a full room, each character knows only what happened in front of them. Address one by name, leave the choice open, or let them talk to each other.",
      blocks: [
        {
          kind: "text",
          text: "When you write, somebody answers. If you name a character, it is them. If you do not, the story decides who has the most reason to speak. You can also ask a particular person for the next reply from the characters panel.",
        },
        {
          kind: "text",
          text: "Characters come and go. Somebody who left the room does not know what was said after the door closed, so secrets stay secret and can be kept, overheard or spilled.",
        },
        {
          kind: "list",
          items: [
            "Use names early, until everyone’s voice has settled.",
            "Two actors who disagree make a better scene than two who agree with you.",
            "Send someone out of the room when a conversation should be private.",
          ],
        },
      ],
    },
    {
      id: "control-modes",
      title: "Control modes: default, puppeteer, steer",
      summary:
        "Be yourself, be somebody else, or be the weather. Three control modes decide whose words you are writing, and you can change them between any two lines.",
      blocks: [
        {
          kind: "terms",
          rows: [
            { term: "Default", meaning: "You play your own persona. The model plays everyone else." },
            {
              term: "Puppeteer",
              meaning:
                "You speak as one of the characters, and the bar shows whom you are currently puppeteering. Possible when the story has more than one character besides you.",
            },
            {
              term: "Steer",
              meaning:
                "You write as the narrator: a knock at the door, three weeks later, the lights go out. Everyone takes it as having happened.",
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
          text: "Steering is the gentlest way to turn a scene that has stalled. Puppeteering is the best way to fix one line of a character you know better than the model does.",
        },
      ],
    },
    {
      id: "branches",
      title: "Second thoughts: editing and branches",
      summary:
        "A story is a tree. Ask for another reply, edit an old line or go back ten messages: what was there before is kept, and you can return to it.",
      blocks: [
        {
          kind: "list",
          items: [
            "**Another reply** writes a new version next to the old one. Step between the versions with the arrows or by swiping.",
            "**Edit** changes a line by making a version of it. Everything that followed the old line still exists below the old line.",
            "**Go from here** on any message makes it the end of the story again, and whatever you write next begins a new branch.",
            "**Delete** hides a message and what follows. It can be restored for thirty days.",
          ],
        },
        {
          kind: "text",
          text: "So try things. The only way to lose a good scene is not to write it.",
        },
      ],
    },
    {
      id: "personas",
      title: "Personas: who you are in the story",
      summary:
        "A persona is the name and description that characters know you by. Keep several, and choose one for each story without touching your account.",
      blocks: [
        {
          kind: "text",
          text: "Three sentences are enough: how you look, what people notice first, one thing you want. Leave out what nobody could know. Characters see the description, so a secret written there is not a secret.",
        },
        {
          kind: "text",
          text: "You can change persona in the middle of a story. What has already been said stays said; the characters will simply address you by the new name.",
        },
      ],
    },
    {
      id: "comfort-while-playing",
      title: "Settings while you play",
      summary:
        "Text size, theme, background and graphics quality can be changed from inside a story. Every setting applies at once and none of them touches the text.",
      blocks: [
        {
          kind: "terms",
          rows: [
            {
              term: "Quick",
              meaning:
                "A handful of themes, graphics quality (Low or High), font size, response length and extra characters.",
            },
            {
              term: "Display",
              meaning: "All story themes, font size from 12 to 24 with a way back to 16, dark mode.",
            },
            {
              term: "Behavior",
              meaning:
                "Response length, NPCs, instructions and the sampler: how long replies are, who may turn up, and how the model is told to write.",
            },
          ],
        },
        {
          kind: "text",
          text: "Low graphics is the default. It turns off decorative motion, which also saves battery.",
        },
      ],
    },
  ],
};
