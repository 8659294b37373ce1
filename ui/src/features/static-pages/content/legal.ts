import type { Document } from "./model";

/** Terms of use. Written for any operator of this software: the operator's own name and address belong on their site. */
export const legal: Document = {
  title: "Terms of use and house rules",
  lead: "What you can expect from this site, what it expects from you, and what happens when something goes wrong. Written to be read.",
  description:
    "The terms of use of this Dramatis site in plain words: who can use it, who owns what you write, what’s never allowed, how to report it, and our liability.",
  revised: "2026-11-27",
  sections: [
    {
      id: "scope",
      title: "Who this is between",
      blocks: [
        {
          kind: "text",
          text: "“We” means the operator of this site; “you” means the person using it. Dramatis is software that anyone can run, and the operator of this site is responsible for it. By using the site you agree to these terms. If you don’t agree, please don’t use it. Reading this page doesn’t commit you to anything.",
        },
        {
          kind: "text",
          text: "If the law where you live gives you more rights than these terms, you have those rights.",
        },
      ],
    },
    {
      id: "age",
      title: "Age",
      blocks: [
        {
          kind: "list",
          items: [
            "You must be at least 16 to have an account, or older if the law where you live says so.",
            "Explicit material is for adults. Until you confirm that you’re 18 or older, explicit pictures are blurred, and scenarios rated for adults stay out of lists and search and ask first. You must not confirm this if you aren’t.",
            "If you look after children: pictures can be hidden, and explicit material is never shown without that confirmation.",
          ],
        },
      ],
    },
    {
      id: "fiction",
      title: "It’s fiction, written by software",
      blocks: [
        {
          kind: "text",
          text: "Characters are played by an AI model, which makes up what they say as it goes, or, where the story says that it’s a demo, by a scene written in advance. It may be wrong, inconsistent or unpleasant, and it’s never medical, legal, financial or any other kind of advice. Don’t rely on it for anything that matters outside the story.",
        },
        {
          kind: "text",
          text: "If you’re in distress, please talk to a person: someone you trust, a doctor or a helpline. No character can take their place. The [safety page](/safety) lists helplines and says what this site does.",
        },
      ],
    },
    {
      id: "your-work",
      title: "What you write is yours",
      blocks: [
        {
          kind: "text",
          text: "You keep all rights to the texts and pictures you create. You allow us to store them, to show them to the people you choose to show them to, and to send them to the AI model so that it can reply. This permission ends when you delete them, except for copies in backups until those expire. Stories that others have begun go on with what they play.",
        },
        {
          kind: "list",
          items: [
            "Only upload what you made or are allowed to use.",
            "Your stories are private. We don’t publish them or show them to other users.",
            "You can use the replies in your stories as you like, as far as the law lets anyone own them.",
          ],
        },
      ],
    },
    {
      id: "rules",
      title: "House rules",
      blocks: [
        {
          kind: "text",
          text: "Stories can be dark. But the following is not allowed, in public or in private:",
        },
        {
          kind: "list",
          items: [
            "**Minors.** No romantic or sexual content involving anyone under 18, in any style, however it’s labelled. The [safety page](/safety) says what the site does about it.",
            "**Real people.** No sexual content about them, and nothing that threatens, exposes or impersonates them in order to harm them.",
            "**Hate and harassment.** No content that calls for violence or hatred against people for who they are; no campaigns against users or authors.",
            "**Real harm.** No working instructions for weapons, poisons, cyberattacks or self-harm.",
            "**Other people’s rights.** No texts or pictures copied without permission, and no private data.",
            "**The site itself.** No attempts to break in, overload the site, collect its content in bulk, or get around limits and prices.",
          ],
        },
        {
          kind: "text",
          text: "Explicit scenarios must be marked as such.",
        },
      ],
    },
    {
      id: "moderation",
      title: "Reports, and what we do about them",
      blocks: [
        {
          kind: "steps",
          items: [
            "Use the Report button on the scenario, card, picture, person or reply, and say what’s wrong. You don’t need an account, and you get a receipt. Rights holders: say which work is yours.",
            "We keep a copy of what you report for a year and look at every report. Anything involving minors or danger comes first.",
            "If a rule was broken, we can hide or remove the content, correct its tags, or suspend the account.",
            "If we act on something of yours, you can ask us which rule it broke and for a second look.",
          ],
        },
        {
          kind: "text",
          text: "We keep a record of what we do and why, and undo it if it turns out to be wrong. If the law requires us to pass something on to the authorities, we do.",
        },
      ],
    },
    {
      id: "money",
      title: "Shekels",
      blocks: [
        {
          kind: "note",
          text: "Nothing on this site costs money. Shekels can’t be bought, and there are no paid plans.",
        },
        {
          kind: "list",
          items: [
            "Shekels pay for replies on this site and for nothing else. They aren’t money, earn no interest, and can’t be sold, passed on or paid out.",
            "You see the price of a message before you send it. Failed replies aren’t charged.",
          ],
        },
      ],
    },
    {
      id: "service",
      title: "What we promise, and our liability",
      blocks: [
        {
          kind: "text",
          text: "We do our best to keep the site running and your stories safe, and the [status page](/status) shows when something is wrong. We can’t promise that the site is always available or that replies are always good. Features may change.",
        },
        {
          kind: "text",
          text: "Nothing in these terms limits our liability for wilful misconduct, gross negligence, or injury to life, body or health. In all other cases we are liable only if we breach an essential duty under these terms, and only for typical, foreseeable damage.",
        },
      ],
    },
    {
      id: "ending",
      title: "Leaving",
      blocks: [
        {
          kind: "text",
          text: "You can delete your account at any time, without giving a reason. We can end it if you break the house rules, or with 30 days’ notice for any other good reason. The [privacy policy](/privacy-policy) says what happens to your data then.",
        },
      ],
    },
    {
      id: "changes",
      title: "Changes to these terms",
      blocks: [
        {
          kind: "text",
          text: "When these terms change, the date at the top changes, and we tell account holders at least 14 days in advance. We can correct the wording without notice as long as the meaning stays the same.",
        },
      ],
    },
  ],
};
