import type { Document } from "./model";

/** Terms of use. Written for any operator of this software: the operator's own name and address belong on their site. */
export const legal: Document = {
  title: "Terms of use and house rules",
  lead: "What you can expect from this site, what it expects from you, and what happens when something goes wrong. Written to be read.",
  description:
    "The terms of use of this Dramatis site in plain words: who may use it, who owns what you write, what is never allowed, how to report it, and what we answer for.",
  revised: "2026-11-21",
  sections: [
    {
      id: "scope",
      title: "Who this is between",
      blocks: [
        {
          kind: "text",
          text: "“We” is whoever operates this site, “you” is whoever uses it. Dramatis is software that anybody can run; the operator of the site you are reading is responsible for it, and is named where you found it. By using the site you agree to these terms. If you do not agree, please do not use it; reading this page commits you to nothing.",
        },
        {
          kind: "text",
          text: "Where the law of the place you live in gives you more rights than these terms, you have those rights.",
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
            "You need to be at least 16 to hold an account, or older where your law says so.",
            "Explicit material is for adults. It is marked, blurred until you confirm that you are 18 or older, and you must not confirm it if you are not.",
            "If you look after children: pictures can be hidden, and explicit material is never shown without that confirmation.",
          ],
        },
      ],
    },
    {
      id: "fiction",
      title: "It is fiction, written by software",
      blocks: [
        {
          kind: "text",
          text: "Characters are voiced by a language model. What they say is invented at the moment it is said. It may be wrong, inconsistent or unpleasant, and it is never medical, legal, financial or any other kind of advice. Do not rely on it for anything that matters outside the story.",
        },
        {
          kind: "text",
          text: "If you are in distress, please talk to a person: somebody you trust, a doctor or a helpline. No character can take their place. [The page about safety](/safety) has lines that listen, and says what this site does.",
        },
      ],
    },
    {
      id: "your-work",
      title: "What you write is yours",
      blocks: [
        {
          kind: "text",
          text: "You keep the rights in the scenarios, characters, pictures and lines that you create. You allow us to store them, to show them to the people you chose to show them to, and to send them to the language model so that it can answer. That permission ends when you delete them, except for copies in stories that other people have already started from them and in backups until those expire.",
        },
        {
          kind: "list",
          items: [
            "Publish only what you made or may use. A public-domain character is fine, somebody else’s novel is not.",
            "A private scenario stays private. We do not publish it and do not show it to other users.",
            "Replies of the model in your stories are yours to use, as far as the law lets anyone own them.",
          ],
        },
      ],
    },
    {
      id: "rules",
      title: "House rules",
      blocks: [
        { kind: "text", text: "Stories may be dark. These things are not allowed, in public or in private:" },
        {
          kind: "list",
          items: [
            "**Minors.** No sexual content that involves anyone under 18, in any style, however it is labelled.",
            "**Real people.** No sexual content about them, and nothing that threatens, exposes or impersonates them to do harm.",
            "**Hate and harassment.** No content that urges violence or contempt against people for who they are; no campaigns against users or authors.",
            "**Real harm.** No working instructions for weapons, poisons, attacks on computers or hurting yourself.",
            "**Other people’s rights.** No copied texts or pictures without permission, no private data.",
            "**The machinery.** No attempts to break in, to overload the site, to collect its content in bulk, or to get around limits and prices.",
          ],
        },
        {
          kind: "text",
          text: "Explicit scenarios have to be marked as such, with fitting tags. The [guide](/guide?section=writing&topic=tags-and-rating) says how.",
        },
      ],
    },
    {
      id: "moderation",
      title: "Reporting, and what we do then",
      blocks: [
        {
          kind: "steps",
          items: [
            "Write to the contact address that the operator publishes. Give the address of the page and say what is wrong with it. Rights holders: say which work is yours.",
            "We look at it. Anything involving minors or danger comes first.",
            "If a rule was broken we hide the page, correct its tags, or remove it. Serious or repeated cases end the account.",
            "The person concerned is told which rule it was, and can ask for a second look by somebody else.",
          ],
        },
        {
          kind: "text",
          text: "Every such action is recorded with its reason, and can be undone if it turns out to be wrong. What the law obliges us to pass on to authorities, we pass on.",
        },
      ],
    },
    {
      id: "money",
      title: "Shekels, packages and subscriptions",
      blocks: [
        {
          kind: "note",
          text: "Payments arrive together with accounts. Until then nothing on this site costs money.",
        },
        {
          kind: "list",
          items: [
            "Shekels pay for replies on this site and for nothing else. They are not money, bear no interest, and cannot be sold, passed on or paid out, except where the law says otherwise.",
            "The price of a message is shown before you send it. A reply that fails is not charged.",
            "A subscription renews until you cancel it. Cancelling takes effect at the end of the period that is already paid.",
            "Where the law gives you a right to withdraw from a purchase, you have it. Shekels that were already spent are deducted from what we return.",
            "If we close the site for good, we say so at least 60 days before, and return what was paid for shekels that are left.",
          ],
        },
      ],
    },
    {
      id: "service",
      title: "What we promise, and what we answer for",
      blocks: [
        {
          kind: "text",
          text: "We try to keep the site running and your stories safe, and we say on the [status page](/status) when something is wrong. We cannot promise that it is always there or that a model is always in form. Features may change; if a change takes away something you paid for, you may leave and get back the unused part.",
        },
        {
          kind: "text",
          text: "We are liable without limit for intent, gross negligence and harm to life and health. Otherwise we are liable only for the breach of duties that this contract rests on, and only for the damage that is typical and foreseeable.",
        },
      ],
    },
    {
      id: "ending",
      title: "Leaving",
      blocks: [
        {
          kind: "text",
          text: "You can delete your account at any time, without giving a reason. We can end it if you break the house rules, or with 30 days’ notice for any other good reason. What happens to your data then is written in the [privacy policy](/privacy-policy).",
        },
      ],
    },
    {
      id: "changes",
      title: "Changes to these terms",
      blocks: [
        {
          kind: "text",
          text: "When these terms change, the date at the top changes, and account holders hear about it at least 14 days before. Mere corrections of wording are made without notice.",
        },
      ],
    },
  ],
};
