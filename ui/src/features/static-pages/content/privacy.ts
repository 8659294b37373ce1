import type { Document } from "./model";

/** What the software stores, and for how long. Cookie ages are those of `config/cookies`; a test compares them. */
export const privacy: Document = {
  title: "Privacy policy",
  lead: "What this site stores about you, why, for how long, and what you can do about it. In short: as little as a story needs.",
  description:
    "What this Dramatis site stores and why: every cookie by name and age, what stays in your browser, what a story sends to the model, and the rights you have.",
  revised: "2026-11-22",
  sections: [
    {
      id: "short",
      title: "In short",
      blocks: [
        {
          kind: "list",
          items: [
            "You can read everything that’s public without an account.",
            "Cookies remember your settings. There are no ads, and nothing follows you to other sites.",
            "We store your stories so that you can come back to them. If you delete one, it’s gone for good after 30 days.",
            "Where an AI model writes the replies, the text of the story is sent to it. Nothing else about you is sent with it, and the demo sends nothing.",
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
          text: "The operator of this site is responsible for your data and answers your questions about it. Dramatis is the software they run; its makers receive none of your data. This page describes what the software does. If the operator adds something to it, such as an analytics or email provider, they must tell you.",
        },
      ],
    },
    {
      id: "cookies",
      title: "Cookies",
      blocks: [
        {
          kind: "text",
          text: "All cookies are set and read by this site only. Each one is needed for something you do here, so we don’t ask about them one by one. If you delete them, you only lose your settings.",
        },
        {
          kind: "table",
          caption: "Cookies of this site",
          head: ["Name", "What it remembers", "Kept for"],
          rows: [
            ["theme", "Whether you use the dark or the light theme", "365 days"],
            ["hideImages", "Whether pictures are hidden", "365 days"],
            ["showNSFW", "Whether you want to see explicit pictures", "365 days"],
            ["adultConfirmed", "That you confirmed yourself that you’re 18 or older", "365 days"],
            ["hideImpersonation", "That you’ve hidden the button that writes your next line", "365 days"],
            ["hideSubscriptionWarning", "That you’ve closed the notice about billing", "30 days"],
            ["visited", "That you’ve been here before, so the introduction isn’t shown again", "14 days"],
            ["campaign", "The campaign link you followed, if it changes what the home page shows", "30 days"],
            ["exID, grID", "Which version of a page you see when two are being compared", "30 days"],
            [
              "guest",
              "That you’re playing as a guest in this browser, counted from your last visit as a guest",
              "30 days",
            ],
          ],
        },
        {
          kind: "text",
          text: "Signing in adds two cookies, session and refresh, which keep you signed in. Scripts can’t read them, and they’re removed when you sign out.",
        },
      ],
    },
    {
      id: "browser",
      title: "What stays in your browser",
      blocks: [
        {
          kind: "table",
          caption: "Values in your browser’s own storage",
          head: ["Value", "What it is for", "Kept for"],
          rows: [
            [
              "Session number",
              "A random number, so that a recommendation isn’t counted twice. It says nothing about you",
              "Until you clear it",
            ],
            ["Referral", "The code in the link you followed, and when you followed it", "30 days"],
            [
              "Account",
              "That someone is signed in here, and when their session was last renewed; no password",
              "Until you sign out",
            ],
            [
              "Sign-up ticket",
              "Proof that you signed up in this browser",
              "Until you open the link we email you",
            ],
            ["The way back", "Where you were and what you tapped when you were asked to sign in", "1 hour"],
            [
              "Guest session",
              "Gives you access to your guest stories until you sign up",
              "30 days after your last visit",
            ],
            ["Drafts", "What you’ve written in a story and not sent yet", "Until you send it"],
            [
              "Scenarios you edit",
              "The scenario, what isn’t saved yet, and the steps you can undo. Only the account that wrote it sees it",
              "60 days after you last edited it; once it is saved, until another account opens the editor here",
            ],
            [
              "Reading settings",
              "Graphics quality, font size, theme, single-key shortcuts and whether the quick navigation is hidden",
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
                "Your IP address, for as long as it takes to limit abuse. The operator may also keep a log of requests; ask them for how long.",
            },
            {
              term: "Impressions and clicks",
              meaning:
                "That a scenario was shown or opened, with the random session number, to improve recommendations. No name and no IP address.",
            },
            {
              term: "Accounts",
              meaning:
                "Your email address, your password as a hash that can’t be reversed, the name and picture you chose, your personas, settings, blocked tags, loves, ratings and follows, and your wallet history.",
            },
            {
              term: "Stories",
              meaning:
                "Everything you and the characters wrote, including other branches, facts and summaries. Deleted messages and stories can be restored for 30 days and are then gone for good.",
            },
            {
              term: "Reports",
              meaning:
                "What was reported, why, and a copy of it. A story that is closed for breaking the rule on minors is reported by the site itself, with its last messages. Of visitors we keep only a code made from the network address, which the address can’t be read from, and the email address they may leave to be answered at, for 90 days. Reports are deleted after a year.",
            },
            {
              term: "Crisis notices",
              meaning: "How many were shown in each month. Not who saw them, and not what was written.",
            },
          ],
        },
      ],
    },
    {
      id: "model",
      title: "What the AI model receives",
      blocks: [
        {
          kind: "text",
          text: "To reply to you, the scenario, the relevant part of the story and your persona’s name and description are sent to the AI model that the operator runs or rents. The name of your account, your email address and your IP address aren’t, unless you write them into the story yourself. Please don’t. Where the demo plays, nothing is sent to a model.",
        },
      ],
    },
    {
      id: "sharing",
      title: "Who else sees what",
      blocks: [
        {
          kind: "list",
          items: [
            "**Everyone** sees your public page: your name, picture and introduction, who you follow and who follows you.",
            "**Service providers** of the operator, for hosting, email or the AI model, see what they need for that and are bound by contract.",
            "**Authorities** receive what the law requires the operator to hand over, and no more.",
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
          text: "You can ask the operator what is stored about you, have it corrected or deleted, receive a copy, or object to how it’s used. With an account you can do most of this yourself: your [profile](/profile?section=data) lets you download your data and delete your account. You can also complain to the data protection authority where you live.",
        },
        {
          kind: "text",
          text: "When you delete your account, you have 14 days to change your mind. After that your data is deleted, and backups follow as they expire. If you have published scenarios, you choose whether they are withdrawn or stay as the work of “a former author”, without your name or anything else of you. Records of shekel transactions are kept without your name.",
        },
      ],
    },
    {
      id: "children",
      title: "Children",
      blocks: [
        {
          kind: "text",
          text: "This site is not for children under 16, and they can’t have an account. If you believe a child has given us personal data, tell the operator and it will be deleted.",
        },
      ],
    },
    {
      id: "security",
      title: "How we protect your data",
      blocks: [
        {
          kind: "text",
          text: "Pages don’t run scripts from other sites. Hidden data in pictures you upload, such as where they were taken, is removed. Passwords are stored as hashes that are slow to crack. No system is perfect: if something goes wrong that affects you, the operator will tell you.",
        },
      ],
    },
    {
      id: "changes",
      title: "Changes to this page",
      blocks: [
        {
          kind: "text",
          text: "When something important changes, the date at the top changes, and account holders are told before the change takes effect. See also the [terms of use](/legal) and, in the guide, [what is stored about you](/guide?section=comfort&topic=privacy).",
        },
      ],
    },
  ],
};
