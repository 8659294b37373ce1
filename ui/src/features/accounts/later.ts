/** Screens that open with accounts, and what each of them says until then. */

export interface LaterText {
  title: string;
  /** What the screen will be for. */
  lead: string;
  /** What can be done now instead. */
  now: string;
  description: string;
}

const ENTER: LaterText = {
  title: "The dressing rooms are still being built",
  lead: "Starting a story needs an account, so that it can be kept for you. Accounts are not open yet.",
  now: "Everything you can read is open: browse the scenarios, meet the casts, and read how each one begins.",
  description:
    "Accounts are not open yet. Until then every scenario can be browsed, searched and read in full without one.",
};

const TEXTS: Readonly<Record<string, LaterText>> = {
  signup: ENTER,
  signin: {
    ...ENTER,
    title: "Signing in is not open yet",
    lead: "There are no accounts on this site yet, so there is nothing to sign in to. No page here should ask for a password.",
  },
  billing: {
    title: "Nothing to pay, nothing for sale",
    lead: "Shekels, packages and subscriptions will be described here, with prices, before anything can be bought. They arrive with accounts.",
    now: "Reading and searching cost nothing and need no account.",
    description:
      "Billing is not open. Prices of shekel packages and subscriptions will be listed here before anything can be bought.",
  },
  redeem: {
    title: "Keep this gift code",
    lead: "Gifts are paid into an account, and accounts are not open yet. Your code has not been used or changed by opening this page.",
    now: "Keep the link; come back when accounts open. Meanwhile the whole catalogue is yours to read.",
    description:
      "Gift codes can be redeemed once accounts are open. Opening the link does not use up the code.",
  },
  new: {
    title: "Your first story starts soon",
    lead: "Here a short walk through the house will lead you to your first character. It arrives with accounts.",
    now: "You can already choose who you would like to meet.",
    description:
      "The introduction for newcomers arrives with accounts. Until then, browse the scenarios and their casts.",
  },
  "pick-character": {
    title: "Choosing a character comes with accounts",
    lead: "This is where you will pick your first scenario and step straight in.",
    now: "Look around in the meantime: every scenario shows its cast and its first page.",
    description:
      "Choosing a first scenario arrives with accounts. Until then, browse the scenarios and their casts.",
  },
  __: {
    ...ENTER,
    title: "No sign-in is under way",
    lead: "This address ends a sign-in at another service. There are no accounts on this site yet, so there is nothing to finish.",
  },
};

/** The text for a path, by its first part. */
export function laterText(path: string): LaterText {
  const part = /^\/([^/?]*)/.exec(path)?.[1] ?? "";
  return TEXTS[part] ?? ENTER;
}
