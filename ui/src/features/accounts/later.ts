/** Screens that are still to come, and what each of them says until then. */

export interface LaterText {
  title: string;
  /** What the screen will be for. */
  lead: string;
  /** What can be done now instead. */
  now: string;
  description: string;
}

/** For what nobody has named yet. */
const SOON: LaterText = {
  title: "This room is not open yet",
  lead: "Something will be here one day. The stage itself is open: every scenario can be played.",
  now: "Choose a scenario, press Start, and you are in.",
  description: "This part of the site is not open yet. Every scenario can be read and played.",
};

const PAYMENT: LaterText = {
  title: "Nothing was paid",
  lead: "This address ends a payment, and nothing can be bought here yet. No money has moved.",
  now: "Your wallet shows every shekel that has come or gone.",
  description: "Payments are not open yet. Nothing can be bought, and no money moves by opening this page.",
};

const TEXTS: Readonly<Record<string, LaterText>> = {
  "my-scenarios": {
    title: "Your desk is being carried in",
    lead: "Here you will write scenarios of your own and see how they are played.",
    now: "Meanwhile the ones that are here show how a good one begins.",
    description: "Writing scenarios of one's own is not open yet. Everything that is published can be read.",
  },
  admin: {
    title: "The office is not furnished yet",
    lead: "Here the house will be run: shekels, hidden scenarios, tags, and taking things back.",
    now: "Until then the command line does what has to be done.",
    description: "The screen for those who run this site is not open yet.",
  },
  auth: {
    title: "No link is under way",
    lead: "This address ends the linking of an account at another service. None can be linked yet.",
    now: "Your own account is complete without it.",
    description: "Linking an account of a chat community is not open yet.",
  },
  payment: PAYMENT,
  subscription: PAYMENT,
  "shekel-packages": PAYMENT,
  billing: {
    title: "Nothing to pay, nothing for sale",
    lead: "Shekel packages and subscriptions will be described here, with prices, before anything can be bought.",
    now: "Reading, searching and having an account cost nothing.",
    description:
      "Billing is not open. Prices of shekel packages and subscriptions will be listed here before anything can be bought.",
  },
  redeem: {
    title: "Keep this gift code",
    lead: "Gifts cannot be taken in yet. Your code has not been used or changed by opening this page.",
    now: "Keep the link and come back. Meanwhile the whole catalogue is yours to read.",
    description:
      "Gift codes cannot be redeemed yet. Opening the link does not use up the code, so keep it for later.",
  },
  new: {
    title: "Your first story starts soon",
    lead: "Here a short walk through the house will lead you to your first character.",
    now: "You can already choose who you would like to meet.",
    description:
      "The introduction for newcomers is not open yet. Until then, browse the scenarios and their casts.",
  },
  "pick-character": {
    title: "Choosing a character comes soon",
    lead: "This is where you will pick your first scenario and step straight in.",
    now: "Look around in the meantime: every scenario shows its cast and its first page.",
    description:
      "Choosing a first scenario is not open yet. Until then, browse the scenarios and their casts.",
  },
};

/** The text for a path, by its first part. */
export function laterText(path: string): LaterText {
  const part = /^\/([^/?]*)/.exec(path)?.[1] ?? "";
  return TEXTS[part] ?? SOON;
}
