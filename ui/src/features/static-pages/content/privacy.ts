import type { Document } from "./model";

/** What the software stores, and for how long. Cookie ages are those of `config/cookies`; a test compares them. */
export const privacy: Document = {
  title: "Privacy policy",
  lead: "What this site stores about you, why, for how long, and what you can do about it. The short version: as little as a story needs.",
  description:
    "What this Dramatis site stores and why: every cookie by name and age, what stays in your browser, what a story sends to the model, and the rights you have.",
  revised: "2026-11-21",
  sections: [
    {
      id: "short",
      title: "The short version",
      blocks: [
        {
          kind: "list",
          items: [
            "You can read everything that is public without an account and without being recognised.",
            "Cookies remember your settings. There is no advertising, and nothing that follows you to other sites.",
            "A story is stored because it is yours to come back to. Deleting it deletes it.",
            "The text of a story is sent to a language model so that it can answer. Nothing else about you goes with it.",
          ],
        },
      ],
    },
    {
      id: "who",
      title: "Who is responsible",
      blocks: [
        {
          kind: "text",
          text: "The operator of this site decides what happens to your data and answers your questions. Dramatis is the software they run; its makers receive nothing from it. This page describes what the software does. If the operator adds something to it, such as an analytics or mail provider, they have to name it to you.",
        },
      ],
    },
    {
      id: "cookies",
      title: "Cookies",
      blocks: [
        {
          kind: "text",
          text: "All cookies here are set by this site alone and are readable only by it. Each is needed for something you chose, so you are not asked about them one by one. Deleting them costs you your settings and nothing else.",
        },
        {
          kind: "table",
          caption: "Cookies of this site",
          head: ["Name", "What it remembers", "Kept for"],
          rows: [
            ["theme", "Whether you read in dark or light", "365 days"],
            ["hideImages", "That pictures are turned off", "365 days"],
            [
              "showNSFW",
              "Whether you confirmed that you are 18 or older and want to see explicit pictures",
              "365 days",
            ],
            [
              "adultConfirmed",
              "That this was your own answer to our question, and no link's doing",
              "365 days",
            ],
            ["hideImpersonation", "That the composer of a story does not offer to write for you", "365 days"],
            ["hideSubscriptionWarning", "That you closed the notice about billing", "30 days"],
            [
              "visited",
              "That you have been here before, so that the introduction is not shown again",
              "14 days",
            ],
            [
              "campaign",
              "The link that brought you here, when it chooses what the home page shows",
              "30 days",
            ],
            ["exID, grID", "Which version of a page you were given when two are compared", "30 days"],
            ["guest", "That you play as a guest in this browser, until the guest session ends", "7 days"],
          ],
        },
        {
          kind: "text",
          text: "Signing in adds two cookies, session and refresh, that keep you signed in. Scripts cannot read them, and they are removed when you sign out.",
        },
      ],
    },
    {
      id: "browser",
      title: "What stays in your browser",
      blocks: [
        {
          kind: "table",
          caption: "Values in your browser’s local storage",
          head: ["Value", "What it is for", "Kept for"],
          rows: [
            [
              "Session number",
              "A random number, so that a recommendation is not counted twice. It says nothing about you",
              "Until you clear it",
            ],
            ["Referral", "The code of the person whose link you followed, and when", "30 days"],
            [
              "Account",
              "That somebody is signed in here, and when their session was last renewed; no password and no key",
              "Until you sign out",
            ],
            ["Sign-up ticket", "Proof that you asked for an account here", "Until you open the mailed link"],
            ["Guest session", "What makes a story on this device yours until you sign up", "7 days"],
            [
              "Reading settings",
              "Graphics quality, font size and theme; whether letters act as keys in a story, and its quick navigation is folded",
              "Until you clear them",
            ],
          ],
        },
      ],
    },
    {
      id: "server",
      title: "What the server stores",
      blocks: [
        {
          kind: "terms",
          rows: [
            {
              term: "Every visit",
              meaning:
                "Your IP address, the time and the page, in a log that serves to keep the site running and to fend off abuse. The operator decides how long; the software needs it no longer than two weeks.",
            },
            {
              term: "Impressions and clicks",
              meaning:
                "That a scenario was shown or opened, with the random session number, to improve recommendations. No name and no address.",
            },
            {
              term: "Accounts",
              meaning:
                "E-mail address, a password in a form that cannot be turned back, the name and picture you chose, your settings, loves and follows.",
            },
            {
              term: "Stories (later)",
              meaning:
                "Everything you and the characters wrote, including other branches. A deleted message can be restored for thirty days and is then gone.",
            },
            {
              term: "Payments (later)",
              meaning:
                "What was bought and when. Card numbers are known to the payment provider and never to this site. The law asks for these records to be kept for some years.",
            },
          ],
        },
      ],
    },
    {
      id: "model",
      title: "What the language model receives",
      blocks: [
        {
          kind: "text",
          text: "To answer you, the scenario, the part of the story that matters and the description of your persona are sent to the model that the operator runs or rents. Your name, e-mail address, IP address and payment data are not part of it, unless you write them into the story yourself. Please do not.",
        },
      ],
    },
    {
      id: "sharing",
      title: "Who else sees something",
      blocks: [
        {
          kind: "list",
          items: [
            "**Everyone** sees what you publish: public scenarios, your author name, picture and introduction, and the scenarios you love.",
            "**Service providers** of the operator, for hosting, mail, payment or the model, see what they need for that and are bound by contract.",
            "**Authorities** receive what the law obliges the operator to hand over, and no more.",
            "**Nobody** buys your data.",
          ],
        },
      ],
    },
    {
      id: "rights",
      title: "Your rights",
      blocks: [
        {
          kind: "text",
          text: "You can ask the operator what is stored about you, have it corrected, receive a copy, object to a use, or have it deleted. With an account you will be able to do most of that yourself. You can also complain to the data protection authority where you live.",
        },
        {
          kind: "text",
          text: "After an account is deleted, its data is removed within thirty days, backups follow as they expire. Scenarios you published disappear; stories that other people started from them remain theirs, without your name.",
        },
      ],
    },
    {
      id: "children",
      title: "Children",
      blocks: [
        {
          kind: "text",
          text: "The site is not made for children under 16, and accounts are not open to them. If you believe that a child has given us personal data, tell the operator and it will be deleted.",
        },
      ],
    },
    {
      id: "security",
      title: "How it is kept safe",
      blocks: [
        {
          kind: "text",
          text: "Pages allow no foreign scripts, pictures that you upload lose their hidden data such as the place they were taken, passwords are stored with a slow hash, and keys never reach the browser. No system is perfect: if something goes wrong that concerns you, you are told what and when.",
        },
      ],
    },
    {
      id: "changes",
      title: "Changes to this page",
      blocks: [
        {
          kind: "text",
          text: "When something changes in substance, the date at the top changes with it. Account holders are told before the change takes effect. See also the [terms of use](/legal) and, in the guide, [what is stored about you](/guide?section=comfort&topic=privacy).",
        },
      ],
    },
  ],
};
